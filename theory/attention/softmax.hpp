// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/attention/mask.hpp"
#include "theory/matrix/matrix.hpp"

namespace attest::theory {

/// How a row of scores becomes a row of weights.
///   softmax_e, softmax_2: softmax(s)_j = b^s_j / sum_k b^s_k with b = e (URPE eq. 1; Positional Attention eq. 8) or
///     b = 2. Base 2 is base e at scores multiplied by ln 2; with integer scores its weights are rational.
///   hardmax: 1 where s_j is the greatest score, 0 elsewhere. Of several greatest scores `hardmax_all` sets each to 1
///     (Positional Attention eq. 6; the row need not sum to 1), `hardmax_uniform` shares 1 equally among them (the
///     limit of softmax), `hardmax_first` takes the first.
enum class Weighting { softmax_e, softmax_2, hardmax_all, hardmax_uniform, hardmax_first };

/// The weights of each row of scores. Masked entries are left out of the row and have weight 0.
/// Rational: exact. softmax_e throws InputError, for its weights are irrational; softmax_2 does where two scores of one
///   row differ by no integer, or by more than 2^20 (the weight would take more than a million bits).
/// Enclosure: encloses the weights for every choice of scores. Hardmax throws Undecided where the greatest score is not
///   known.
/// std::invalid_argument if the mask's size does not fit.
template <class S>
Matrix<S> weights(const Matrix<S>& scores, Weighting weighting, const Mask& mask);
template <class S>
Matrix<S> weights(const Matrix<S>& scores, Weighting weighting);

}  // namespace attest::theory
