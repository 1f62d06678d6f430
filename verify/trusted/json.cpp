// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/json.hpp"

#include "verify/trusted/failure.hpp"
#include "verify/trusted/tokens.hpp"

namespace checker {

namespace {

constexpr int kLargestDepth = 200;

class Reader {
 public:
  Reader(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  Json document() {
    Json result = value(0);
    skip_space();
    if (at_ != text_.size()) fail("the end of the file");
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    throw Malformed(file_ + ": byte " + std::to_string(at_ + 1) + ": expected " + expected);
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
      ++at_;
  }
  bool accept(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool accept_word(const char* word) {
    const std::string expected = word;
    if (text_.compare(at_, expected.size(), expected) != 0) return false;
    at_ += expected.size();
    return true;
  }

  Json value(int depth) {
    if (depth > kLargestDepth) fail("nesting of at most 200");
    skip_space();
    Json result;
    result.at = at_;
    if (peek() == '{') {
      object(result, depth);
    } else if (peek() == '[') {
      array(result, depth);
    } else if (peek() == '"') {
      result.kind = Json::Kind::kString;
      result.text = string();
    } else if (accept_word("true")) {
      result.kind = Json::Kind::kBoolean;
      result.boolean = true;
    } else if (accept_word("false")) {
      result.kind = Json::Kind::kBoolean;
    } else if (!accept_word("null")) {
      result.kind = Json::Kind::kNumber;
      result.text = number();
    }
    return result;
  }

  void object(Json& result, int depth) {
    result.kind = Json::Kind::kObject;
    ++at_;
    if (accept('}')) return;
    do {
      skip_space();
      if (peek() != '"') fail("a key");
      std::string key = string();
      if (result.find(key)) fail("different keys; '" + key + "' is there twice");
      if (!accept(':')) fail("':'");
      result.members.emplace_back(std::move(key), value(depth + 1));
    } while (accept(','));
    if (!accept('}')) fail("',' or '}'");
  }

  void array(Json& result, int depth) {
    result.kind = Json::Kind::kArray;
    ++at_;
    if (accept(']')) return;
    do {
      result.items.push_back(value(depth + 1));
    } while (accept(','));
    if (!accept(']')) fail("',' or ']'");
  }

  std::string number() {
    const std::size_t begin = at_;
    auto digits = [&] {
      const std::size_t first = at_;
      while (peek() >= '0' && peek() <= '9') ++at_;
      if (at_ == first) fail("a JSON value");
    };
    if (peek() == '-') ++at_;
    if (peek() == '0') {
      ++at_;
    } else {
      digits();
    }
    if (peek() == '.') ++at_, digits();
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      digits();
    }
    return text_.substr(begin, at_ - begin);
  }

  std::string string() {
    std::string result;
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c < 0x20) fail("no control character in a string");
      if (c == '\\') {
        escape(result);
        continue;
      }
      const std::size_t length = utf8_length(text_, at_);
      if (length == 0) fail("UTF-8 text");
      result.append(text_, at_, length);
      at_ += length;
    }
    if (at_ >= text_.size()) fail("the end of a string");
    ++at_;
    return result;
  }

  void escape(std::string& result) {
    static const std::string letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    ++at_;
    const std::size_t which = at_ < text_.size() ? letters.find(text_[at_]) : std::string::npos;
    if (which != std::string::npos) {
      result += meanings[which];
      ++at_;
      return;
    }
    if (peek() != 'u') fail("an escape sequence");
    ++at_;
    unsigned long code = hexadecimal();
    if (code >= 0xd800 && code < 0xdc00) {
      if (!accept_word("\\u")) fail("the second half of a surrogate pair");
      const unsigned long low = hexadecimal();
      if (low < 0xdc00 || low >= 0xe000) fail("the second half of a surrogate pair");
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xdc00 && code < 0xe000) {
      fail("the first half of a surrogate pair");
    }
    append_utf8(result, code);
  }

  unsigned long hexadecimal() {
    unsigned long code = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const std::size_t digit = at_ < text_.size()
                                    ? std::string("0123456789abcdef").find(static_cast<char>(text_[at_] | 0x20))
                                    : std::string::npos;
      if (digit == std::string::npos || (digit < 10 && !(text_[at_] >= '0' && text_[at_] <= '9')))
        fail("four hexadecimal digits");
      code = code << 4 | digit;
    }
    return code;
  }

  static void append_utf8(std::string& result, unsigned long code) {
    auto put = [&](unsigned long byte) { result += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (code < 0x80) {
      put(code);
    } else if (code < 0x800) {
      put(0xc0 | code >> 6), put(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
      put(0xe0 | code >> 12), put(0x80 | (code >> 6 & 0x3f)), put(0x80 | (code & 0x3f));
    } else {
      put(0xf0 | code >> 18), put(0x80 | (code >> 12 & 0x3f)), put(0x80 | (code >> 6 & 0x3f)),
          put(0x80 | (code & 0x3f));
    }
  }

  const std::string& text_;
  const std::string& file_;
  std::size_t at_ = 0;
};

}  // namespace

const Json* Json::find(const std::string& key) const {
  for (const auto& [name, value] : members) {
    if (name == key) return &value;
  }
  return nullptr;
}

Json parse_json(const std::string& text, const std::string& file) { return Reader(text, file).document(); }

}  // namespace checker
