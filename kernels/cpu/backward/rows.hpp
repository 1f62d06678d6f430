// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/attest_kernel.h"
#include "kernels/cpu/simd/exp.hpp"
#include "kernels/cpu/simd/partial.hpp"

namespace attest::kernels::backward {

/// One row of a block between the products: P and dS of (G.1) in docs/numerics/gradients.md.
template <class V>
struct Row {
  using Scalar = typename V::Scalar;
  Scalar* scores;               ///< without what `scale` and `bias` add; replaced by P .* C, 0 from `count` on
  Scalar* products;             ///< D; replaced by dS, 0 from `count` on
  int count;                    ///< keys of the block that no causal mask hides
  int used;                     ///< >= count: numbers that the products read, less than a register before a row's end
  Scalar log_sum;               ///< the row's log2-sum-exp2
  Scalar delta;                 ///< dO . O
  Scalar scale;                 ///< what scores are multiplied by
  Scalar unit;                  ///< what `bias` is multiplied by
  const Scalar* bias;           ///< B, of the block's first key
  const Scalar* factor;         ///< C, of the block's first key
  const std::uint8_t* visible;  ///< mask bytes of the block's first key
  Scalar* bias_sums;            ///< dS is added to them
  Scalar* factor_sums;          ///< P .* D is added to them
};

/// What a row has besides.
struct Terms {
  bool scale, bias, factor, bytes, bias_sums, factor_sums;
};

/// The lanes that hold visible keys: all, or those of a mask.
template <class V>
struct All {
  using Register = typename V::Register;
  static Register load(const typename V::Scalar* p) { return V::load(p); }
  static void store(typename V::Scalar* p, Register x) { V::store(p, x); }
  static Register keep(Register x) { return x; }
};
template <class V>
struct Some {
  using Register = typename V::Register;
  typename V::Mask mask;
  Register load(const typename V::Scalar* p) const { return V::load(mask, p); }
  void store(typename V::Scalar* p, Register x) const { V::store(mask, p, x); }
  Register keep(Register x) const { return V::select(mask, x, Register{}); }
};

template <class V, Terms terms, class Lanes>
[[gnu::always_inline]] inline void weigh(const Row<V>& row, int j, Lanes present, Lanes seen) {
  using Register = typename V::Register;
  Register score = V::load(row.scores + j);
  if constexpr (terms.scale) score *= V::set(row.scale);
  if constexpr (terms.bias) score = V::fma(present.load(row.bias + j), V::set(row.unit), score);
  Register weight = seen.keep(simd::exp2<V>(score - V::set(row.log_sum)));
  const Register product = V::load(row.products + j), p = weight;
  Register step;
  if constexpr (terms.factor) {
    const Register c = present.load(row.factor + j);
    step = V::fma(c, product, -V::set(row.delta));
    weight *= c;
  } else {
    step = product - V::set(row.delta);
  }
  step = seen.keep(p * step);
  V::store(row.scores + j, weight);
  V::store(row.products + j, step);
  if constexpr (terms.bias_sums) present.store(row.bias_sums + j, present.load(row.bias_sums + j) + step);
  if constexpr (terms.factor_sums)
    present.store(row.factor_sums + j, present.load(row.factor_sums + j) + seen.keep(p * product));
}

template <class V, Terms terms>
void weigh_row(const Row<V>& row) {
  int j = 0;
  for (; j + V::lanes <= row.count; j += V::lanes) {
    if constexpr (terms.bytes) {
      weigh<V, terms>(row, j, Some<V>{V::first(V::lanes)}, Some<V>{V::nonzero(row.visible + j, V::lanes)});
    } else {
      weigh<V, terms>(row, j, All<V>{}, All<V>{});
    }
  }
  if (j < row.count) {
    const Some<V> present{V::first(row.count - j)};
    if constexpr (terms.bytes) {
      weigh<V, terms>(row, j, present, Some<V>{V::nonzero(row.visible + j, row.count - j)});
    } else {
      weigh<V, terms>(row, j, present, present);
    }
    j += V::lanes;
  }
  for (; j < row.used; j += V::lanes) {
    V::store(row.scores + j, typename V::Register{});
    V::store(row.products + j, typename V::Register{});
  }
}

template <class V>
using RowFunction = void (*)(const Row<V>&);

/// weigh_row of the terms: each but the first, which is known, asked for in turn.
template <class V, bool... asked>
RowFunction<V> choose_row(const bool* of) {
  if constexpr (sizeof...(asked) == 6) {
    return weigh_row<V, Terms{asked...}>;
  } else {
    return of[sizeof...(asked) - 1] ? choose_row<V, asked..., true>(of) : choose_row<V, asked..., false>(of);
  }
}

template <class V, bool scale>
RowFunction<V> choose_row(const Terms& t) {
  const bool of[] = {t.bias, t.factor, t.bytes, t.bias_sums, t.factor_sums};
  return choose_row<V, scale>(of);
}

}  // namespace attest::kernels::backward
