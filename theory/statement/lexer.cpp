// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/lexer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "theory/error.hpp"
#include "theory/statement/visible.hpp"

namespace attest::theory::syntax {
namespace {

constexpr std::array<std::string_view, 29> keywords = {
    "claim", "use",     "def",      "statement", "forall", "exists", "in",    "where", "parts", "naturals",
    "reals", "vectors", "matrices", "values",    "from",   "to",     "let",   "if",    "then",  "else",
    "and",   "or",      "not",      "fold",      "for",    "true",   "false", "div",   "mod"};

constexpr std::array<std::string_view, 5> long_symbols = {"..", "!=", "<=", ">=", "++"};
constexpr std::string_view short_symbols = "()[]{},;:.=<>+-*/^";

// The character classes of the language, whatever the locale.
bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool continues_name(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

/// What an error says that it found at a character that begins no token.
std::string described(char c) {
  static constexpr char hex[] = "0123456789abcdef";
  if (c == '\t') return "a tab";
  if (c == '\r') return "a carriage return";
  if (c > ' ' && c < '\x7f') return std::string("'") + c + "'";
  return std::string("the byte 0x") + hex[std::uint8_t(c) >> 4] + hex[std::uint8_t(c) & 15];
}

class Lexer {
 public:
  Lexer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<Token> run() {
    require_visible(text_, file_);
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) next();
    add(Token::Kind::end, 0);
    return std::move(tokens_);
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size()) {
      if (text_[at_] == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_[at_] == '\n' || text_[at_] == ' ') {
        if (text_[at_++] == '\n') ++line_;
      } else {
        return;
      }
    }
  }

  void next() {
    const char c = text_[at_];
    if (is_letter(c)) {
      const std::size_t length = run_of(continues_name);
      add(is_keyword(text_.substr(at_, length)) ? Token::Kind::keyword : Token::Kind::name, length);
    } else if (is_digit(c)) {
      const std::size_t length = c == '0' ? 1 : run_of(is_digit);
      if (length != run_of(continues_name)) {
        throw InputError(place(file_, line_), c == '0' && is_digit(text_[at_ + 1])
                                                  ? "expected an integer without leading zeros"
                                                  : "expected an integer, found a name that begins with a digit");
      }
      add(Token::Kind::integer, length);
    } else if (c == '"') {
      const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
      if (end == std::string_view::npos || text_[end] == '\n') {
        throw InputError(place(file_, line_), "expected a string to end on the line where it begins");
      }
      add(Token::Kind::string, end + 1 - at_);
    } else if (std::find(long_symbols.begin(), long_symbols.end(), text_.substr(at_, 2)) != long_symbols.end()) {
      add(Token::Kind::symbol, 2);
    } else if (short_symbols.find(c) != std::string_view::npos) {
      add(Token::Kind::symbol, 1);
    } else {
      throw InputError(place(file_, line_), "expected a token of the statement language, found " + described(c));
    }
  }

  template <class Predicate>
  std::size_t run_of(Predicate belongs) const {
    std::size_t end = at_;
    while (end < text_.size() && belongs(text_[end])) ++end;
    return end - at_;
  }

  void add(Token::Kind kind, std::size_t length) {
    tokens_.push_back({kind, std::string(text_.substr(at_, length)), line_, at_, at_ + length});
    at_ += length;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text, const std::string& file) { return Lexer(text, file).run(); }

bool is_keyword(std::string_view word) { return std::find(keywords.begin(), keywords.end(), word) != keywords.end(); }

bool is_name(std::string_view text) {
  return !text.empty() && is_letter(text.front()) && std::all_of(text.begin(), text.end(), continues_name) &&
         !is_keyword(text);
}

std::string place(const std::string& file, int line) { return file + ":" + std::to_string(line); }

}  // namespace attest::theory::syntax
