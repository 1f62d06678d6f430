// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/contextual_instances.hpp"

#include <algorithm>

#include "theory/error.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

RationalVector powers(long base, long d) {
  RationalVector z = {1};
  while (static_cast<long>(z.size()) < d) z.push_back(z.back() * Rational(base));
  return z;
}

Rational total(const RationalVector& x) {
  Rational sum = 0;
  for (const Rational& e : x) sum += e;
  return sum;
}

Rational slack(const RationalVector& u) {
  RationalVector sorted = u;
  std::sort(sorted.begin(), sorted.end());
  Rational least = 1;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const Rational beyond = sorted[i] - sorted[i - 1] - Rational(1);
    if (beyond.sign() <= 0)
      throw InputError("u",
                       "expected gaps above 1, found " + sorted[i - 1].to_string() + " and " + sorted[i].to_string());
    least = i == 1 ? beyond : min(least, beyond);
  }
  return least;
}

std::vector<RationalVector> position_vectors(long n) {
  if (n == 1) return {{0}, {Rational(-7, 3)}};
  RationalVector close, own, unsorted, negative, huge;
  for (long i = 0; i < n; ++i) {
    close.push_back(Rational(1001 * i, 1000));
    own.push_back(Rational(2 * (n - i)));
    unsorted.push_back(Rational(3 * ((i + n / 2) % n), 2) - Rational(1, 3));
    negative.push_back(Rational(-5) - Rational(9 * i, 8));
    huge.push_back((i % 2 ? Rational(-1) : Rational(1)) * pow(Rational(10), 3 * i));
  }
  return {close, own, unsorted, negative, huge};
}

std::vector<RationalVector> sorted_position_vectors(long n) {
  std::vector<RationalVector> vectors = position_vectors(n);
  for (RationalVector& u : vectors) std::sort(u.begin(), u.end());
  return vectors;
}

long grid_size(Grid grid, long n, long d, long m, long most) {
  const long digits = grid == Grid::closed ? m + 1 : m;
  long size = 1;
  for (long i = 0; i < n * d; ++i) {
    size *= digits;
    if (size > most) return most + 1;
  }
  return size;
}

Step GridRange::operator()(const std::function<Step(long n, long m, long d)>& then) const {
  const auto fits = [&](long n, long m, long d) { return grid_size(grid, n, d, m, largest) <= largest; };
  std::vector<Step> by_n;
  for (long n = from_n; n <= 4 && fits(n, from_m, 1); ++n) {
    std::vector<Step> by_m;
    for (long m = from_m; m <= 4 && fits(n, m, 1); ++m) {
      std::vector<Step> by_d;
      for (long d = 1; d <= 3 && fits(n, m, d); ++d) by_d.push_back(then(n, m, d));
      by_m.push_back(theory::range("d", 1, static_cast<long>(by_d.size()), by_d));
    }
    by_n.push_back(theory::range("m", from_m, from_m + static_cast<long>(by_m.size()) - 1, by_m));
  }
  return theory::range("n", from_n, from_n + static_cast<long>(by_n.size()) - 1, by_n);
}

Step at_positions(const std::vector<RationalVector>& vectors, Step then) {
  std::vector<Value> shown;
  for (const RationalVector& u : vectors) shown.push_back(Value::vector(u));
  return theory::instances("u", std::move(shown), std::move(then));
}

Step counterexample(long n, long m, long d, const RationalVector& u, Step then) {
  return witness("n", n, witness("m", m, witness("d", d, witness("u", Value::vector(u), std::move(then)))));
}

}  // namespace attest::constructions
