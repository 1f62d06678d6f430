// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "theory/matrix/matrix.hpp"

namespace attest::verify::audit {

/// Two ends of an exact number or of an enclosure.
struct Interval {
  theory::Rational lo, hi;
  bool is_exact() const { return lo == hi; }
};

/// Whether a square matrix is softmax((y - c 1) y^T) for some column y and number c: what the attentive condition of
/// URPE's Theorem 3 asks of Xu = y, and what Lemma 6 asks with the bias on the side of the query. (For one matrix the
/// two are the same, for y may be moved by c.) Yes where the entries are exact and the ratios that matter are powers of
/// one rational; no where a condition below is violated; otherwise unknown.
///
/// With R_ij = A_ij A_11 / (A_i1 A_1j) that is so if and only if A > 0, its rows sum to 1, log R is z z^T for a column
/// z with z_1 = 0, and the logarithms of A_1j / A_11 are a multiple of z.
theory::Truth is_attentive(const theory::Matrix<Interval>& A);

/// A = softmax(t (y - c 1) y^T) in base b, exactly.
struct AttentiveNumbers {
  theory::Rational b = 2, t = 1, c = 0;
  std::vector<theory::Rational> y;
};
/// These numbers of an exact matrix of which is_attentive says yes.
AttentiveNumbers attentive_numbers(const theory::Matrix<Interval>& A);

}  // namespace attest::verify::audit
