// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "constructions/draw.hpp"
#include "theory/certificate/certificate.hpp"

namespace attest::constructions::srpe {

/// One instance of the probability model of theory/definitions/srpe.stm: m tokens, n positions, output position i,
/// the position embeddings' exponentials u (2n-1 numbers > 0), the scores' exponentials w (m x m, > 0).
struct Model {
  long m, n, i;
  RationalVector u;
  RationalMatrix w;
};

/// What is asked of w beyond being positive.
enum class Scores {
  any,
  balanced,       ///< the mean over a token with itself equals the mean over all pairs
  self_greatest,  ///< w(a, a) > w(a, b) for b != a
};

struct ModelRange {
  long least_m = 1, largest_m = 3;
  long least_n = 1, largest_n = 3;
  Scores scores = Scores::any;
};

/// Certificate steps for `forall m: forall n: forall i in 1..n: forall u: forall w: ...` over the ranges, with two u
/// (all equal, and unsymmetric) and two w for each; `then` gives the step below w. With Scores::any one of the two w is
/// balanced.
theory::Step over_models(const ModelRange& range, const std::function<theory::Step(const Model&)>& then);

/// 1/m times the sum of w(a, a); 1/m^2 times the sum of all w(a, b).
theory::Rational mean_with_itself(const RationalMatrix& w);
theory::Rational mean_over_pairs(const RationalMatrix& w);
/// beta(0), eq. 6 over the positions that exist from i.
theory::Rational prior_of_self(const Model& model);

}  // namespace attest::constructions::srpe
