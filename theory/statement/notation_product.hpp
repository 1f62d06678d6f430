// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "theory/statement/notation_expression.hpp"
#include "theory/statement/notation_tree.hpp"

namespace attest::theory::notation {

/// A chain of `*`, `/`, `div` and `mod`, taken from the left: fractions, and between factors a dot, a thin space or
/// nothing. Every factor comes as tight as a product needs it, in parentheses where it is looser.
class Product {
 public:
  explicit Product(Notation first) : factors_{std::move(first)} {}

  void multiply(Notation factor);
  void divide(Notation denominator);             ///< a fraction, of all factors so far
  void divide_to_integer(Notation denominator);  ///< the same, rounded down
  void take_remainder(Notation divisor);

  Notation notation() const;
  Level level() const;

 private:
  Notation fraction(Notation denominator);
  void close_remainder();

  std::vector<Notation> factors_;
  bool is_remainder_ = false;  ///< the only factor is "a mod b", which needs parentheses as a factor
};

}  // namespace attest::theory::notation
