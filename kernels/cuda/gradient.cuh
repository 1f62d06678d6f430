// SPDX-License-Identifier: Apache-2.0
// Gradients with float32 multiply-adds, for every device and every width. Weights come again from the log-sum-exp that
// the forward pass stored, tile by tile; nothing of queries x keys is kept. A block owns a part of one gradient and
// adds up all that belongs to it in one order, which depends on the shape alone: no atomics, the same bits each time.
#pragma once

#include "kernels/attest_gradient_kernel.h"
#include "kernels/cuda/gradient_parts.cuh"
#include "kernels/cuda/tile.cuh"

namespace attest::cuda {

inline constexpr int kGradientTile = 32, kGradientThreads = 256, kGradientColumns = 64;

/// The problem and what the kernels keep between each other, all in device memory.
struct GradientTask {
  attest_gradient_problem problem;
  float* delta;  ///< [batches * heads * queries]: sum_j A_ij C_ij D_ij
};

/// B_ij or C_ij where its kind is known at run time.
__device__ inline float term_at(const attest_problem& p, const attest_term& term, std::int64_t b, std::int64_t h,
                                std::int64_t i, std::int64_t j) {
  const std::int64_t index = i - j + p.keys - 1;
  switch (term.kind) {
    case ATTEST_TERM_DENSE:
      return row_of<const float>(term.values, b, h, i)[j];
    case ATTEST_TERM_TOEPLITZ:
      return row_of<const float>(term.values, 0, h, 0)[index];
    case ATTEST_TERM_ALIBI:
      return -row_of<const float>(term.values, 0, h, 0)[0] * static_cast<float>(i < j ? j - i : i - j);
    default:
      return row_of<const float>(term.values, 0, h, term.bucket[index])[0];
  }
}

/// A tile of queries times keys of one batch and head, a thread having kRows of its elements in one column. Every
/// method is called by all threads of the block.
class WeightTile {
 public:
  static constexpr int kRows = kGradientTile * kGradientTile / kGradientThreads, kStride = kGradientTile + 1;
  using Numbers = float[kRows];
  /// Floats of shared memory: two operands of products.
  static constexpr int kShared = 2 * kGradientTile * kStride;

  __device__ WeightTile(const GradientTask& task, float* shared)
      : g_(task.problem), p_(task.problem.forward), delta_(task.delta), left_(shared), right_(shared + kShared / 2) {}

  __device__ static int column() { return static_cast<int>(threadIdx.x) % kGradientTile; }
  __device__ static int row(int r) {
    return static_cast<int>(threadIdx.x) / kGradientTile + r * (kGradientThreads / kGradientTile);
  }

  __device__ void move_to(std::int64_t batch, std::int64_t head, std::int64_t first_query, std::int64_t first_key) {
    b_ = batch, h_ = head, i_ = first_query, j_ = first_key;
  }

  /// Whether some query of the tile may see some of its keys: the last sees the most.
  __device__ bool is_visible() const {
    const std::int64_t last = i_ + kGradientTile - 1;
    return j_ < visible_end(p_, last < p_.queries ? last : p_.queries - 1);
  }

  /// A_ij, 0 where key j is hidden.
  __device__ void weights(Numbers& a) {
    Numbers s = {};
    if (p_.width > 0) multiply(p_.query, p_.key, p_.width, s);
    const auto scale = static_cast<float>(p_.scale);
    constexpr float kLog2E = 1.4426950408889634f;
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const std::int64_t i = i_ + row(r), j = j_ + column();
      a[r] = 0.0f;
      if (!is_seen(i, j)) continue;
      const float bias = p_.bias.kind == ATTEST_TERM_NONE ? 0.0f : term_at(p_, p_.bias, b_, h_, i, j);
      const float score = fmaf(s[r], scale, bias), sum = row_of<const float>(p_.log_sum_exp, b_, h_, 0)[i];
      if (score > -INFINITY) a[r] = exp2_approx((score - sum) * kLog2E);
    }
  }

  /// D_ij = dO_i . V_j
  __device__ void products(Numbers& d) {
#pragma unroll
    for (int r = 0; r < kRows; ++r) d[r] = 0.0f;
    if (p_.value_width > 0) multiply(g_.grad_output, p_.value, p_.value_width, d);
  }

  /// A_ij C_ij
  __device__ void multiply_factor(Numbers& a) const {
    if (p_.factor.kind == ATTEST_TERM_NONE) return;
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const std::int64_t i = i_ + row(r), j = j_ + column();
      if (i < p_.queries && j < p_.keys) a[r] *= term_at(p_, p_.factor, b_, h_, i, j);
    }
  }

  /// dS_ij = A_ij (C_ij D_ij - delta_i)
  __device__ void score_gradients(Numbers& to) {
    Numbers a, d;
    weights(a);
    products(d);
    multiply_factor(d);
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const std::int64_t i = i_ + row(r);
      to[r] = a[r] == 0.0f ? 0.0f : a[r] * (d[r] - delta_[(b_ * p_.heads + h_) * p_.queries + i]);
    }
  }

  /// A_ij C_ij D_ij, or without C, the gradient by it.
  __device__ void weighted_products(Numbers& to, bool with_factor) {
    Numbers d;
    weights(to);
    products(d);
    if (with_factor) multiply_factor(d);
#pragma unroll
    for (int r = 0; r < kRows; ++r) to[r] = to[r] == 0.0f ? 0.0f : to[r] * d[r];
  }

 private:
  __device__ bool is_seen(std::int64_t i, std::int64_t j) const {
    return i < p_.queries && j < visible_end(p_, i) &&
           (p_.mask_kind != ATTEST_MASK_BYTES || row_of<const std::uint8_t>(p_.mask, b_, h_, i)[j] != 0);
  }

  /// sums += rows of x (by query) times rows of y (by key).
  __device__ void multiply(const attest_tensor& x, const attest_tensor& y, std::int64_t width, Numbers& sums) {
    for (std::int64_t first = 0; first < width; first += kGradientTile) {
      __syncthreads();
      load(x, i_, p_.queries, first, width, left_);
      load(y, j_, p_.keys, first, width, right_);
      __syncthreads();
#pragma unroll 8
      for (int c = 0; c < kGradientTile; ++c) {
        const float number = read_shared(right_ + column() * kStride + c);
#pragma unroll
        for (int r = 0; r < kRows; ++r) sums[r] = fmaf(read_shared(left_ + row(r) * kStride + c), number, sums[r]);
      }
    }
  }

  __device__ void load(const attest_tensor& x, std::int64_t first_row, std::int64_t rows, std::int64_t first,
                       std::int64_t width, float* to) const {
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const bool is_there = first_row + row(r) < rows && first + column() < width;
      const std::int64_t from = offset_of(x, b_, h_, first_row + row(r)) + first + column();
      write_shared(to + row(r) * kStride + column(), is_there ? read_element(x.data, from, p_.dtype) : 0.0f);
    }
  }

  const attest_gradient_problem& g_;
  const attest_problem& p_;
  const float* delta_;
  float *left_, *right_;
  std::int64_t b_ = 0, h_ = 0, i_ = 0, j_ = 0;
};

/// Beside the tile: its numbers as an operand, and rows of the array that they multiply.
struct GradientShared {
  static constexpr int kFloats =
      WeightTile::kShared + kGradientTile * WeightTile::kStride + kGradientTile * kGradientColumns;
  float *tile, *weights, *rows;
  __device__ GradientShared()
      : tile(reinterpret_cast<float*>(dynamic_shared())),
        weights(tile + WeightTile::kShared),
        rows(weights + kGradientTile * WeightTile::kStride) {}
};

/// delta_i. A block has one tile of queries of one batch and head.
__global__ void __launch_bounds__(kGradientThreads) delta_kernel(const __grid_constant__ GradientTask task) {
  const attest_problem& p = task.problem.forward;
  const GradientShared shared;
  WeightTile tile(task, shared.tile);
  std::int64_t block = blockIdx.x;
  const std::int64_t tiles = tiles_of(p.queries, kGradientTile), first = block % tiles * kGradientTile;
  block /= tiles;
  WeightTile::Numbers sums = {};
  for (std::int64_t j = 0; j < p.keys; j += kGradientTile) {
    tile.move_to(block / p.heads, block % p.heads, first, j);
    if (!tile.is_visible()) break;
    WeightTile::Numbers numbers;
    tile.weighted_products(numbers, true);
#pragma unroll
    for (int r = 0; r < WeightTile::kRows; ++r) sums[r] += numbers[r];
  }
#pragma unroll
  for (int r = 0; r < WeightTile::kRows; ++r)
    write_shared(shared.weights + WeightTile::row(r) * WeightTile::kStride + WeightTile::column(), sums[r]);
  __syncthreads();
  const auto i = static_cast<std::int64_t>(threadIdx.x);
  if (i >= kGradientTile || first + i >= p.queries) return;
  float sum = 0.0f;
  for (int c = 0; c < kGradientTile; ++c) sum += read_shared(shared.weights + i * WeightTile::kStride + c);
  task.delta[block * p.queries + first + i] = sum;
}

enum class GradientOf { query, key, value };

/// Gradients of query, key or value. A block has a tile of rows of one part, and kGradientColumns of its columns.
template <GradientOf of>
__global__ void __launch_bounds__(kGradientThreads) rows_kernel(const __grid_constant__ GradientTask task) {
  constexpr bool by_query = of == GradientOf::query;
  constexpr int kEach = kGradientTile * kGradientColumns / kGradientThreads;
  const attest_gradient_problem& g = task.problem;
  const attest_problem& p = g.forward;
  const attest_tensor& array = by_query ? p.query : of == GradientOf::key ? p.key : p.value;
  const attest_tensor& to = by_query ? g.grad_query : of == GradientOf::key ? g.grad_key : g.grad_value;
  const attest_tensor& other = by_query ? p.key : of == GradientOf::key ? p.query : g.grad_output;
  const std::int64_t rows = by_query ? p.queries : p.keys, others = by_query ? p.keys : p.queries;
  const std::int64_t width = of == GradientOf::value ? p.value_width : p.width;

  const GradientShared shared;
  WeightTile tile(task, shared.tile);
  std::int64_t block = blockIdx.x;
  const std::int64_t tiles = tiles_of(rows, kGradientTile), panels = tiles_of(width, kGradientColumns);
  const std::int64_t first = block % tiles * kGradientTile;
  block /= tiles;
  const std::int64_t first_column = block % panels * kGradientColumns;
  block /= panels;
  const std::int64_t heads = parts_of(p.heads, array.head), part_b = block / heads, part_h = block % heads;
  const Range batches = range_of(part_b, p.batches, array.batch), all_heads = range_of(part_h, p.heads, array.head);

  const int column = static_cast<int>(threadIdx.x) % kGradientColumns,
            row = static_cast<int>(threadIdx.x) / kGradientColumns;
  constexpr int kRowStep = kGradientThreads / kGradientColumns;
  float sums[kEach] = {};
  for (std::int64_t b = batches.first; b < batches.end; ++b)
    for (std::int64_t h = all_heads.first; h < all_heads.end; ++h)
      for (std::int64_t k = 0; k < others; k += kGradientTile) {
        tile.move_to(b, h, by_query ? first : k, by_query ? k : first);
        if (!tile.is_visible()) continue;
        WeightTile::Numbers numbers;
        if constexpr (of == GradientOf::value) {
          tile.weights(numbers);
          tile.multiply_factor(numbers);
        } else {
          tile.score_gradients(numbers);
        }
        __syncthreads();  // the last product was read
#pragma unroll
        for (int r = 0; r < WeightTile::kRows; ++r) {
          const int i = WeightTile::row(r), j = WeightTile::column();
          write_shared(shared.weights + (by_query ? i * WeightTile::kStride + j : j * WeightTile::kStride + i),
                       numbers[r]);
        }
#pragma unroll
        for (int n = 0; n < kEach; ++n) {
          const std::int64_t at = k + row + n * kRowStep, c = first_column + column;
          write_shared(
              shared.rows + (row + n * kRowStep) * kGradientColumns + column,
              at < others && c < width ? read_element(other.data, offset_of(other, b, h, at) + c, p.dtype) : 0.0f);
        }
        __syncthreads();
#pragma unroll 8
        for (int n = 0; n < kGradientTile; ++n) {
          const float number = read_shared(shared.rows + n * kGradientColumns + column);
#pragma unroll
          for (int m = 0; m < kEach; ++m)
            sums[m] =
                fmaf(read_shared(shared.weights + (row + m * kRowStep) * WeightTile::kStride + n), number, sums[m]);
        }
      }
  const float scale = of == GradientOf::value ? 1.0f : static_cast<float>(p.scale);
#pragma unroll
  for (int m = 0; m < kEach; ++m) {
    const std::int64_t at = first + row + m * kRowStep, c = first_column + column;
    if (at < rows && c < width) write_element(to.data, offset_of(to, part_b, part_h, at) + c, p.dtype, scale * sums[m]);
  }
}

/// dS_ij (of the bias) or A_ij D_ij (of the factor).
__device__ inline void term_gradients(WeightTile& tile, bool of_bias, WeightTile::Numbers& numbers) {
  if (of_bias)
    tile.score_gradients(numbers);
  else
    tile.weighted_products(numbers, false);
}

/// The gradient of a dense term. A block has a tile of one part.
__global__ void __launch_bounds__(kGradientThreads)
    dense_term_kernel(const __grid_constant__ GradientTask task, bool of_bias) {
  const attest_problem& p = task.problem.forward;
  const attest_tensor& values = of_bias ? p.bias.values : p.factor.values;
  const attest_tensor& to = of_bias ? task.problem.grad_bias : task.problem.grad_factor;
  const GradientShared shared;
  WeightTile tile(task, shared.tile);
  std::int64_t block = blockIdx.x;
  const std::int64_t key_tiles = tiles_of(p.keys, kGradientTile), query_tiles = tiles_of(p.queries, kGradientTile);
  const std::int64_t first_key = block % key_tiles * kGradientTile;
  block /= key_tiles;
  const std::int64_t first_query = block % query_tiles * kGradientTile;
  block /= query_tiles;
  const std::int64_t heads = parts_of(p.heads, values.head), part_b = block / heads, part_h = block % heads;
  const Range batches = range_of(part_b, p.batches, values.batch), all_heads = range_of(part_h, p.heads, values.head);
  WeightTile::Numbers sums = {};
  for (std::int64_t b = batches.first; b < batches.end; ++b)
    for (std::int64_t h = all_heads.first; h < all_heads.end; ++h) {
      tile.move_to(b, h, first_query, first_key);
      if (!tile.is_visible()) continue;
      WeightTile::Numbers numbers;
      term_gradients(tile, of_bias, numbers);
#pragma unroll
      for (int r = 0; r < WeightTile::kRows; ++r) sums[r] += numbers[r];
    }
#pragma unroll
  for (int r = 0; r < WeightTile::kRows; ++r) {
    const std::int64_t i = first_query + WeightTile::row(r), j = first_key + WeightTile::column();
    if (i < p.queries && j < p.keys) row_of<float>(to, part_b, part_h, i)[j] = sums[r];
  }
}

/// Sums over the diagonals i - j + keys - 1 of a relative term: [head parts, positions]. A block has kGradientTile of
/// one part.
__global__ void __launch_bounds__(kGradientThreads)
    diagonals_kernel(const __grid_constant__ GradientTask task, bool of_bias, attest_tensor to) {
  const attest_problem& p = task.problem.forward;
  const attest_tensor& values = of_bias ? p.bias.values : p.factor.values;
  const GradientShared shared;
  WeightTile tile(task, shared.tile);
  const std::int64_t positions = p.queries + p.keys - 1, groups = tiles_of(positions, kGradientTile);
  const std::int64_t first = blockIdx.x % groups * kGradientTile, part = blockIdx.x / groups;
  const Range all_heads = range_of(part, p.heads, values.head);
  float sum = 0.0f;  // of diagonal first + threadIdx.x
  for (std::int64_t b = 0; b < p.batches; ++b)
    for (std::int64_t h = all_heads.first; h < all_heads.end; ++h)
      for (std::int64_t i = 0; i < p.queries; i += kGradientTile) {
        // Of queries i to i + 31 these diagonals have the keys from `least` to `most`.
        const std::int64_t middle = i - first + p.keys - 1;
        const std::int64_t least = middle - (kGradientTile - 1), most = middle + kGradientTile - 1;
        std::int64_t j = least <= 0 ? 0 : least / kGradientTile * kGradientTile;
        for (; j <= most && j < p.keys; j += kGradientTile) {
          tile.move_to(b, h, i, j);
          if (!tile.is_visible()) break;
          WeightTile::Numbers numbers;
          term_gradients(tile, of_bias, numbers);
          __syncthreads();  // the last tile was read
#pragma unroll
          for (int r = 0; r < WeightTile::kRows; ++r)
            write_shared(shared.weights + WeightTile::row(r) * WeightTile::kStride + WeightTile::column(), numbers[r]);
          __syncthreads();
          if (threadIdx.x >= kGradientTile) continue;
          for (int r = 0; r < kGradientTile; ++r) {
            const std::int64_t c = middle - static_cast<std::int64_t>(threadIdx.x) + r - j;
            if (c >= 0 && c < kGradientTile) sum += read_shared(shared.weights + r * WeightTile::kStride + c);
          }
        }
      }
  const std::int64_t position = first + static_cast<std::int64_t>(threadIdx.x);
  if (threadIdx.x < kGradientTile && position < positions) row_of<float>(to, 0, part, 0)[position] = sum;
}

/// Buckets and slopes from the sums over diagonals. A thread has one number of one part.
__global__ void __launch_bounds__(kGradientThreads)
    fold_kernel(const __grid_constant__ GradientTask task, bool of_bias, attest_tensor sums) {
  const attest_problem& p = task.problem.forward;
  const attest_term& term = of_bias ? p.bias : p.factor;
  const attest_tensor& to = of_bias ? task.problem.grad_bias : task.problem.grad_factor;
  const bool alibi = term.kind == ATTEST_TERM_ALIBI;
  const std::int64_t each = alibi ? 1 : term.buckets, index = blockIdx.x * std::int64_t{kGradientThreads} + threadIdx.x;
  if (index >= each * parts_of(p.heads, term.values.head)) return;
  const std::int64_t part = index / each, number = index % each;
  const std::int64_t positions = p.queries > 0 && p.keys > 0 ? p.queries + p.keys - 1 : 0;
  const float* from = row_of<const float>(sums, 0, part, 0);
  float sum = 0.0f;
  for (std::int64_t t = 0; t < positions; ++t) {
    const std::int64_t distance = t - (p.keys - 1);
    if (alibi)
      sum -= static_cast<float>(distance < 0 ? -distance : distance) * from[t];
    else if (term.bucket[t] == number)
      sum += from[t];
  }
  row_of<float>(to, 0, part, number)[0] = sum;
}

}  // namespace attest::cuda
