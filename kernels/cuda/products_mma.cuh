// SPDX-License-Identifier: Apache-2.0
// Both matrix products on the matrix units through mma.sync (sm_80 and later): four warps of 16 queries each. A tile of
// queries stays in shared memory; tiles of keys and of values arrive by asynchronous copies, the next keys while this
// tile's weights are made, the next values while the next scores are. The weights never leave the registers: the layout
// in which the first product leaves them is that in which the second one takes them.
#pragma once

#include "kernels/cuda/tile.cuh"

namespace attest::cuda {

/// What lies in memory for an operand of the matrix units.
template <class Operand>
struct Stored {
  using Type = Operand;
};
template <>
struct Stored<Tf32> {
  using Type = float;
};

template <class Operand, int kValueColumns_>
class MmaProducts {
 public:
  using Element = typename Stored<Operand>::Type;
  static constexpr int kLeastArchitecture = 80;
  static constexpr int kThreads = 128, kQueries = 64, kKeys = kValueColumns_ > 128 ? 32 : 64;
  static constexpr int kValueColumns = kValueColumns_;
  static constexpr int kRows = 2, kColumns = kKeys / 4, kRowLanes = 4, kOutputs = kValueColumns / 4;

  /// Bytes of shared memory: the tiles of queries, keys and values.
  static std::size_t shared_bytes(const attest_problem& p) {
    return sizeof(Element) *
           (static_cast<std::size_t>(kQueries + kKeys) * stride_of(padded(p.width)) + kKeys * stride_of(kValueColumns));
  }

  __device__ MmaProducts(const attest_problem& p, const Place& place, std::byte* shared)
      : p_(p),
        place_(place),
        width_(padded(p.width)),
        query_tile_(reinterpret_cast<Element*>(shared)),
        key_tile_(query_tile_ + kQueries * stride_of(width_)),
        value_tile_(key_tile_ + kKeys * stride_of(width_)) {}

  /// Rows and columns of the tile that this thread holds, as the accumulators of m16n8 do.
  __device__ static int row(int r) { return 16 * warp() + lane() / 4 + 8 * r; }
  __device__ static int column(int c) { return 8 * (c / 2) + 2 * (lane() % 4) + c % 2; }
  __device__ static int value_column(int c) { return column(c); }

  /// Starts the copies for the first tile; `tiles` of keys will follow one another.
  __device__ void begin(int tiles) {
    if (tiles == 0) return;
    const Element* query = row_of<const Element>(p_.query, place_.batch, place_.head, place_.first_query);
    copy<kQueries>(query, p_.query, p_.queries - place_.first_query, static_cast<int>(p_.width), width_, query_tile_);
    copy_keys(0);
    commit_copies();
    copy_values(0);
    commit_copies();
  }

  /// scores := Q K^T for the tile of keys that starts at first_key. Begins with a barrier.
  __device__ void scores(int first_key, int next_key, float (&scores)[kRows][kColumns]) {
    float sums[kKeys / 8][4] = {};
    wait_copies<1>();  // the keys; the values behind them may still be under way
    __syncthreads();
    for (int k = 0; k < width_; k += kDepth) {
      std::uint32_t a[4];
      load_matrices(a, query_tile_ + (16 * warp() + lane() % 16) * stride_of(width_) + k + lane() / 16 * kHalfDepth);
      round(a);
#pragma unroll
      for (int j = 0; j < kKeys; j += 16) {
        std::uint32_t words[4];
        const int key = j + lane() / 16 * 8 + lane() % 8;
        load_matrices(words, key_tile_ + key * stride_of(width_) + k + lane() / 8 % 2 * kHalfDepth);
        round(words);
        multiply_accumulate<Operand>(sums[j / 8], a, {words[0], words[1]});
        multiply_accumulate<Operand>(sums[j / 8 + 1], a, {words[2], words[3]});
      }
    }
    __syncthreads();
    if (next_key > first_key) copy_keys(next_key);
    commit_copies();
#pragma unroll
    for (int c = 0; c < kColumns; ++c)
#pragma unroll
      for (int r = 0; r < kRows; ++r) scores[r][c] = sums[c / 2][2 * r + c % 2];
  }

  /// output += weights V, for the same tile. Ends with a barrier.
  __device__ void accumulate(int first_key, int next_key, const float (&weights)[kRows][kColumns],
                             float (&output)[kRows][kOutputs]) {
    wait_copies<1>();  // the values; the next keys may still be under way
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kKeys; j += kDepth) {
      std::uint32_t a[4];
      weight_fragment(weights, j / 4, a);
#pragma unroll
      for (int column = 0; column < kValueColumns; column += 16) {
        std::uint32_t b[2][2];
        value_fragments(j, column, b);
#pragma unroll
        for (int n = 0; n < 2; ++n) {
          const int c = column / 4 + 2 * n;
          float sums[4] = {output[0][c], output[0][c + 1], output[1][c], output[1][c + 1]};
          multiply_accumulate<Operand>(sums, a, b[n]);
#pragma unroll
          for (int i = 0; i < 4; ++i) output[i / 2][c + i % 2] = sums[i];
        }
      }
    }
    __syncthreads();
    if (next_key > first_key) copy_values(next_key);
    commit_copies();
  }

 private:
  static constexpr bool kTf32 = sizeof(Element) == 4;
  static constexpr int kDepth = kTf32 ? 8 : 16, kHalfDepth = kDepth / 2;  ///< of one product; 32 and 16 bytes
  static constexpr int kChunk = 16 / static_cast<int>(sizeof(Element));   ///< elements of one copy

  __host__ __device__ static int padded(std::int64_t width) {
    return static_cast<int>((width + kDepth - 1) / kDepth * kDepth);
  }
  /// Rows are an odd number of 16 bytes apart: eight of them lie in different banks.
  __host__ __device__ static int stride_of(int width) { return width + kChunk; }
  __device__ static int warp() { return static_cast<int>(threadIdx.x) / 32; }
  __device__ static int lane() { return static_cast<int>(threadIdx.x) % 32; }

  __device__ static void round(std::uint32_t (&words)[4]) {
    if constexpr (kTf32)
#pragma unroll
      for (std::uint32_t& word : words) word = round_to_tf32(as_float(word));
  }

  /// Weights of keys 4 * c, ... of the tile, as the left operand. For tf32 the depth is counted in another order (2 l
  /// and 2 l + 1 where the instruction has l and l + 4), here and in value_fragments alike: the sum is the same.
  __device__ static void weight_fragment(const float (&w)[kRows][kColumns], int c, std::uint32_t (&a)[4]) {
    if constexpr (kTf32) {
#pragma unroll
      for (int i = 0; i < 4; ++i) a[i] = round_to_tf32(w[i % 2][c + i / 2]);
    } else {
#pragma unroll
      for (int i = 0; i < 4; ++i) a[i] = pack<Operand>(w[i % 2][c + i / 2 * 2], w[i % 2][c + i / 2 * 2 + 1]);
    }
  }
  /// Right operands for keys j, ..., j + kDepth - 1 and two groups of 8 columns.
  __device__ void value_fragments(int j, int column, std::uint32_t (&b)[2][2]) const {
    constexpr int stride = kValueColumns + kChunk;
    if constexpr (kTf32) {
#pragma unroll
      for (int i = 0; i < 4; ++i)
        b[i / 2][i % 2] = round_to_tf32(
            read_shared(value_tile_ + (j + 2 * (lane() % 4) + i % 2) * stride + column + i / 2 * 8 + lane() / 4));
    } else {
      std::uint32_t words[4];
      load_matrices_transposed(words, value_tile_ + (j + lane() % 16) * stride + column + lane() / 16 * 8);
#pragma unroll
      for (int i = 0; i < 4; ++i) b[i / 2][i % 2] = words[i];
    }
  }

  __device__ void copy_keys(int first_key) {
    const Element* key = row_of<const Element>(p_.key, place_.batch, place_.head, first_key);
    copy<kKeys>(key, p_.key, p_.keys - first_key, static_cast<int>(p_.width), width_, key_tile_);
  }
  __device__ void copy_values(int first_key) {
    const Element* value = row_of<const Element>(p_.value, place_.batch, place_.head, first_key) + place_.first_column;
    copy<kKeys>(value, p_.value, p_.keys - first_key, static_cast<int>(p_.value_width) - place_.first_column,
                kValueColumns, value_tile_);
  }

  /// kTileRows rows of `width` elements into rows of `columns` ones; what is not there becomes 0. By asynchronous
  /// copies where addresses allow it, element by element elsewhere.
  template <int kTileRows>
  __device__ static void copy(const Element* from, const attest_tensor& layout, std::int64_t rows, int width,
                              int columns, Element* to) {
    const int stride = stride_of(columns);
    const bool chunks = reinterpret_cast<std::uintptr_t>(from) % 16 == 0 && layout.row % kChunk == 0 &&
                        (width % kChunk == 0 || width > columns);
    if (chunks) {
      const int each = columns / kChunk;
      for (int n = static_cast<int>(threadIdx.x); n < kTileRows * each; n += kThreads) {
        const int row = n / each, column = n % each * kChunk;
        const bool valid = row < rows && column < width;
        copy_async_16(to + row * stride + column, valid ? from + row * layout.row + column : from, valid);
      }
    } else {
      for (int n = static_cast<int>(threadIdx.x); n < kTileRows * columns; n += kThreads) {
        const int row = n / columns, column = n % columns;
        write_shared(to + row * stride + column,
                     row < rows && column < width ? from[row * layout.row + column] : Element{});
      }
    }
  }

  const attest_problem& p_;
  const Place& place_;
  int width_;  ///< padded to whole products
  Element *query_tile_, *key_tile_, *value_tile_;
};

}  // namespace attest::cuda
