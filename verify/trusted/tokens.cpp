// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/tokens.hpp"
#include <algorithm>
#include <cstdint>
#include <iterator>
#include "verify/trusted/failure.hpp"
namespace checker {
// clang-format off
static const std::set<std::string> kKeywords = {
    "claim", "use", "def", "statement", "forall", "exists", "in", "where", "parts", "naturals", "reals", "vectors",
    "matrices", "values", "from", "to", "let", "if", "then", "else", "and", "or", "not", "fold", "for", "true", "false",
    "div", "mod"};
static const std::vector<std::string> kSymbols = {  // the longest first
    "++", "..", "!=", "<=", ">=", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "=", "<", ">", "+", "-", "*", "/",
    "^"};
// clang-format on
static const std::string kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", kDigits = "0123456789",
                         kWord = kLetters + kDigits + "_";

static bool is_in(char c, const std::string& characters) { return characters.find(c) != std::string::npos; }

bool is_name(const std::string& text) {
  return !text.empty() && is_in(text[0], kLetters) && text.find_first_not_of(kWord) == std::string::npos &&
         !kKeywords.contains(text);
}
// How many bytes the UTF-8 character at `at` has; 0 if there is none.
static std::size_t utf8_length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0; };
  const int first = byte(0), second = byte(1);
  const std::size_t length = first < 0x80                   ? 1
                             : first < 0xc2 || first > 0xf4 ? 0
                                                            : 2 + (first >= 0xe0) + (first >= 0xf0);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool no_character = (first == 0xed && second >= 0xa0) || (first == 0xf4 && second >= 0x90);
  return overlong || no_character ? 0 : length;
}

// Characters that a reader does not see, or that change the order in which he sees others: C0 and C1 controls, marks of
// direction and of width zero, separators of lines, tags. A text that holds one may look like another text.
static bool is_invisible(const std::string& text, std::size_t at, std::size_t length) {
  std::uint32_t code = static_cast<unsigned char>(text[at]) & (length == 1 ? 0x7f : 0xff >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3f);
  static constexpr std::pair<std::uint32_t, std::uint32_t> kRanges[] = {
      {0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200f},
      {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff}};
  return std::any_of(std::begin(kRanges), std::end(kRanges),
                     [&](const auto& range) { return range.first <= code && code <= range.second; });
}

TokenReader::TokenReader(const std::string& text, std::string file, Syntax syntax)
    : file_(std::move(file)), syntax_(syntax) {
  const std::string space = syntax == Syntax::kJson ? " \t\r\n" : " \n";
  std::size_t at = 0, end = 0, place = 0;
  int line = 1;
  const auto require = [&](bool condition, const char* expected) {
    if (!condition) fail_at({Token::Kind::kEnd, "", line, place}, expected);
  };
  const auto run_of = [&](const std::string& run) { return std::min(text.find_first_not_of(run, at), text.size()); };
  const auto until = [&](const char* stop) { return std::min(text.find_first_of(stop, at + 1), text.size()); };
  for (; at < text.size(); at = place = end) {
    Token::Kind kind = Token::Kind::kSymbol;
    const char c = text[at];
    if (is_in(c, space)) {
      line += c == '\n';
      end = at + 1;
      continue;
    }
    if (c == '#' && syntax == Syntax::kLanguage) {
      end = until("\n");
    } else if (is_in(c, kLetters)) {
      end = run_of(kWord);
      kind = kKeywords.contains(text.substr(at, end - at)) ? Token::Kind::kKeyword : Token::Kind::kName;
    } else if (is_in(c, kDigits)) {
      kind = Token::Kind::kInteger;
      end = run_of(kDigits);
      require(c != '0' || end == at + 1, "an integer without leading zeros");
      require(end == run_of(kWord), "an integer, found a name that begins with a digit");
    } else if (c == '"') {
      kind = Token::Kind::kString;
      end = until("\"\n") + 1;
      require(end <= text.size() && text[end - 1] == '"', "the end of the string on its line");
    } else {
      const auto symbol = std::find_if(kSymbols.begin(), kSymbols.end(),
                                       [&](const std::string& s) { return text.compare(at, s.size(), s) == 0; });
      require(symbol != kSymbols.end(), "a token, found an unexpected character");
      end = at + symbol->size();
    }
    for (std::size_t length = 0; place < end; place += length) {
      length = utf8_length(text, place);
      require(length > 0, "UTF-8 text");
      require(!is_invisible(text, place, length), "text without control characters and invisible ones");
    }
    if (c != '#') tokens_.push_back({kind, text.substr(at, end - at), line, at});
  }
  tokens_.push_back({Token::Kind::kEnd, "", line, at});
}

bool TokenReader::is(const Token& token, const std::string& text) {
  return (token.kind == Token::Kind::kSymbol || token.kind == Token::Kind::kKeyword) && token.text == text;
}
void TokenReader::expect(const std::string& text) {
  if (!accept(text)) fail("'" + text + "'");
}
std::string TokenReader::name(const std::string& what) {
  if (kind() != Token::Kind::kName) fail(what);
  return take();
}
std::string TokenReader::string(const std::string& what) {
  if (kind() != Token::Kind::kString) fail(what);
  const std::string text = take();
  return text.substr(1, text.size() - 2);
}

std::size_t TokenReader::find_generators() const {
  int brackets = 0, folds = 0;
  for (std::size_t i = at_; i < tokens_.size(); ++i) {
    const Token& token = tokens_[i];
    if (is(token, "(") || is(token, "[") || is(token, "{")) ++brackets;
    if ((is(token, ")") || is(token, "]") || is(token, "}")) && --brackets < 0) return 0;
    if (brackets > 0) continue;
    if (is(token, ",") || is(token, ";")) return 0;
    if (is(token, "fold")) ++folds;
    if (is(token, "for") && folds-- == 0) return i;
  }
  return 0;
}

std::string TokenReader::text(std::size_t begin) const {
  std::string result;
  for (std::size_t i = begin; i < at_; ++i) result += (i == begin ? "" : " ") + tokens_[i].text;
  return result;
}
std::set<std::string> TokenReader::names(std::size_t begin) const {
  std::set<std::string> result;
  for (std::size_t i = begin; i < at_; ++i) {
    if (tokens_[i].kind == Token::Kind::kName) result.insert(tokens_[i].text);
  }
  return result;
}

void TokenReader::fail_at(const Token& token, const std::string& what) const {
  const std::string place =
      syntax_ == Syntax::kJson ? " byte " + std::to_string(token.at + 1) : std::to_string(token.line);
  throw Malformed(file_ + ":" + place + ": expected " + what);
}
void TokenReader::fail(const std::string& expected, std::size_t back) const {
  const Token& token = tokens_[at_ < back ? 0 : at_ - back];
  const std::string found = token.kind == Token::Kind::kEnd ? "the end of the file" : "'" + token.text + "'";
  fail_at(token, expected + ", found " + found);
}
}  // namespace checker
