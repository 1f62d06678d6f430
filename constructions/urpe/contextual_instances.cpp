// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/contextual_instances.hpp"

#include <algorithm>

#include "constructions/for_every.hpp"
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

std::vector<RationalVector> position_vectors(long n, long d) {
  if (n == 1) return {{0}, {Rational(-7, 3)}};
  RationalVector close, own, unsorted, negative, huge;
  for (long i = 0; i < n; ++i) {
    close.push_back(Rational(1001 * i, 1000));
    own.push_back(Rational(2 * (n - i)));
    unsorted.push_back(Rational(3 * ((i + n / 2) % n), 2) - Rational(1, 3));
    negative.push_back(Rational(-5) - Rational(9 * i, 8));
    huge.push_back((i % 2 ? Rational(-1) : Rational(1)) * pow(Rational(10), 3 * i));
  }
  if (d > 1) return {close, huge};
  return {close, own, unsorted, negative, huge};
}

std::vector<RationalVector> sorted_position_vectors(long n, long d) {
  std::vector<RationalVector> vectors = position_vectors(n, d);
  for (RationalVector& u : vectors) std::sort(u.begin(), u.end());
  return vectors;
}

long grid_size(GridKind grid, long n, long d, long m, long most) {
  const long digits = grid == GridKind::closed ? m + 1 : m;
  long size = 1;
  for (long i = 0; i < n * d; ++i) {
    size *= digits;
    if (size > most) return most + 1;
  }
  return size;
}

std::vector<RationalMatrix> grid_inputs(GridKind grid, long n, long d, long m) {
  const long digits = grid == GridKind::closed ? m + 1 : m;
  std::vector<RationalMatrix> inputs = {constant_matrix(n, d, 0)};
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
    for (std::size_t j = 0; j < static_cast<std::size_t>(d); ++j) {
      std::vector<RationalMatrix> longer;
      for (const RationalMatrix& X : inputs) {
        for (long k = 0; k < digits; ++k) {
          longer.push_back(X);
          longer.back()[i][j] = Rational(k, m);
        }
      }
      inputs = std::move(longer);
    }
  }
  return inputs;
}

Step Sizes::operator()(const std::function<Step(long n, long m, long d)>& then) const {
  return for_every("n", from_n, to_n, [&](long n) {
    return for_every("m", from_m, to_m,
                     [&](long m) { return for_every("d", 1, to_d, [&](long d) { return then(n, m, d); }); });
  });
}

std::vector<Sizes> certified_sizes(GridKind grid, long from_n, long from_m, bool thorough) {
  const long to_m = grid == GridKind::closed ? 2 : 3;
  return {{from_n, thorough ? 4 : 3, from_m, to_m, 1}, {from_n, 2, from_m, thorough ? to_m : 2, 2}};
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
