// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/notation_product.hpp"

namespace attest::theory::notation {
namespace {

using Kind = Notation::Kind;

/// What a factor looks like to its neighbour.
enum class Shape { number, letter, group, fraction, other };

Shape shape(const Notation& factor) {
  switch (factor.kind) {
    case Kind::number:
      return Shape::number;
    case Kind::letter:
    case Kind::symbol:  // Euler's number
      return Shape::letter;
    case Kind::fraction:
      return Shape::fraction;
    case Kind::root:
      return Shape::group;
    case Kind::fenced:
      return factor.text == "()" ? Shape::group : Shape::other;
    case Kind::superscript:
    case Kind::subscript:
      return shape(factor.parts.front());
    case Kind::row:  // -a
      return leads_with_minus(factor) ? shape(factor.parts.back()) : Shape::other;
    default:
      return Shape::other;
  }
}

/// The sign between two factors. A letter before parentheses would read as a call, and a number after anything as a
/// part of it, so there the dot is needed.
const char* sign(const Notation& left, const Notation& right) {
  const Shape a = shape(left), b = shape(right);
  if (b != Shape::letter && b != Shape::group) return "dot";
  if (a == Shape::number || a == Shape::fraction) return "times";
  if (a == Shape::letter && b == Shape::letter) return "thin times";
  if (a == Shape::group) return b == Shape::letter ? "thin times" : "times";
  return "dot";
}

bool is_parenthesized(const Notation& notation) { return notation.kind == Kind::fenced && notation.text == "()"; }

}  // namespace

void Product::multiply(Notation factor) {
  close_remainder();
  factors_.push_back(std::move(factor));
}

Notation Product::fraction(Notation denominator) {
  close_remainder();
  // A bar needs no parentheses around what stands above it.
  Notation numerator =
      factors_.size() == 1 && is_parenthesized(factors_.front()) ? factors_.front().parts.front() : notation();
  return {Kind::fraction, "", {std::move(numerator), std::move(denominator)}};
}

void Product::divide(Notation denominator) { factors_ = {fraction(std::move(denominator))}; }

void Product::divide_to_integer(Notation denominator) {
  factors_ = {fenced("floor", fraction(std::move(denominator)))};
}

void Product::take_remainder(Notation divisor) {
  close_remainder();
  Notation dividend = notation();
  if (factors_.size() > 1 || leads_with_minus(dividend)) dividend = fenced("()", std::move(dividend));
  factors_ = {row({std::move(dividend), symbol("mod"), std::move(divisor)})};
  is_remainder_ = true;
}

void Product::close_remainder() {
  if (is_remainder_) factors_.front() = fenced("()", std::move(factors_.front()));
  is_remainder_ = false;
}

Notation Product::notation() const {
  std::vector<Notation> parts = {factors_.front()};
  for (std::size_t i = 1; i < factors_.size(); ++i) {
    parts.push_back(symbol(sign(factors_[i - 1], factors_[i])));
    parts.push_back(factors_[i]);
  }
  return row(std::move(parts));
}

Level Product::level() const {
  if (is_remainder_) return Level::sum;
  if (factors_.size() > 1) return Level::term;
  return factors_.front().kind == Kind::fraction ? Level::power : Level::whole;
}

}  // namespace attest::theory::notation
