// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/hardmax.hpp"

#include <algorithm>

namespace attest::theory {

namespace {

bool is_at_least(const Rational& a, const Rational& b) { return a >= b; }
bool is_at_least(const Enclosure& a, const Enclosure& b) {
  const Truth answer = a >= b;
  if (answer == Truth::unknown) throw Undecided("hardmax: it is not known which score is the greatest");
  return answer == Truth::yes;
}

template <class S>
bool is_greatest(const S& score, const Vector<S>& scores) {
  return std::all_of(scores.begin(), scores.end(), [&](const S& other) { return is_at_least(score, other); });
}

template <class S>
Vector<S> hardmax(const Vector<S>& scores, Weighting weighting) {
  if (scores.empty()) throw std::invalid_argument("hardmax of no scores");
  Vector<S> weights(scores.size(), S(0));
  long maxima = 0;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (!is_greatest(scores[j], scores)) continue;
    weights[j] = S(1);
    ++maxima;
    if (weighting == Weighting::hardmax_first) break;
  }
  switch (weighting) {
    case Weighting::hardmax_all:
    case Weighting::hardmax_first:
      return weights;
    case Weighting::hardmax_uniform:
      for (S& weight : weights) weight *= constant(Rational(1, maxima), scores.front());
      return weights;
    default:
      throw std::invalid_argument("hardmax with a softmax as its tie rule");
  }
}

}  // namespace

Vector<Rational> hardmax_row(const Vector<Rational>& scores, Weighting weighting) { return hardmax(scores, weighting); }
Vector<Enclosure> hardmax_row(const Vector<Enclosure>& scores, Weighting weighting) {
  return hardmax(scores, weighting);
}

}  // namespace attest::theory
