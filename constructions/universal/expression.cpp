// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/expression.hpp"

#include <cctype>
#include <vector>

#include "theory/error.hpp"

namespace attest::constructions {

using theory::Matrix;
using theory::Rational;

struct Expression::Node {
  enum class Kind { number, entry, sum, difference, product, quotient, power, negation, abs, min, max };
  Kind kind;
  Rational number{};                ///< of a number
  std::size_t row = 0, column = 0;  ///< of an entry, from 0
  long exponent = 0;                ///< of a power
  std::vector<std::shared_ptr<const Node>> operands{};
};

namespace {

using Node = Expression::Node;
using Tree = std::shared_ptr<const Node>;
using Kind = Node::Kind;

class Parser {
 public:
  Parser(const std::string& text, std::size_t n, std::size_t d, const std::string& place)
      : text_(text), n_(n), d_(d), place_(place) {}

  Tree whole() {
    if (text_.size() > 10000) throw InputError(place_, "expected a formula of at most 10000 characters");
    Tree tree = sum();
    if (next() != '\0') fail("expected an operator or the end");
    return tree;
  }

 private:
  static constexpr int kDeepest = 200;

  [[noreturn]] void fail(const std::string& expected) {
    next();
    throw InputError(place_, "column " + std::to_string(at_ + 1) + " of \"" + text_ + "\": " + expected);
  }

  char next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(std::string("expected '") + c + "'");
  }
  bool digit() const { return at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])); }
  bool letter() const { return at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])); }

  std::string digits() {
    next();
    if (!digit()) fail("expected a number, an entry such as x11, abs, min, max or '('");
    std::string result;
    while (digit()) result += text_[at_++];
    return result;
  }

  static Tree make(Kind kind, std::vector<Tree> operands) {
    return std::make_shared<Node>(Node{.kind = kind, .operands = std::move(operands)});
  }

  Tree sum() {
    if (++depth_ > kDeepest) fail("expected fewer than 200 nested parts");
    Tree left = term();
    while (next() == '+' || next() == '-') {
      const Kind kind = text_[at_++] == '+' ? Kind::sum : Kind::difference;
      left = make(kind, {left, term()});
    }
    --depth_;
    return left;
  }

  Tree term() {
    Tree left = unary();
    while (next() == '*' || next() == '/') {
      const Kind kind = text_[at_++] == '*' ? Kind::product : Kind::quotient;
      left = make(kind, {left, unary()});
    }
    return left;
  }

  Tree unary() {
    bool negative = false;
    while (take('-')) negative = !negative;
    Tree tree = power();
    return negative ? make(Kind::negation, {tree}) : tree;
  }

  Tree power() {
    Tree base = primary();
    if (!take('^')) return base;
    const std::string exponent = digits();
    if (exponent.size() > 2 || std::stol(exponent) > 64) fail("expected an exponent from 0 to 64");
    return std::make_shared<Node>(Node{.kind = Kind::power, .exponent = std::stol(exponent), .operands = {base}});
  }

  Tree primary() {
    if (take('(')) {
      Tree tree = sum();
      expect(')');
      return tree;
    }
    next();
    if (!letter()) {
      const std::string number = digits();
      if (number.size() > 1 && number.front() == '0') fail("expected a number without leading zeros");
      return std::make_shared<Node>(Node{.kind = Kind::number, .number = Rational::parse(number)});
    }
    if (text_[at_] == 'x') return entry();
    return function();
  }

  Tree entry() {
    ++at_;
    const std::string first = digits();
    std::string row = first.substr(0, 1), column = first.substr(1);
    if (at_ < text_.size() && text_[at_] == '_') {
      ++at_;
      row = first;
      column = digits();
    } else if (first.size() != 2) {
      fail("expected x, a digit for the row and one for the column, or x10_3 for row 10, column 3");
    }
    const std::size_t i = index(row), j = index(column);
    if (i < 1 || i > n_ || j < 1 || j > d_) {
      fail("expected a row from 1 to " + std::to_string(n_) + " and a column from 1 to " + std::to_string(d_) +
           ", found x" + row + "_" + column);
    }
    return std::make_shared<Node>(Node{.kind = Kind::entry, .row = i - 1, .column = j - 1});
  }

  std::size_t index(const std::string& number) {
    if (number.size() > 6) fail("expected a smaller index");
    return static_cast<std::size_t>(std::stol(number));
  }

  Tree function() {
    const std::size_t start = at_;
    std::string name;
    while (letter()) name += text_[at_++];
    if (name != "abs" && name != "min" && name != "max") {
      at_ = start;
      fail("expected an entry such as x11, abs, min or max, found " + name);
    }
    expect('(');
    std::vector<Tree> operands = {sum()};
    while (name != "abs" && take(',')) operands.push_back(sum());
    expect(')');
    return make(name == "abs" ? Kind::abs : name == "min" ? Kind::min : Kind::max, std::move(operands));
  }

  const std::string& text_;
  std::size_t n_, d_;
  const std::string& place_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

struct DivisionByZero {};
struct TooLarge {};

// A result of more than a million bits is no value that anybody means.
Rational power(const Rational& base, long exponent) {
  const auto bits = fmpz_bits(fmpq_numref(base.raw())) + fmpz_bits(fmpq_denref(base.raw()));
  if (bits * static_cast<unsigned long>(exponent) > 1000000) throw TooLarge();
  return pow(base, exponent);
}

Rational evaluate(const Node& node, const Matrix<Rational>& X) {
  const auto operand = [&](std::size_t k) { return evaluate(*node.operands[k], X); };
  switch (node.kind) {
    case Kind::number:
      return node.number;
    case Kind::entry:
      return X(node.row, node.column);
    case Kind::sum:
      return operand(0) + operand(1);
    case Kind::difference:
      return operand(0) - operand(1);
    case Kind::product:
      return operand(0) * operand(1);
    case Kind::quotient: {
      const Rational divisor = operand(1);
      if (divisor == 0) throw DivisionByZero();
      return operand(0) / divisor;
    }
    case Kind::power:
      return power(operand(0), node.exponent);
    case Kind::negation:
      return -operand(0);
    case Kind::abs:
      return abs(operand(0));
    case Kind::min:
    case Kind::max: {
      Rational best = operand(0);
      for (std::size_t k = 1; k < node.operands.size(); ++k) {
        const Rational other = operand(k);
        best = node.kind == Kind::min ? min(best, other) : max(best, other);
      }
      return best;
    }
  }
  throw std::logic_error("an expression of no kind");
}

}  // namespace

Expression Expression::parse(const std::string& text, std::size_t n, std::size_t d, const std::string& place) {
  Expression expression;
  expression.place_ = place + ": \"" + text + "\"";
  expression.root_ = Parser(text, n, d, place).whole();
  return expression;
}

Rational Expression::at(const Matrix<Rational>& X) const {
  try {
    return evaluate(*root_, X);
  } catch (const DivisionByZero&) {
    throw InputError(place_, "expected a value at every grid point, found a division by 0 at X = " + to_text(X));
  } catch (const TooLarge&) {
    throw InputError(place_, "expected powers of at most a million bits, found a larger one at X = " + to_text(X));
  }
}

std::string to_text(const Matrix<Rational>& X) {
  std::string text;
  for (std::size_t i = 0; i < X.rows(); ++i) {
    text += i == 0 ? "[[" : ", [";
    for (std::size_t j = 0; j < X.columns(); ++j) text += (j == 0 ? "" : ", ") + X(i, j).to_string();
    text += "]";
  }
  return text + "]";
}

}  // namespace attest::constructions
