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
};

/// The tokens of a file of the statement language, the end token last. Malformed names the file, the line and what is
/// wrong.
std::vector<Token> tokenize(const std::string& text, const std::string& file);

/// Whether a text is a name of the language (keywords excluded).
bool is_name(const std::string& text);
/// How many bytes the UTF-8 character at `at` has; 0 if there is none.
std::size_t utf8_length(const std::string& text, std::size_t at);

/// A position in the tokens of one file. Strings and integers are never taken for symbols or keywords of the same text.
class TokenReader {
 public:
  TokenReader(const std::string& text, std::string file) : tokens_(tokenize(text, file)), file_(std::move(file)) {}

  const std::string& file() const { return file_; }
  Token::Kind kind() const { return tokens_[at_].kind; }
  int line() const { return tokens_[at_].line; }
  bool at_end() const { return kind() == Token::Kind::kEnd; }
  /// Whether the next token is this symbol or keyword.
  bool is(const std::string& text) const { return symbol() == text; }
  /// The next token's text if it is a symbol or a keyword, else nothing.
  const std::string& symbol() const;

  std::string take();
  bool accept(const std::string& text);
  void expect(const std::string& text);
  void expect_end();
  std::string name(const char* what);
  std::string string(const char* what);  ///< without its quotation marks

  std::size_t position() const { return at_; }
  void seek(std::size_t position) { at_ = position; }
  /// Where the `for` of the generators stands that follow the expression which begins here and end at the bracket that
  /// closes around it; 0 if there are none. (The `for` of a fold is its own.)
  std::size_t find_generators() const;

  /// From a position to here: the canonical text, and the names that occur.
  std::string text(std::size_t begin) const;
  std::set<std::string> names(std::size_t begin) const;

  [[noreturn]] void fail(const std::string& expected) const;         ///< at the next token
  [[noreturn]] void fail_before(const std::string& expected) const;  ///< at the token that was taken last

 private:
  std::vector<Token> tokens_;
  std::string file_;
  std::size_t at_ = 0;
};

}  // namespace checker
