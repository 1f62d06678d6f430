// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/universal/approximant.hpp"
#include "constructions/universal/stream.hpp"

namespace attest::constructions {

// Steps that the families of approximants share.

/// The least distance between positions' values.
constexpr long kApart = 1;

inline theory::Matrix<theory::Rational> from_rows(const std::vector<theory::Vector<theory::Rational>>& rows) {
  return theory::Matrix<theory::Rational>::from_rows(rows);
}

/// M - 1: what attention adds when it makes M X of X.
theory::Matrix<theory::Rational> minus_identity(const theory::Matrix<theory::Rational>& M);

/// The value of position i without its constant.
BrokenLine content(const Stream& stream, std::size_t i);

/// The absolute value of position 2's variables; the positions stay apart.
void absolute_second(Stream& stream);

/// What the stream leaves is the target itself on every cell.
Approximant exact(const Stream& stream, const theory::Rational& high, std::size_t entries);

}  // namespace attest::constructions
