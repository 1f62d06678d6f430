// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/expression_parser.hpp"

#include <algorithm>

#include "theory/error.hpp"

namespace attest::theory::syntax {
namespace {

constexpr int max_nesting = 200;

/// The form's parts are read before it is begun, never inside its braces: where a later member's initializer throws,
/// g++ 12 destroys an earlier member of a temporary once too often.
template <class Form>
ExpressionPtr node(int line, Form form) {
  return std::make_shared<const Expression>(Expression{line, std::move(form)});
}

/// The operators that join operands of a level.
const std::vector<std::string_view>& operators(Chain::Level level) {
  static const std::vector<std::string_view> disjunction = {"or"}, conjunction = {"and"}, concatenation = {"++"},
                                             comparison = {"=", "!=", "<", "<=", ">", ">="}, sum = {"+", "-"},
                                             term = {"*", "/", "div", "mod"};
  switch (level) {
    case Chain::Level::disjunction:
      return disjunction;
    case Chain::Level::conjunction:
      return conjunction;
    case Chain::Level::comparison:
      return comparison;
    case Chain::Level::concatenation:
      return concatenation;
    case Chain::Level::sum:
      return sum;
    case Chain::Level::term:
      return term;
  }
  return term;
}

std::string spoken(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end of the file";
  return token.kind == Token::Kind::string ? "the string " + token.text : "'" + token.text + "'";
}

}  // namespace

ExpressionParser::ExpressionParser(std::string_view text, std::string file)
    : tokens_(tokenize(text, file)), file_(std::move(file)) {}

ExpressionParser::Nesting::Nesting(ExpressionParser& parser) : parser_(parser) {
  if (parser.depth_ == max_nesting) parser.fail("a nesting of at most " + std::to_string(max_nesting));
  ++parser.depth_;
}

// --- tokens ----------------------------------------------------------------------------------------------------------

bool ExpressionParser::at(std::string_view keyword_or_symbol) const {
  const bool can_be = token().kind == Token::Kind::keyword || token().kind == Token::Kind::symbol;
  return can_be && token().text == keyword_or_symbol;
}

bool ExpressionParser::take(std::string_view keyword_or_symbol) {
  if (!at(keyword_or_symbol)) return false;
  advance();
  return true;
}

void ExpressionParser::expect(std::string_view keyword_or_symbol) {
  if (!take(keyword_or_symbol)) fail("'" + std::string(keyword_or_symbol) + "'");
}

std::string ExpressionParser::name() {
  if (token().kind != Token::Kind::name) fail("a name");
  return tokens_[position_++].text;
}

std::string ExpressionParser::string() {
  if (token().kind != Token::Kind::string) fail("a string");
  const std::string& quoted = tokens_[position_++].text;
  return quoted.substr(1, quoted.size() - 2);
}

void ExpressionParser::fail(const std::string& expected) const {
  fail_at(token().line, "expected " + expected + ", found " + spoken(token()));
}

void ExpressionParser::fail_at(int line, const std::string& message) const {
  throw InputError(place(file_, line), message);
}

// --- expressions, from the loosest binding to the tightest ----------------------------------------------------------

ExpressionPtr ExpressionParser::expression() {
  const Nesting nesting(*this);
  if (at("let")) return let();
  if (at("if")) return conditional();
  if (at("fold")) return fold();
  return chain(Chain::Level::disjunction);
}

ExpressionPtr ExpressionParser::let() {
  const int line = token().line;
  expect("let");
  Let form;
  form.name = name();
  expect("=");
  form.value = expression();
  expect("in");
  form.body = expression();
  return node(line, std::move(form));
}

ExpressionPtr ExpressionParser::conditional() {
  const int line = token().line;
  expect("if");
  If form;
  form.condition = expression();
  expect("then");
  form.then = expression();
  expect("else");
  form.otherwise = expression();
  return node(line, std::move(form));
}

ExpressionPtr ExpressionParser::fold() {
  const int line = token().line;
  expect("fold");
  Fold form;
  form.state = name();
  expect("=");
  form.start = expression();
  expect("for");
  form.name = name();
  expect("in");
  form.list = expression();
  expect("then");
  form.next = expression();
  return node(line, std::move(form));
}

ExpressionPtr ExpressionParser::chain(Chain::Level level) {
  const int line = token().line;
  Chain form{level, {}, {}};
  form.operands.push_back(operand(level));
  const auto& joining = operators(level);
  while (std::any_of(joining.begin(), joining.end(), [&](std::string_view symbol) { return at(symbol); })) {
    form.operators.push_back(token().text);
    advance();
    form.operands.push_back(operand(level));
  }
  return form.operators.empty() ? form.operands.front() : node(line, std::move(form));
}

/// What a chain of the level joins: the next rule of the grammar.
ExpressionPtr ExpressionParser::operand(Chain::Level level) {
  switch (level) {
    case Chain::Level::disjunction:
      return chain(Chain::Level::conjunction);
    case Chain::Level::conjunction:
      return negation();
    case Chain::Level::comparison:
      return chain(Chain::Level::concatenation);
    case Chain::Level::concatenation:
      return range();
    case Chain::Level::sum:
      return chain(Chain::Level::term);
    case Chain::Level::term:
      return unary();
  }
  return unary();
}

ExpressionPtr ExpressionParser::negation() {
  const int line = token().line;
  if (!take("not")) return chain(Chain::Level::comparison);
  const Nesting nesting(*this);
  ExpressionPtr operand = negation();
  return node(line, Not{std::move(operand)});
}

ExpressionPtr ExpressionParser::range() {
  const int line = token().line;
  ExpressionPtr from = chain(Chain::Level::sum);
  if (!take("..")) return from;
  ExpressionPtr to = chain(Chain::Level::sum);
  return node(line, Range{std::move(from), std::move(to)});
}

ExpressionPtr ExpressionParser::unary() {
  const int line = token().line;
  if (!take("-")) return power();
  const Nesting nesting(*this);
  ExpressionPtr operand = unary();
  return node(line, Negation{std::move(operand)});
}

ExpressionPtr ExpressionParser::power() {
  const int line = token().line;
  ExpressionPtr base = postfix();
  if (!take("^")) return base;
  const Nesting nesting(*this);
  ExpressionPtr exponent = unary();
  return node(line, Power{std::move(base), std::move(exponent)});
}

ExpressionPtr ExpressionParser::postfix() {
  const int line = token().line;
  Postfix form;
  form.base = primary();
  while (at("[") || at(".")) {
    if (take(".")) {
      form.accesses.emplace_back(name());
    } else {
      expect("[");
      form.accesses.emplace_back(expression());
      expect("]");
    }
  }
  return form.accesses.empty() ? form.base : node(line, std::move(form));
}

ExpressionPtr ExpressionParser::primary() {
  const Token& first = token();
  if (first.kind == Token::Kind::integer) {
    advance();
    return node(first.line, Integer{first.text});
  }
  if (first.kind == Token::Kind::string) return node(first.line, Symbol{string()});
  if (first.kind == Token::Kind::name) return name_or_call();
  if (take("true")) return node(first.line, Truth{true});
  if (take("false")) return node(first.line, Truth{false});
  if (at("[")) return list();
  if (at("{")) return record();
  if (!take("(")) fail("an expression");
  ExpressionPtr inner = expression();
  expect(")");
  return inner;
}

ExpressionPtr ExpressionParser::name_or_call() {
  const int line = token().line;
  std::string called = name();
  if (!take("(")) return node(line, Name{std::move(called)});
  ExpressionPtr first = expression();
  ExpressionPtr result;
  if (at("for")) {
    Generators over = generators();
    result = node(line, Gather{std::move(called), std::move(first), std::move(over)});
  } else {
    std::vector<ExpressionPtr> arguments = rest_of_list(std::move(first));
    result = node(line, Call{std::move(called), std::move(arguments)});
  }
  expect(")");
  return result;
}

ExpressionPtr ExpressionParser::list() {
  const int line = token().line;
  expect("[");
  if (take("]")) return node(line, List{});
  ExpressionPtr first = expression();
  ExpressionPtr result;
  if (at("for")) {
    Generators over = generators();
    result = node(line, Comprehension{std::move(first), std::move(over)});
  } else {
    std::vector<ExpressionPtr> elements = rest_of_list(std::move(first));
    result = node(line, List{std::move(elements)});
  }
  expect("]");
  return result;
}

std::vector<ExpressionPtr> ExpressionParser::rest_of_list(ExpressionPtr first) {
  std::vector<ExpressionPtr> elements = {std::move(first)};
  while (take(",")) elements.push_back(expression());
  return elements;
}

Generators ExpressionParser::generators() {
  Generators found;
  expect("for");
  do {
    std::string bound = name();
    expect("in");
    found.lists.emplace_back(std::move(bound), expression());
  } while (take(","));
  if (take("if")) found.filter = expression();
  return found;
}

ExpressionPtr ExpressionParser::record() {
  const int line = token().line;
  expect("{");
  Record form;
  do {
    const int place = token().line;
    std::string field = name();
    require_new(form.fields, field, "field", place);
    expect(":");
    form.fields.emplace_back(std::move(field), expression());
  } while (take(","));
  expect("}");
  return node(line, std::move(form));
}

}  // namespace attest::theory::syntax
