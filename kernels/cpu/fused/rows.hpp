// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "kernels/attest_kernel.h"
#include "kernels/cpu/fused/engine.hpp"
#include "kernels/cpu/simd/exp.hpp"

namespace attest::kernels::fused {

/// One row of a block between the two products: its scores become weights in place, and what the row carries from
/// block to block is brought up to date (the online softmax of Milakov and Gimelshein 2018).
template <class V>
struct Row {
  using Scalar = typename V::Scalar;
  Scalar* scores;               ///< times `unit`, without a B in `bias`; replaced by weights (times C), 0 where hidden
  int begin, count;             ///< the keys that neither a causal mask nor a window hides, begin..count-1
  int used;                     ///< >= count: weights that the second product reads
  const Scalar* bias;           ///< B where it is added row by row, of the block's first key
  const Scalar* factor;         ///< of the block's first key
  const std::uint8_t* visible;  ///< mask bytes of the block's first key
  Scalar unit;                  ///< what `bias` is multiplied by
  // Carried from block to block.
  Scalar& reference;    ///< the score that weights are relative to; -infinity before the first visible key
  Scalar* sums;         ///< of weights, lane by lane
  Scalar* factor_sums;  ///< of weights times C, lane by lane
  Scalar* outputs;      ///< of weights times C times value
  std::int64_t outputs_count;
};

/// All lanes, in the place of a mask.
struct All {};

template <class V>
typename V::Register keep(All, typename V::Register x, typename V::Register) {
  return x;
}
template <class V>
typename V::Register keep(typename V::Mask m, typename V::Register x, typename V::Register other) {
  return V::select(m, x, other);
}
template <class V>
typename V::Register load(All, const typename V::Scalar* p) {
  return V::load(p);
}
template <class V>
typename V::Register load(typename V::Mask m, const typename V::Scalar* p) {
  return V::load(m, p);
}

/// The lanes from n on; all for n <= 0.
template <class V>
typename V::Mask from_lane(int n) {
  static constexpr auto flags = [] {
    struct {
      typename V::Scalar of[2 * V::lanes];
    } made{};
    for (int i = V::lanes; i < 2 * V::lanes; ++i) made.of[i] = 1;
    return made;
  }();
  return V::greater(V::load(flags.of + (n < 0 ? V::lanes : V::lanes - n)), typename V::Register{});
}

/// Calls f(j, All or mask) for the vectors that hold the row's visible keys. A mask of bytes begins at key 0.
template <class V, bool bytes, class F>
[[gnu::always_inline]] inline void for_visible(const Row<V>& row, F f) {
  for (int j = row.begin / V::lanes * V::lanes; j < row.count; j += V::lanes) {
    const int left = row.count - j < V::lanes ? row.count - j : V::lanes;
    if constexpr (bytes) {
      f(j, V::nonzero(row.visible + j, left));
    } else if (left == V::lanes && row.begin <= j) {
      f(j, All{});
    } else {
      f(j, V::both(from_lane<V>(row.begin - j), V::first(left)));
    }
  }
}

/// Adds what `bias` points at; lane by lane the greatest visible score.
template <class V, bool dense, bool bytes>
[[gnu::always_inline]] inline typename V::Register find_top(const Row<V>& row) {
  using Register = typename V::Register;
  const Register lowest = V::set(-std::numeric_limits<typename V::Scalar>::infinity()), unit = V::set(row.unit);
  Register top = lowest;
  for_visible<V, bytes>(
      row, [&](int j, auto part) __attribute__((always_inline)) {
        Register x = V::load(row.scores + j);
        if constexpr (dense) {
          x = V::fma(load<V>(part, row.bias + j), unit, x);
          V::store(row.scores + j, x);
        }
        top = V::max(top, keep<V>(part, x, lowest));
      });
  return top;
}

template <class V>
void clear(typename V::Scalar* from, const typename V::Scalar* to) {
  for (; from < to; ++from) *from = 0;
}

/// The vectors without a visible key.
template <class V>
void clear_hidden(const Row<V>& row) {
  clear<V>(row.scores, row.scores + row.begin / V::lanes * V::lanes);
  clear<V>(row.scores + (row.count + V::lanes - 1) / V::lanes * V::lanes, row.scores + row.used);
}

template <class V>
void scale(typename V::Scalar* x, std::int64_t n, typename V::Register by) {
  for (std::int64_t c = 0; c < n; c += V::lanes) V::store(x + c, V::load(x + c) * by);
}

/// Makes the row's reference the greatest score of `top`, and brings what the row carries to it.
template <class V>
void raise_reference(const Row<V>& row, typename V::Register top) {
  const typename V::Scalar greatest = V::greatest(top);
  if (row.reference != -std::numeric_limits<typename V::Scalar>::infinity()) {
    const typename V::Register shrink = simd::exp2<V>(V::set(row.reference - greatest));
    scale<V>(row.sums, V::lanes, shrink);
    scale<V>(row.factor_sums, V::lanes, shrink);
    scale<V>(row.outputs, row.outputs_count, shrink);
  }
  row.reference = greatest;
}

/// Whether the reference has to follow. The difference is rounded once, so that what stays is at most headroom * (1 +
/// u).
template <class V>
[[gnu::always_inline]] inline typename V::Mask exceeds(typename V::Register top, typename V::Scalar reference) {
  return V::greater(top - V::set(reference), V::set(headroom));
}

/// Weights 2^(score - reference).
template <class V, bool dense, bool factor, bool bytes>
void softmax_row(const Row<V>& row) {
  using Register = typename V::Register;
  using Scalar = typename V::Scalar;
  constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();
  const Register top = find_top<V, dense, bytes>(row);
  if (V::bits(exceeds<V>(top, row.reference))) raise_reference<V>(row, top);
  if (row.reference == -infinity) return clear<V>(row.scores, row.scores + row.used);

  const Register reference = V::set(row.reference);
  Register sum = V::load(row.sums), factor_sum = V::load(row.factor_sums);
  for_visible<V, bytes>(
      row, [&](int j, auto part) __attribute__((always_inline)) {
        Register weight = keep<V>(part, simd::exp2<V>(V::load(row.scores + j) - reference), Register{});
        sum += weight;
        if constexpr (factor) {
          weight *= load<V>(part, row.factor + j);
          factor_sum += weight;
        }
        V::store(row.scores + j, weight);
      });
  V::store(row.sums, sum);
  if constexpr (factor) V::store(row.factor_sums, factor_sum);
  clear_hidden<V>(row);
}

/// The rows of a tile all of whose keys are visible, a multiple of two vectors of them: what softmax_row does, to the
/// same bits, once the greatest scores are known. `weights`: the scores, row by row `weights_row` apart.
template <class V>
struct VisibleRows {
  using Scalar = typename V::Scalar;
  int live, keys;
  Scalar* weights;
  std::int64_t weights_row;
  const Scalar* factor;      ///< of row 0; a row further down begins one earlier; null: none
  const Scalar* references;  ///< finite
  Scalar *sums, *factor_sums;
};

template <class V, bool factor, class Between>
void softmax_rows(const VisibleRows<V>& rows, Between between) {
  using Register = typename V::Register;
  for (int r = 0; r < rows.live; ++r) {
    between();
    typename V::Scalar* const weights = rows.weights + r * rows.weights_row;
    const Register reference = V::set(rows.references[r]);
    Register sum = V::load(rows.sums + r * V::lanes), factor_sum = V::load(rows.factor_sums + r * V::lanes);
    for (int j = 0; j < rows.keys; j += 2 * V::lanes) {
#pragma GCC unroll 2
      for (int k = j; k < j + 2 * V::lanes; k += V::lanes) {
        Register weight = simd::exp2<V>(V::load(weights + k) - reference);
        sum += weight;
        if constexpr (factor) {
          weight *= V::load(rows.factor - r + k);
          factor_sum += weight;
        }
        V::store(weights + k, weight);
      }
    }
    V::store(rows.sums + r * V::lanes, sum);
    if constexpr (factor) V::store(rows.factor_sums + r * V::lanes, factor_sum);
  }
}

/// Weight 1 where the score equals the greatest so far, which is the reference; sums count the winners.
template <class V, bool dense, bool factor, bool bytes, bool only_first>
void hardmax_row(const Row<V>& row) {
  using Register = typename V::Register;
  const typename V::Scalar greatest = V::greatest(find_top<V, dense, bytes>(row));
  if (greatest > row.reference) {
    row.reference = greatest;
    clear<V>(row.sums, row.sums + V::lanes);
    clear<V>(row.factor_sums, row.factor_sums + V::lanes);
    clear<V>(row.outputs, row.outputs + row.outputs_count);
  } else if (greatest < row.reference || only_first || row.count == 0) {
    return clear<V>(row.scores, row.scores + row.used);
  }

  const Register reference = V::set(row.reference), one = V::set(1);
  Register sum = V::load(row.sums), factor_sum = V::load(row.factor_sums);
  bool found = false;
  for_visible<V, bytes>(
      row, [&](int j, auto part) __attribute__((always_inline)) {
        const Register seen = keep<V>(part, one, Register{});
        typename V::Mask winners = V::both(V::equal(V::load(row.scores + j), reference), V::equal(seen, one));
        if constexpr (only_first) {
          const unsigned lanes = V::bits(winners);
          winners = V::both(winners, V::first(found || lanes == 0 ? 0 : __builtin_ctz(lanes) + 1));
          found |= lanes != 0;
        }
        Register weight = V::select(winners, one, Register{});
        sum += weight;
        if constexpr (factor) weight = V::select(winners, load<V>(part, row.factor + j), Register{});
        factor_sum += weight;
        V::store(row.scores + j, weight);
      });
  V::store(row.sums, sum);
  V::store(row.factor_sums, factor_sum);
  clear_hidden<V>(row);
}

template <class V>
using RowFunction = void (*)(const Row<V>&);

/// The function of a problem's rows.
template <class V, bool dense, bool factor, bool bytes>
RowFunction<V> choose_operation(const attest_problem& p) {
  if (p.operation != ATTEST_HARDMAX) return softmax_row<V, dense, factor, bytes>;
  return p.ties == ATTEST_TIES_FIRST ? hardmax_row<V, dense, factor, bytes, true>
                                     : hardmax_row<V, dense, factor, bytes, false>;
}

template <class V, bool dense>
RowFunction<V> choose_terms(const attest_problem& p) {
  const bool bytes = p.mask_kind == ATTEST_MASK_BYTES;
  if (p.factor.kind == ATTEST_TERM_NONE)
    return bytes ? choose_operation<V, dense, false, true>(p) : choose_operation<V, dense, false, false>(p);
  return bytes ? choose_operation<V, dense, true, true>(p) : choose_operation<V, dense, true, false>(p);
}

/// with_bias: B is added row by row.
template <class V>
RowFunction<V> choose_row(const attest_problem& p, bool with_bias) {
  return with_bias ? choose_terms<V, true>(p) : choose_terms<V, false>(p);
}

}  // namespace attest::kernels::fused
