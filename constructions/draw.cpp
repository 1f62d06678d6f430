// SPDX-License-Identifier: Apache-2.0
#include "constructions/draw.hpp"

#include <algorithm>
#include <numeric>

namespace attest::constructions {

using theory::Rational;

std::uint64_t Draw::bits() {  // splitmix64
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

long Draw::integer(long from, long to) {
  return from + static_cast<long>(bits() % static_cast<std::uint64_t>(to - from + 1));
}

Rational Draw::rational() {
  switch (integer(0, 7)) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return -1;
    default:
      return Rational(integer(-9, 9), integer(1, 6));
  }
}

RationalVector Draw::vector(long n) {
  RationalVector entries;
  for (long i = 0; i < n; ++i) entries.push_back(rational());
  return entries;
}

RationalMatrix Draw::matrix(long rows, long columns) {
  RationalMatrix result;
  for (long i = 0; i < rows; ++i) result.push_back(vector(columns));
  return result;
}

RationalVector Draw::distinct_vector(long n) {
  RationalVector entries;
  while (static_cast<long>(entries.size()) < n) {
    // The range grows with n, so that the loop ends.
    Rational next(integer(-4 * n, 4 * n), integer(1, 6));
    if (std::find(entries.begin(), entries.end(), next) == entries.end()) entries.push_back(next);
  }
  return entries;
}

RationalMatrix Draw::right_stochastic(long n) {
  RationalMatrix result;
  for (long i = 0; i < n; ++i) {
    std::vector<long> weights(static_cast<std::size_t>(n));
    long total = 0;
    while (total == 0) {
      total = 0;
      for (long& weight : weights) total += weight = integer(0, 5);
    }
    RationalVector row;
    for (long weight : weights) row.push_back(Rational(weight, total));
    result.push_back(std::move(row));
  }
  return result;
}

RationalMatrix Draw::with_row_sums(const RationalVector& v) {
  const long n = static_cast<long>(v.size());
  RationalMatrix result = matrix(n, n);
  for (std::size_t i = 0; i < v.size(); ++i) {
    Rational sum = std::accumulate(result[i].begin(), result[i].end(), Rational(0));
    result[i][static_cast<std::size_t>(integer(0, n - 1))] += v[i] - sum;
  }
  return result;
}

std::vector<long> Draw::permutation(long n) {
  std::vector<long> images(static_cast<std::size_t>(n));
  std::iota(images.begin(), images.end(), 1L);
  for (long i = n - 1; i > 0; --i) {
    std::swap(images[static_cast<std::size_t>(i)], images[static_cast<std::size_t>(integer(0, i))]);
  }
  return images;
}

RationalMatrix constant_matrix(long rows, long columns, const Rational& entry) {
  return RationalMatrix(static_cast<std::size_t>(rows), RationalVector(static_cast<std::size_t>(columns), entry));
}

}  // namespace attest::constructions
