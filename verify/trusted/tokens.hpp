// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>
namespace checker {
struct Token {
  enum class Kind { kName, kKeyword, kInteger, kString, kSymbol, kEnd };
  Kind kind;
  std::string text;  ///< as it stands in the file; a string with its quotation marks
  int line;
  std::size_t at;  ///< the byte at which it begins
};
/// Whether a text is a name of the language (keywords excluded).
bool is_name(const std::string& text);
/// A position in the tokens of one file: of the statement language, or of JSON, which has other white space, no
/// comments, and is written with some of the same tokens. Malformed names the file, the line (the byte, of
/// JSON) and what was expected there.
class TokenReader {
 public:
  enum class Syntax { kLanguage, kJson };
  TokenReader(const std::string& text, std::string file, Syntax syntax = Syntax::kLanguage);

  const Token& next() const { return tokens_[at_]; }
  Token::Kind kind() const { return next().kind; }
  bool at_end() const { return kind() == Token::Kind::kEnd; }
  /// Whether the next token is this symbol or keyword; strings and integers are never taken for one.
  bool is(const std::string& text) const { return is(next(), text); }
  bool accept(const std::string& text) { return is(text) && ++at_ > 0; }
  void expect(const std::string& text);
  std::string take() { return tokens_[at_++].text; }  ///< any token but the end
  std::string name(const std::string& what);
  std::string string(const std::string& what);  ///< without its quotation marks

  std::size_t position() const { return at_; }
  void seek(std::size_t position) { at_ = position; }
  /// Where the `for` of the generators stands that follow the expression which begins here and end at the bracket that
  /// closes around it; 0 if there are none. (The `for` of a fold is its own.)
  std::size_t find_generators() const;
  /// From a position to here: the canonical text, and the names that occur.
  std::string text(std::size_t begin) const;
  std::set<std::string> names(std::size_t begin) const;
  /// At the next token; before: at the one that was taken last.
  [[noreturn]] void fail(const std::string& expected, std::size_t back = 0) const;
  [[noreturn]] void fail_before(const std::string& expected) const { fail(expected, 1); }

 private:
  static bool is(const Token& token, const std::string& text);
  [[noreturn]] void fail_at(const Token& token, const std::string& what) const;

  std::vector<Token> tokens_;
  std::string file_;
  Syntax syntax_;
  std::size_t at_ = 0;
};
}  // namespace checker
