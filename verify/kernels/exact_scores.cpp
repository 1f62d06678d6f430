// SPDX-License-Identifier: Apache-2.0
#include "verify/kernels/exact_scores.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace attest::verify {

namespace {

/// What a set of doubles has in common: all are multiples of 2^lowest, none exceeds `greatest`, none has more than
/// `bits` significant bits. Zeros fit everywhere.
struct Grid {
  int lowest = std::numeric_limits<int>::max() / 4, bits = 0;
  double greatest = 0;

  void add(double x) {
    if (x == 0) return;
    int exponent = 0;
    const auto significand = static_cast<std::uint64_t>(std::ldexp(std::fabs(std::frexp(x, &exponent)), 53));
    const int zeros = std::countr_zero(significand);
    lowest = std::min(lowest, exponent - 53 + zeros);
    bits = std::max(bits, 53 - zeros);
    greatest = std::max(greatest, std::fabs(x));
  }
};

bool is_power_of_two(double x) {
  int exponent = 0;
  return std::fabs(std::frexp(x, &exponent)) == 0.5;
}

/// p of u = 2^-p, rounded down.
int bits_of(double unit) { return unit == 0 ? 1 << 20 : -std::ilogb(unit) - (is_power_of_two(unit) ? 0 : 1); }

}  // namespace

bool scores_cannot_round(const Head& head, const attest_error_class& error, std::int64_t i) {
  Grid query, key, bias;
  for (std::int64_t c = 0; c < head.width; ++c) query.add(head.query[static_cast<std::size_t>(i * head.width + c)]);
  for (const double x : head.key) key.add(x);
  if (head.has_bias()) {
    if (head.bias_rest_row(i) != nullptr) return false;
    std::vector<double> buffer(static_cast<std::size_t>(head.keys));
    const double* row = head.bias_row(i, buffer.data());
    for (std::int64_t j = 0; j < head.end(i); ++j) bias.add(row[j]);
  }
  const double scale = std::fabs(head.scale());
  if (head.width > 0 && !is_power_of_two(scale)) return false;
  if (error.input_round > 0 && std::max(query.bits, key.bits) > bits_of(error.input_round)) return false;

  const int products = query.lowest + key.lowest;
  const int lowest = std::min(products + (head.width > 0 ? std::ilogb(scale) : 0), bias.lowest);
  const double least = std::ldexp(1.0, std::min({lowest, products, query.lowest, key.lowest, 0}));
  const double greatest = (head.norm_of_query(i) * key.greatest * scale + bias.greatest) * (1 + 0x1p-50);
  return least >= error.underflow && greatest <= std::ldexp(1.0, std::min(1023, bits_of(error.accumulate) + lowest));
}

}  // namespace attest::verify
