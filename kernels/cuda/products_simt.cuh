// SPDX-License-Identifier: Apache-2.0
// Both matrix products with float32 fused multiply-adds, on any device and for any width: 16 x 16 threads, of which
// each holds 8 rows and 4 columns of a 128 x 64 tile of scores. Operands pass through shared memory as floats, a few of
// the contracted axis at a time, with the contracted axis outermost so that a thread reads its rows and its columns as
// whole vectors.
#pragma once

#include "kernels/cuda/tile.cuh"

namespace attest::cuda {

/// Four floats that are read together.
struct alignas(16) Four {
  float x[4];
};

template <int kValueColumns_>
class SimtProducts {
 public:
  static constexpr int kLeastArchitecture = 70;
  static constexpr int kThreads = 256, kQueries = 128, kKeys = 64, kValueColumns = kValueColumns_;
  static constexpr int kRows = 8, kColumns = 4, kRowLanes = 16, kOutputs = kValueColumns / 16;

  /// Bytes of shared memory.
  static std::size_t shared_bytes(const attest_problem&) { return sizeof(float) * (kKeys * kQueryStride + kBuffer); }

  __device__ SimtProducts(const attest_problem& p, const Place& place, std::byte* shared)
      : p_(p),
        place_(place),
        weights_(reinterpret_cast<float*>(shared)),
        buffer_(weights_ + kKeys * kQueryStride),
        query_(offset_of(p.query, place.batch, place.head, place.first_query)),
        key_(offset_of(p.key, place.batch, place.head, 0)),
        value_(offset_of(p.value, place.batch, place.head, 0) + place.first_column) {}

  /// Rows and columns of the tile that this thread holds.
  __device__ static int row(int r) { return 8 * (static_cast<int>(threadIdx.x) / 16) + r; }
  __device__ static int column(int c) { return 4 * (static_cast<int>(threadIdx.x) % 16) + c; }
  __device__ static int value_column(int c) { return 64 * (c / 4) + 4 * (static_cast<int>(threadIdx.x) % 16) + c % 4; }

  __device__ void begin(int) {}

  /// scores := Q K^T for the tile of keys that starts at first_key. Begins with a barrier.
  __device__ void scores(int first_key, int, float (&scores)[kRows][kColumns]) {
#pragma unroll
    for (int r = 0; r < kRows; ++r)
#pragma unroll
      for (int c = 0; c < kColumns; ++c) scores[r][c] = 0.0f;
    float* queries = buffer_;
    float* keys = buffer_ + kDepth * kQueryStride;
    __syncthreads();
    for (int k = 0; k < p_.width; k += kDepth) {
      const int depth = static_cast<int>(p_.width) - k < kDepth ? static_cast<int>(p_.width) - k : kDepth;
      gather<kQueries, kQueryStride>(p_.query, query_ + k, p_.queries - place_.first_query, depth, queries);
      gather<kKeys, kKeyStride>(p_.key, key_ + first_key * p_.key.row + k, p_.keys - first_key, depth, keys);
      __syncthreads();
      for (int d = 0; d < depth; ++d) {
        float a[kRows], b[kColumns];
        read(a, queries + d * kQueryStride + row(0));
        read(b, keys + d * kKeyStride + column(0));
#pragma unroll
        for (int r = 0; r < kRows; ++r)
#pragma unroll
          for (int c = 0; c < kColumns; ++c) scores[r][c] = fmaf(a[r], b[c], scores[r][c]);
      }
      __syncthreads();
    }
  }

  /// output += weights V, for the same tile. Ends with a barrier.
  __device__ void accumulate(int first_key, int, const float (&weights)[kRows][kColumns],
                             float (&output)[kRows][kOutputs]) {
#pragma unroll
    for (int c = 0; c < kColumns; ++c)
#pragma unroll
      for (int r = 0; r < kRows; r += 4)
        write_shared(reinterpret_cast<Four*>(weights_ + column(c) * kQueryStride + row(r)),
                     Four{weights[r][c], weights[r + 1][c], weights[r + 2][c], weights[r + 3][c]});
    const int columns = static_cast<int>(p_.value_width) - place_.first_column;
    for (int j = 0; j < kKeys && first_key + j < p_.keys; j += kValueDepth) {
      for (int n = static_cast<int>(threadIdx.x); n < kValueDepth * kValueColumns; n += kThreads) {
        const int key = first_key + j + n / kValueColumns, c = n % kValueColumns;
        write_shared(buffer_ + n, key < p_.keys && c < columns
                                      ? read_element(p_.value.data, value_ + key * p_.value.row + c, p_.dtype)
                                      : 0.0f);
      }
      __syncthreads();
#pragma unroll 4
      for (int d = 0; d < kValueDepth; ++d) {
        float a[kRows], b[kOutputs];
        read(a, weights_ + (j + d) * kQueryStride + row(0));
#pragma unroll
        for (int c = 0; c < kOutputs; c += 4) {
          const Four four = read_shared(reinterpret_cast<const Four*>(buffer_ + d * kValueColumns + value_column(c)));
#pragma unroll
          for (int i = 0; i < 4; ++i) b[c + i] = four.x[i];
        }
#pragma unroll
        for (int r = 0; r < kRows; ++r)
#pragma unroll
          for (int c = 0; c < kOutputs; ++c) output[r][c] = fmaf(a[r], b[c], output[r][c]);
      }
      __syncthreads();
    }
  }

 private:
  static constexpr int kDepth = 16, kValueDepth = 16;
  static constexpr int kQueryStride = kQueries + 4,
                       kKeyStride = kKeys + 4;  // fewer bank conflicts when they are written
  static constexpr int kScoreBuffer = kDepth * (kQueryStride + kKeyStride), kValueBuffer = kValueDepth * kValueColumns;
  static constexpr int kBuffer = kScoreBuffer > kValueBuffer ? kScoreBuffer : kValueBuffer;

  /// to[d * stride + row] := element number first + row * (stride of rows) + d; 0 for rows that are not there.
  template <int kTileRows, int stride>
  __device__ void gather(const attest_tensor& t, std::int64_t first, std::int64_t rows, int depth, float* to) const {
    for (int n = static_cast<int>(threadIdx.x); n < kTileRows * kDepth; n += kThreads) {
      const int row = n / kDepth, d = n % kDepth;
      if (d < depth)
        write_shared(to + d * stride + row,
                     row < rows ? read_element(t.data, first + row * t.row + d, p_.dtype) : 0.0f);
    }
  }
  template <int kCount>
  __device__ static void read(float (&to)[kCount], const float* from) {
#pragma unroll
    for (int n = 0; n < kCount; n += 4) {
      const Four four = read_shared(reinterpret_cast<const Four*>(from + n));
#pragma unroll
      for (int i = 0; i < 4; ++i) to[n + i] = four.x[i];
    }
  }

  const attest_problem& p_;
  const Place& place_;
  float *weights_, *buffer_;
  std::int64_t query_, key_, value_;  ///< numbers of the first elements
};

}  // namespace attest::cuda
