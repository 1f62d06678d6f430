// SPDX-License-Identifier: Apache-2.0
// The fused kernel: scores, bias, mask, running softmax or hardmax, factor, product with the values, tile after tile of
// keys. One template for every operation; Products is how the two matrix products are computed (products_simt.cuh,
// products_mma.cuh). Every sum has one order, which depends on the shape alone: the same bits each time.
#pragma once

#include "kernels/cuda/terms.cuh"
#include "kernels/cuda/tile.cuh"
#include "kernels/cuda/weights.cuh"

namespace attest::cuda {

template <class Products>
using SliceOf = Slice<Products::kQueries, Products::kKeys, Products::kThreads>;

/// Bytes of dynamic shared memory of attention_kernel<Products>: its tiles, then the slices of B and C.
template <class Products>
std::size_t products_bytes_of(const attest_problem& p) {
  return (Products::shared_bytes(p) + 15) / 16 * 16;
}
template <class Products>
std::size_t shared_bytes_of(const attest_problem& p) {
  return products_bytes_of<Products>(p) + 2 * SliceOf<Products>::kSize * sizeof(float);
}

/// What a block does. All pointers of the problem are device memory; slices points to 2 kSize floats of shared memory.
template <class Products>
class Attention {
 public:
  static constexpr int kRows = Products::kRows, kColumns = Products::kColumns, kOutputs = Products::kOutputs;
  using Scores = float[kRows][kColumns];

  __device__ Attention(const attest_problem& p, const Place& place, std::byte* shared, float* slices)
      : p_(p),
        place_(place),
        products_(p, place, shared),
        bias_slice_(p, p.bias, place.head, slices),
        factor_slice_(p, p.factor, place.head, slices + SliceOf<Products>::kSize),
        bias_dense_(p, p.bias, place, Products::row),
        factor_dense_(p, p.factor, place, Products::row) {
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const int i = place.first_query + Products::row(r);
      visible_[r] = visible_end(p, i);
      mask_[r] = p.mask_kind == ATTEST_MASK_BYTES && i < p.queries
                     ? row_of<const std::uint8_t>(p.mask, place.batch, place.head, i)
                     : nullptr;
    }
  }

  __device__ void run() {
    // The last query of the tile sees at least as much as the others.
    const std::int64_t last = p_.queries - 1 - place_.first_query;
    const int keys =
        visible_end(p_, place_.first_query + (last < Products::kQueries - 1 ? last : Products::kQueries - 1));
    const int tiles = static_cast<int>(tiles_of(keys, Products::kKeys));
    products_.begin(tiles);
    fetch_slices(0);
    for (int tile = 0; tile < tiles; ++tile) {
      const int first_key = tile * Products::kKeys;
      const int next_key = tile + 1 < tiles ? first_key + Products::kKeys : first_key;
      bias_slice_.store();
      factor_slice_.store();
      Scores scores;
      products_.scores(first_key, next_key, scores);
      fetch_slices(next_key);
      add_bias(first_key, scores);
      hide(first_key, scores);
      float rescale[kRows];
      if (p_.operation == ATTEST_HARDMAX)
        rows_.hardmax(scores, rescale, p_.ties == ATTEST_TIES_FIRST,
                      [&](int c) { return first_key + Products::column(c); });
      else
        rows_.softmax(scores, rescale);
      multiply_factor(first_key, scores);
#pragma unroll
      for (int r = 0; r < kRows; ++r)
#pragma unroll
        for (int c = 0; c < kOutputs; ++c) output_[r][c] *= rescale[r];
      products_.accumulate(first_key, next_key, scores, output_);
    }
    write();
  }

 private:
  __device__ void fetch_slices(int first_key) {
    bias_slice_.fetch(place_.first_query, first_key);
    factor_slice_.fetch(place_.first_query, first_key);
  }

  /// scores := scale * scores + B
  __device__ void add_bias(int first_key, Scores& scores) const {
    const auto scale = static_cast<float>(p_.scale);
    const auto each = [&](auto bias) {
#pragma unroll
      for (int r = 0; r < kRows; ++r)
#pragma unroll
        for (int c = 0; c < kColumns; ++c) scores[r][c] = fmaf(scores[r][c], scale, bias(r, c));
    };
    if (bias_slice_.active())
      each([&](int r, int c) { return bias_slice_.at(Products::row(r), Products::column(c)); });
    else if (bias_dense_.active())
      each([&](int r, int c) { return bias_dense_.at(r, first_key + Products::column(c)); });
    else
      each([](int, int) { return 0.0f; });
  }

  /// weights := weights * C; the sums for row_sum.
  __device__ void multiply_factor(int first_key, Scores& weights) {
    const auto each = [&](auto factor) {
#pragma unroll
      for (int r = 0; r < kRows; ++r)
#pragma unroll
        for (int c = 0; c < kColumns; ++c) {
          weights[r][c] *= factor(r, c);
          rows_.factored[r] += weights[r][c];
        }
    };
    if (factor_slice_.active())
      each([&](int r, int c) { return factor_slice_.at(Products::row(r), Products::column(c)); });
    else if (factor_dense_.active())
      each([&](int r, int c) { return factor_dense_.at(r, first_key + Products::column(c)); });
  }

  /// Scores of keys that a query does not see become -infinity.
  __device__ void hide(int first_key, Scores& scores) const {
#pragma unroll
    for (int r = 0; r < kRows; ++r)
#pragma unroll
      for (int c = 0; c < kColumns; ++c) {
        const int j = first_key + Products::column(c);
        if (j >= visible_[r] || (mask_[r] != nullptr && mask_[r][j] == 0)) scores[r][c] = -INFINITY;
      }
  }

  __device__ void write() {
    rows_.finish();
    const bool hardmax = p_.operation == ATTEST_HARDMAX;
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const std::int64_t i = place_.first_query + Products::row(r);
      if (i >= p_.queries) continue;
      const bool any = rows_.sum[r] != 0.0f;  // NaN stays NaN
      // What the sum of a hardmax row counts is divided by under uniform ties alone.
      const bool divided = any && !(hardmax && p_.ties != ATTEST_TIES_UNIFORM);
      const float divisor = divided ? rows_.sum[r] : 1.0f;
      const std::int64_t to = offset_of(p_.output, place_.batch, place_.head, i);
#pragma unroll
      for (int c = 0; c < kOutputs; ++c) {
        const int column = place_.first_column + Products::value_column(c);
        if (column < p_.value_width)
          write_element(p_.output.data, to + column, p_.dtype, any ? output_[r][c] / divisor : 0.0f);
      }
      if (place_.first_column > 0 || Products::column(0) > 0) continue;  // one thread a row
      const float total = p_.factor.kind == ATTEST_TERM_NONE ? rows_.sum[r] : rows_.factored[r];
      if (p_.row_sum.data != nullptr)
        row_of<float>(p_.row_sum, place_.batch, place_.head, 0)[i] = any ? total / divisor : 0.0f;
      if (p_.log_sum_exp.data != nullptr)
        row_of<float>(p_.log_sum_exp, place_.batch, place_.head, 0)[i] =
            any ? rows_.greatest[r] + logf(rows_.sum[r]) : -INFINITY;
    }
  }

  const attest_problem& p_;
  const Place& place_;
  Products products_;
  SliceOf<Products> bias_slice_, factor_slice_;
  Dense<kRows> bias_dense_, factor_dense_;
  int visible_[kRows];
  const std::uint8_t* mask_[kRows];
  RowState<kRows, Products::kRowLanes> rows_;
  float output_[kRows][kOutputs] = {};
};

/// One block computes one tile of queries of one head (and, for values wider than a tile, of some columns).
template <class Products>
__global__ void __launch_bounds__(Products::kThreads)
    attention_kernel(const __grid_constant__ attest_problem p, std::size_t products_bytes) {
  if constexpr (kArchitecture >= Products::kLeastArchitecture) {
    const Place place = place_of(p, blockIdx.x, Products::kQueries, Products::kValueColumns);
    std::byte* shared = dynamic_shared();
    auto* slices = reinterpret_cast<float*>(shared + products_bytes);
    Attention<Products>(p, place, shared, slices).run();
  }
}

}  // namespace attest::cuda
