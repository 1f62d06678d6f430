// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "theory/matrix/matrix.hpp"

namespace attest::constructions {

/// A formula in the entries of an n x d matrix X, evaluated exactly.
///   sum     := term (('+' | '-') term)*          term   := unary (('*' | '/') unary)*
///   unary   := '-' unary | power                 power  := primary ['^' exponent]
///   primary := digits | 'x' row column | 'x' row '_' column | name '(' sum (',' sum)* ')' | '(' sum ')'
/// x12 is row 1, column 2 (one digit each); x10_3 is row 10, column 3. An exponent is an integer from 0 to 64. The
/// functions are abs (of one), min and max (of one or more). Spaces are allowed everywhere between these.
class Expression {
 public:
  /// InputError that names `place`, the column in `text` and what was expected there.
  static Expression parse(const std::string& text, std::size_t n, std::size_t d, const std::string& place);

  /// InputError that names the place and X where a divisor is 0.
  theory::Rational at(const theory::Matrix<theory::Rational>& X) const;

  struct Node;  ///< of the syntax tree, in the .cpp

 private:
  std::string place_;
  std::shared_ptr<const Node> root_;
};

/// "[[0, 1/2], [1, 0]]".
std::string to_text(const theory::Matrix<theory::Rational>& X);

}  // namespace attest::constructions
