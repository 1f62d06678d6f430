// SPDX-License-Identifier: Apache-2.0
#include "constructions/srpe/adding_problem.hpp"

#include <algorithm>
#include <stdexcept>

namespace attest::constructions {

using theory::Rational;

AddingProblem adding_problem(const RationalVector& values, long j, long k) {
  const long T = static_cast<long>(values.size());
  if (T < 4 || j < 1 || j > std::min(10L, T - 1) || k < 1 || k > T / 2 - 1 || j == k)
    throw std::invalid_argument("adding_problem: T >= 4, 1 <= j <= min(10, T-1), 1 <= k <= T/2 - 1, j != k");
  RationalVector markers(values.size(), 0);
  markers.front() = markers.back() = -1;
  const auto first = static_cast<std::size_t>(j - 1), second = static_cast<std::size_t>(k - 1);
  markers[first] = markers[second] = 1;
  return {values, markers, Rational(1, 2) + (values[first] + values[second]) / Rational(4)};
}

AddingProblem draw_adding_problem(Draw& draw, long T) {
  RationalVector values;
  for (long i = 0; i < T; ++i) values.push_back(Rational(draw.integer(-10000, 10000), 10000));
  const long k = draw.integer(1, T / 2 - 1);
  long j = k;
  while (j == k) j = draw.integer(1, std::min(10L, T - 1));
  return adding_problem(values, j, k);
}

Rational sum_of_marked(const RationalVector& values, const RationalVector& markers) {
  Rational total(1, 2);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (markers[i] == Rational(1)) total += values[i] / Rational(4);
  return total;
}

}  // namespace attest::constructions
