// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <cstring>

#include "bench/kernels/backward.hpp"

namespace attest::bench {

namespace {

/// To nearest even; no NaN.
std::uint16_t narrowed(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

}  // namespace

void gradient_rows(float* scores, float* products, std::int64_t rows, std::int64_t length, const float* log_sum_exp,
                   const float* delta, const float* bias, const float* factor, float* grad_bias, float* grad_factor,
                   std::uint16_t* weight_bits, std::uint16_t* step_bits) {
  for (std::int64_t i = 0; i < rows; ++i) {
    float* __restrict s = scores + i * length;
    float* __restrict d = products + i * length;
    const float* __restrict b = bias;
    const float* __restrict c = factor;
    const float lse = log_sum_exp[i], less = delta[i];
    if (b != nullptr)
      for (std::int64_t j = 0; j < length; ++j) s[j] += b[j - i];
    for (std::int64_t j = 0; j < length; ++j) s[j] = std::exp(s[j] - lse);
    if (c == nullptr) {
      for (std::int64_t j = 0; j < length; ++j) d[j] = s[j] * (d[j] - less);
    } else {
      float* __restrict sum = grad_factor - i;
      for (std::int64_t j = 0; j < length; ++j) {
        const float p = s[j], x = d[j];
        sum[j] += p * x;
        d[j] = p * (c[j - i] * x - less);
        s[j] = p * c[j - i];
      }
    }
    if (grad_bias != nullptr) {
      float* __restrict sum = grad_bias - i;
      for (std::int64_t j = 0; j < length; ++j) sum[j] += d[j];
    }
    if (weight_bits == nullptr) continue;
    for (std::int64_t j = 0; j < length; ++j) weight_bits[i * length + j] = narrowed(s[j]);
    for (std::int64_t j = 0; j < length; ++j) step_bits[i * length + j] = narrowed(d[j]);
  }
}

}  // namespace attest::bench
