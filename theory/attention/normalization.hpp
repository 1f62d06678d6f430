// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/matrix/matrix.hpp"

namespace attest::theory {

/// A normalization acts on each row x of d entries by itself:
///   layer_norm (Ba et al. 2016): gain_j (x_j - mean) / sqrt(variance + eps) + shift_j,
///     where variance = sum_k (x_k - mean)^2 / d;
///   rms_norm (Zhang and Sennrich 2019): gain_j x_j / sqrt(sum_k x_k^2 / d + eps) + shift_j.
/// eps is part of the statement: with eps = 0 a constant row has no LayerNorm and the zero row no RMSNorm.
template <class S>
struct Normalization {
  enum class Kind { none, layer_norm, rms_norm };
  Kind kind = Kind::none;
  Rational eps = 0;
  Vector<S> gain{}, shift{};  ///< d; not looked at for `none`
};

/// Each row normalized. Errors: std::invalid_argument for shapes that do not fit or eps < 0; over Rational InputError
/// where the square root is irrational or 0. Over Enclosure the result is indeterminate where the root may be 0.
template <class S>
Matrix<S> normalize(const Normalization<S>& normalization, const Matrix<S>& X);

}  // namespace attest::theory
