// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/exact_scores.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "theory/scalar/rational.hpp"

namespace attest::verify::judge {

using theory::Rational;

namespace {

bool is_power_of_two(double x) {
  int exponent = 0;
  return std::fabs(std::frexp(x, &exponent)) == 0.5;
}

/// p of u = 2^-p, rounded down.
int bits_of(double unit) { return unit == 0 ? 1 << 20 : -std::ilogb(unit) - (is_power_of_two(unit) ? 0 : 1); }

}  // namespace

void Grid::add(double x) {
  if (x == 0) return;
  int exponent = 0;
  const auto significand = static_cast<std::uint64_t>(std::ldexp(std::fabs(std::frexp(x, &exponent)), 53));
  const int zeros = std::countr_zero(significand);
  lowest = std::min(lowest, exponent - 53 + zeros);
  bits = std::max(bits, 53 - zeros);
  greatest = std::max(greatest, std::fabs(x));
}

ExactScores::ExactScores(const Head& head) : head_(head) {
  for (const double x : head.key) key_.add(x);
}

bool ExactScores::cannot_round(const attest_error_class& error, std::int64_t i) const {
  const Head& head = head_;
  const Grid& key = key_;
  Grid query, bias;
  for (std::int64_t c = 0; c < head.width; ++c) query.add(head.query[static_cast<std::size_t>(i * head.width + c)]);
  if (head.has_bias()) {
    if (head.bias_rest_row(i) != nullptr) return false;
    std::vector<double> buffer(static_cast<std::size_t>(head.keys));
    const double* row = head.bias_row(i, buffer.data());
    for (std::int64_t j = 0; j < head.end(i); ++j) bias.add(row[j]);
  }
  const double scale = std::fabs(head.scale());
  // Query and key may both be multiplied by its square root instead (N.3), which must be a power of two, too.
  if (head.width > 0 && !(is_power_of_two(scale) && std::ilogb(scale) % 2 == 0)) return false;
  if (error.input_round > 0 && std::max(query.bits, key.bits) > bits_of(error.input_round)) return false;

  const int products = query.lowest + key.lowest, shift = head.width > 0 ? std::ilogb(scale) : 0;
  const int lowest = std::min(products + shift, bias.lowest);
  // Of all that a kernel may hold on the way: the scale may meet either factor first. What its root gives lies between
  // the number itself and what the scale gives.
  const int least_exponent =
      std::min({lowest, products, query.lowest, key.lowest, query.lowest + shift, key.lowest + shift, shift, 0});
  const double least = std::ldexp(1.0, least_exponent);
  const double greatest = (head.norm_of_query(i) * key.greatest * scale + bias.greatest) * (1 + 0x1p-50);
  // More than eta, which may be half of the least subnormal number: no number of its format.
  return least > error.underflow && greatest <= std::ldexp(1.0, std::min(1023, bits_of(error.accumulate) + lowest));
}

std::vector<std::int64_t> ExactScores::greatest(std::int64_t i, const std::vector<std::int64_t>& keys) const {
  if (keys.size() == 1) return keys;
  std::vector<double> buffer(static_cast<std::size_t>(head_.keys));
  const double* bias = head_.has_bias() ? head_.bias_row(i, buffer.data()) : nullptr;
  const double* rest = head_.bias_rest_row(i);
  const double *query = head_.query.data() + i * head_.width, *key = head_.key.data();
  const auto same = [&](std::int64_t a, std::int64_t b) {
    return std::equal(key + a * head_.width, key + (a + 1) * head_.width, key + b * head_.width) &&
           (bias == nullptr || bias[a] == bias[b]) && (rest == nullptr || rest[a] == rest[b]);
  };
  const auto score = [&](std::int64_t j) {
    Rational sum = 0;
    for (std::int64_t c = 0; c < head_.width; ++c)
      sum += Rational::from_double(query[c]) * Rational::from_double(key[j * head_.width + c]);
    sum *= Rational::from_double(head_.scale());
    if (bias != nullptr) sum += Rational::from_double(bias[j]);
    if (rest != nullptr) sum += Rational::from_double(rest[j]);
    return sum;
  };

  std::vector<std::int64_t> best;
  Rational top = 0;
  for (const std::int64_t j : keys) {
    if (!best.empty() && same(j, best.front())) {
      best.push_back(j);
      continue;
    }
    const Rational s = score(j);
    if (best.empty() || s > top) {
      best = {j};
      top = s;
    } else if (s == top) {
      best.push_back(j);
    }
  }
  return best;
}

}  // namespace attest::verify::judge
