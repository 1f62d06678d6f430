// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums of products in double-double, eight columns at a time: each product exact as two doubles, each addition's error
// kept (Ogita, Rump and Oishi's Dot2).
#include "verify/judge/simd/exponential.hpp"

namespace attest::verify::judge::simd::ATTEST_SET {

struct Exact {
  Doubles sum{}, rest{};

  void add(Doubles factor, Doubles rest_of_factor, Doubles v) {
    const Pair product = two_product(factor, v), next = two_sum(sum, product.high);
    sum = next.high;
    rest += next.low + fused(rest_of_factor, v, product.low);
  }
};

/// high + low = sum_k (a_k + a_low_k) b_kc and bound = sum_k |bound_k b_kc| for the columns c of packed panels.
template <bool has_low>
ATTEST_INLINE void precise_product(const double* a, const double* a_low, const double* bound_of, std::int64_t depth,
                                   const double* b, std::int64_t panel_stride, std::int64_t columns, double* high,
                                   double* low, double* bound) {
  constexpr std::int64_t panel = vectors * lanes;
  for (std::int64_t p = 0; p * panel < columns; ++p) {
    Exact sum[vectors];
    Doubles size[vectors] = {};
    for (std::int64_t k = 0; k < depth; ++k) {
      const Doubles factor = all(a[k]), rest = all(has_low ? a_low[k] : 0), error = all(__builtin_fabs(bound_of[k]));
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) {
        const Doubles x = load<Doubles>(b + p * panel_stride + k * panel + v * lanes);
        sum[v].add(factor, rest, x);
        size[v] = fused(error, magnitude(x), size[v]);
      }
    }
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      const std::int64_t at = p * panel + v * lanes;
      store(high + at, sum[v].sum);
      store(low + at, sum[v].rest);
      store(bound + at, size[v]);
    }
  }
}

static void precise_products(const double* query, std::int64_t depth, const double* keys, std::int64_t panel_stride,
                             std::int64_t columns, double* high, double* low, double* magnitudes) {
  precise_product<false>(query, nullptr, query, depth, keys, panel_stride, columns, high, low, magnitudes);
}
static void precise_sums(const double* weight, const double* weight_low, const double* errors, std::int64_t depth,
                         const double* values, std::int64_t panel_stride, std::int64_t columns, double* high,
                         double* low, double* bound) {
  precise_product<true>(weight, weight_low, errors, depth, values, panel_stride, columns, high, low, bound);
}

}  // namespace attest::verify::judge::simd::ATTEST_SET
