// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/sparsemax.hpp"

#include <stdexcept>

namespace attest::theory {

namespace {

bool exceeds(const Rational& a, const Rational& b) { return a > b; }
bool exceeds(const Enclosure& a, const Enclosure& b) {
  const Truth answer = a > b;
  if (answer == Truth::unknown) throw Undecided("sparsemax: it is not known which entries are positive");
  return answer == Truth::yes;
}

// The entries s_j whose sum of max(s_k - s_j, 0) is below 1 are the positive ones: t is below s_j for them alone. So no
// order is needed, and equal scores take no deciding among themselves.
template <class S>
Vector<S> sparsemax(const Vector<S>& scores) {
  if (scores.empty()) throw std::invalid_argument("sparsemax of no scores");
  const S zero = constant(Rational(0), scores.front()), one = constant(Rational(1), scores.front());
  std::vector<bool> positive;
  S sum = zero;
  long count = 0;
  for (const S& score : scores) {
    S above = zero;
    for (const S& other : scores) above += max(other - score, zero);
    positive.push_back(exceeds(one, above));
    if (!positive.back()) continue;
    sum += score;
    ++count;
  }
  const S threshold = (sum - one) * constant(Rational(1, count), scores.front());
  Vector<S> weights;
  for (std::size_t j = 0; j < scores.size(); ++j) weights.push_back(positive[j] ? scores[j] - threshold : zero);
  return weights;
}

}  // namespace

Vector<Rational> sparsemax_row(const Vector<Rational>& scores) { return sparsemax(scores); }
Vector<Enclosure> sparsemax_row(const Vector<Enclosure>& scores) { return sparsemax(scores); }

}  // namespace attest::theory
