// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "theory/statement/lexer.hpp"
#include "theory/statement/syntax.hpp"

namespace attest::theory::syntax {

/// Recursive descent over the expressions of the grammar, one function for each rule. What reads files builds on it
/// (parser.cpp). Every function consumes what it is named after; errors are InputError "FILE:LINE: expected ..., found
/// ...".
class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, std::string file);

  ExpressionPtr expression();

 protected:
  /// Bounds the recursion while it lives, so that no input can exhaust the stack.
  class Nesting {
   public:
    explicit Nesting(ExpressionParser& parser);
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    ExpressionParser& parser_;
  };

  const std::vector<Token>& tokens() const { return tokens_; }
  std::size_t position() const { return position_; }
  const Token& token() const { return tokens_[position_]; }
  bool at_end() const { return token().kind == Token::Kind::end; }
  bool at(std::string_view keyword_or_symbol) const;
  void advance() { ++position_; }
  bool take(std::string_view keyword_or_symbol);
  void expect(std::string_view keyword_or_symbol);
  std::string name();
  std::string string();
  [[noreturn]] void fail(const std::string& expected) const;
  [[noreturn]] void fail_at(int line, const std::string& message) const;

  template <class T>
  void require_new(const std::vector<std::pair<std::string, T>>& entries, const std::string& name, const char* what,
                   int line) const {
    for (const auto& entry : entries) {
      if (entry.first == name)
        fail_at(line, std::string("expected a ") + what + " of another name, found '" + name + "' twice");
    }
  }

 private:
  /// Operands of a level joined by its operators, or one operand alone.
  ExpressionPtr chain(Chain::Level level);
  ExpressionPtr operand(Chain::Level level);
  ExpressionPtr negation();
  ExpressionPtr range();
  ExpressionPtr unary();
  ExpressionPtr power();
  ExpressionPtr postfix();
  ExpressionPtr primary();
  ExpressionPtr let();
  ExpressionPtr conditional();
  ExpressionPtr fold();
  ExpressionPtr name_or_call();
  ExpressionPtr list();
  ExpressionPtr record();
  Generators generators();
  std::vector<ExpressionPtr> rest_of_list(ExpressionPtr first);

  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  std::string file_;
  int depth_ = 0;
};

}  // namespace attest::theory::syntax
