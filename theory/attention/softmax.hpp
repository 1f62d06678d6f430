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
///   exp: b^s_j, softmax without its denominator (URPE, section 3).
///   sigmoid: b^s_j / (1 + b^s_j), every entry by itself.
///   sparsemax (Martins and Astudillo 2016): the point of the simplex next to the scores.
///   scores: the scores themselves.
///   linear: s_j / sum_k s_k for s > 0. A head makes these of phi(Q) phi(K)^T in place of Q K^T, with phi(x) = x + 1
///     for x >= 0 and e^x below (elu + 1), entry by entry (Katharopoulos et al. 2020, eqs. 4 and 7).
enum class Weighting {
  softmax_e,
  softmax_2,
  hardmax_all,
  hardmax_uniform,
  hardmax_first,
  sigmoid_e,
  sigmoid_2,
  exp_e,
  exp_2,
  sparsemax,
  scores,
  linear
};

/// Whether the weights are powers of e, which no rational score but 0 makes rational.
inline bool in_base_e(Weighting weighting) {
  return weighting == Weighting::softmax_e || weighting == Weighting::sigmoid_e || weighting == Weighting::exp_e;
}

/// The weights of each row of scores. Masked entries are left out of the row and have weight 0.
/// `sinks` are scores of softmax's denominator alone: with one of 0 it is 1 + sum_k b^s_k.
/// Rational: exact. Base e throws InputError, for its weights are irrational; base 2 does where two scores of one row
/// (or
///   a score and 0, for a sigmoid or exp) differ by no integer, or by more than 2^20 (the weight would take more than a
///   million bits). InputError too for linear weights of a score that is not above 0.
/// Enclosure: encloses the weights for every choice of scores. Hardmax and sparsemax throw Undecided where the order of
///   the scores that matter is not known.
/// std::invalid_argument if the mask's size does not fit, or for sinks of another weighting than softmax.
template <class S>
Matrix<S> weights(const Matrix<S>& scores, Weighting weighting, const Mask& mask, const Vector<S>& sinks = {});
template <class S>
Matrix<S> weights(const Matrix<S>& scores, Weighting weighting);

}  // namespace attest::theory
