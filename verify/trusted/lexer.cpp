// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include "verify/trusted/failure.hpp"
#include "verify/trusted/tokens.hpp"

namespace checker {

namespace {

constexpr std::array<std::string_view, 29> kKeywords = {
    "claim", "use",     "def",      "statement", "forall", "exists", "in",    "where", "parts", "naturals",
    "reals", "vectors", "matrices", "values",    "from",   "to",     "let",   "if",    "then",  "else",
    "and",   "or",      "not",      "fold",      "for",    "true",   "false", "div",   "mod"};

constexpr std::array<std::string_view, 23> kSymbols = {"++", "..", "!=", "<=", ">=", "(", ")", "[", "]", "{", "}", ",",
                                                       ";",  ":",  ".",  "=",  "<",  ">", "+", "-", "*", "/", "^"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_keyword(const std::string& text) {
  return std::find(kKeywords.begin(), kKeywords.end(), text) != kKeywords.end();
}

}  // namespace

std::size_t utf8_length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 && first < 0xf5   ? 4
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xc2 && first < 0xe0 ? 2
                                                             : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
  }
  // Overlong forms, surrogates, and what lies beyond U+10FFFF.
  if ((first == 0xe0 && byte(at + 1) < 0xa0) || (first == 0xed && byte(at + 1) >= 0xa0) ||
      (first == 0xf0 && byte(at + 1) < 0x90) || (first == 0xf4 && byte(at + 1) >= 0x90)) {
    return 0;
  }
  return length;
}

bool is_name(const std::string& text) {
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '_'; }) &&
         !is_keyword(text);
}

std::vector<Token> tokenize(const std::string& text, const std::string& file) {
  std::vector<Token> tokens;
  int line = 1;
  std::size_t at = 0;
  auto fail = [&](const std::string& what) -> void {
    throw Malformed(file + ":" + std::to_string(line) + ": " + what);
  };
  auto take = [&](Token::Kind kind, std::size_t end) {
    tokens.push_back({kind, text.substr(at, end - at), line});
    at = end;
  };
  // Inside comments and strings any UTF-8 text may stand.
  auto skip_character = [&](std::size_t& position) {
    const std::size_t length = utf8_length(text, position);
    if (length == 0) fail("expected UTF-8 text");
    position += length;
  };
  while (at < text.size()) {
    const char c = text[at];
    if (c == '\n') {
      ++line;
      ++at;
    } else if (c == ' ') {
      ++at;
    } else if (c == '#') {
      while (at < text.size() && text[at] != '\n') skip_character(at);
    } else if (is_letter(c)) {
      std::size_t end = at;
      while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]) || text[end] == '_')) ++end;
      take(is_keyword(text.substr(at, end - at)) ? Token::Kind::kKeyword : Token::Kind::kName, end);
    } else if (is_digit(c)) {
      std::size_t end = at;
      while (end < text.size() && is_digit(text[end])) ++end;
      if (c == '0' && end - at > 1) fail("expected an integer without leading zeros");
      if (end < text.size() && (is_letter(text[end]) || text[end] == '_'))
        fail("expected an integer, found a name that begins with a digit");
      take(Token::Kind::kInteger, end);
    } else if (c == '"') {
      std::size_t end = at + 1;
      while (end < text.size() && text[end] != '"' && text[end] != '\n') skip_character(end);
      if (end == text.size() || text[end] != '"') fail("expected the end of the string on its line");
      take(Token::Kind::kString, end + 1);
    } else {
      const auto* symbol = std::find_if(kSymbols.begin(), kSymbols.end(), [&](std::string_view s) {
        return !s.empty() && text.compare(at, s.size(), s) == 0;
      });
      if (symbol == kSymbols.end()) fail("unexpected character");
      take(Token::Kind::kSymbol, at + symbol->size());
    }
  }
  tokens.push_back({Token::Kind::kEnd, "", line});
  return tokens;
}

}  // namespace checker
