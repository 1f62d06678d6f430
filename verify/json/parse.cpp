// SPDX-License-Identifier: Apache-2.0
#include "verify/json/parse.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "theory/error.hpp"
#include "theory/statement/visible.hpp"

namespace attest::verify::json {

namespace {

/// A text whose longest integers stand in quotes.
struct QuotedText {
  std::string text;
  std::vector<std::size_t> quotes;  ///< where the quotes are that its author did not write, in order
};

/// The library refuses a number that no double comes near, before it hands over its digits: an integer of more digits
/// than any machine integer is handed to it as the string that Builder makes of such integers anyway. Not where a key
/// should stand: there a number is an error, and a string would be none.
QuotedText with_long_integers_as_strings(const std::string& text) {
  constexpr std::size_t kDigits = 20;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  QuotedText result;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size();) {
    if (in_string || !(is_digit(text[i]) || text[i] == '-')) {
      if (in_string && text[i] == '\\' && i + 1 < text.size())
        result.text += text[i++];
      else if (text[i] == '"')
        in_string = !in_string;
      result.text += text[i++];
      continue;
    }
    const std::size_t first = i + (text[i] == '-' ? 1 : 0);
    std::size_t end = first;
    while (end < text.size() && is_digit(text[end])) ++end;
    const bool goes_on = end < text.size() && std::string_view(".eE").find(text[end]) != std::string_view::npos;
    const std::size_t next = text.find_first_not_of(" \t\n\r", end);
    const bool is_key = next != std::string::npos && text[next] == ':';
    const bool is_long = !goes_on && !is_key && end - first >= kDigits && text[first] != '0';
    std::size_t stop = end;  // of the whole number, so that an exponent's digits are no integer
    while (goes_on && stop < text.size() &&
           (is_digit(text[stop]) || std::string_view(".eE+-").find(text[stop]) != std::string_view::npos))
      ++stop;
    const std::size_t length = std::max(stop, i + 1) - i;
    const auto quote = [&] {
      if (!is_long) return;
      result.quotes.push_back(result.text.size());
      result.text += '"';
    };
    quote();
    result.text.append(text, i, length);
    quote();
    i += length;
  }
  return result;
}

/// "line 2, column 5" of the character at an offset.
std::string line_and_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t newline = before.rfind('\n');
  return "line " + std::to_string(1 + std::count(before.begin(), before.end(), '\n')) + ", column " +
         std::to_string(before.size() - (newline == std::string_view::npos ? 0 : newline + 1) + 1);
}

/// Builds the tree from the parser's events, because the library's own builder drops duplicate keys and rounds long
/// integers.
class Builder : public nlohmann::json_sax<Value> {
 public:
  Builder(const QuotedText& text, const std::string& name) : text_(text), name_(name) {}
  Value take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t& token) override {
    const bool is_integer = token.find_first_of(".eE") == std::string::npos;
    return is_integer ? add(token) : add(value);
  }
  bool string(string_t& value) override { return add(value); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Value::object()); }
  bool start_array(std::size_t) override { return open(Value::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& value) override {
    const std::string shown = Value(value).dump(-1, ' ', true);
    try {
      if (value.find('\n') != std::string::npos) throw InputError("", "a line that ends");
      theory::require_visible(value, "");
    } catch (const InputError&) {
      throw InputError(place(), "expected keys without control characters and invisible ones, found " + shown);
    }
    if (!open_.back().keys.insert(value).second)
      throw InputError(place(), "expected the key " + shown + " once in an object");
    open_.back().key = value;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    // Without the library's own "[json.exception.parse_error.101] parse error at line 1, column 2: ".
    std::string words = error.what();
    for (const char* end : {"] ", "parse error at line "})
      if (const std::size_t at = words.find(end); at != std::string::npos)
        words = words.substr(at + std::string_view(end).size());
    if (const std::size_t colon = words.find(": ");
        words.find_first_of("0123456789") == 0 && colon != std::string::npos)
      words = words.substr(colon + 2);
    // It quotes the text that it stumbled over, which may be any bytes.
    for (char& c : words) {
      if (c < ' ' || c > '~') c = '?';
    }
    // The position counts what was read, the quotes that nobody wrote, too.
    const std::size_t last = position == 0 ? 0 : position - 1;
    const auto ours = std::lower_bound(text_.quotes.begin(), text_.quotes.end(), last) - text_.quotes.begin();
    std::string written = text_.text.substr(0, last);
    for (auto i = ours; i-- > 0;) written.erase(text_.quotes[static_cast<std::size_t>(i)], 1);
    throw InputError(name_, "expected JSON: parse error at " + line_and_column(written, written.size()) + ": " + words);
  }

 private:
  /// An object or a list that is not yet complete.
  struct Open {
    Value* value;
    std::set<std::string> keys{};
    std::string key{};  ///< the last one
  };

  std::string place() const {
    std::string pointer;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i)
      pointer += open_[i].value->is_array() ? pointer_part(std::to_string(open_[i].value->size() - 1))
                                            : pointer_part(open_[i].key);
    return pointer.empty() ? name_ : name_ + ": " + pointer;
  }
  Value* put(Value value) {
    if (open_.empty()) return &(root_ = std::move(value));
    Value& around = *open_.back().value;
    if (around.is_array()) return &around.emplace_back(std::move(value));
    // Behind the others: the object need not be searched, its keys are known.
    auto& members = around.get_ref<Value::object_t&>();
    members.emplace_back(open_.back().key, std::move(value));
    return &members.back().second;
  }
  bool add(Value value) {
    put(std::move(value));
    return true;
  }
  bool open(Value value) {
    if (open_.size() == kDeepest)
      throw InputError(place(), "expected at most " + std::to_string(kDeepest) + " levels of lists and objects");
    open_.push_back({put(std::move(value))});
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  const QuotedText& text_;
  const std::string& name_;
  Value root_;
  std::vector<Open> open_;  ///< around the next value, from the outside in
};

}  // namespace

std::string pointer_part(const std::string& key) {
  std::string part = "/";
  for (const char c : key) part += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return part;
}

Value parse_strictly(const std::string& text, const std::string& name) {
  const QuotedText quoted = with_long_integers_as_strings(text);
  Builder builder(quoted, name);
  Value::sax_parse(quoted.text, &builder);
  return builder.take();
}

}  // namespace attest::verify::json
