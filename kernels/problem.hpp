// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/attest_kernel.h"

namespace attest::kernels {

/// Writes a line into a message (cut to its size) and returns the status: `return refuse(why, ATTEST_INVALID, "...",
/// ...)`.
[[gnu::format(printf, 3, 4)]] attest_status refuse(attest_message why, attest_status status, const char* format, ...);

/// Whether a problem is well-formed as attest_kernel.h says: known struct_size and enumerators, sizes that are not
/// negative and whose products fit 63 bits, a finite scale, terms that the operation takes, tensors that are present
/// and aligned, outputs whose elements do not coincide with one another or with an input. Reads bucket numbers, but no
/// element of a tensor.
attest_status check_problem(const attest_problem& problem, attest_message why);

/// What a kernel knows of what came with ABI 2, a bit each.
enum class Extensions : unsigned {
  none = 0,
  groups = 1,
  window = 2,
  softcap = 4,
  sinks = 8,
  dropout = 16,
  scales = 32,
  all = 63,
  decoding = groups | window | softcap | sinks  ///< what language models that are shipped ask for
};

/// check_problem, and whether the problem is of the one operation and dtype that a kernel computes, without what it
/// does not know.
attest_status check_computes(const attest_problem& problem, std::uint32_t operation, std::uint32_t dtype,
                             Extensions known, attest_message why);

/// The first thing of a problem that came with ABI 2 and is not known ("softcap", ...); null if there is none, so that
/// with Extensions::none it is null for basic problems alone.
const char* extension_beyond(const attest_problem& problem, Extensions known);

/// Bytes of one element. 0 for an unknown dtype.
std::int64_t size_of(std::uint32_t dtype);
/// The dtype of B, C, row_sum and log_sum_exp.
inline std::uint32_t term_dtype(const attest_problem& p) {
  return p.dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
}

/// The words of the enumerators, as in kernels' names ("urpe", "bfloat16") and in files. Null for an unknown one.
const char* operation_name(std::uint32_t operation);
const char* dtype_name(std::uint32_t dtype);
const char* term_name(std::uint32_t kind);  ///< none, toeplitz, dense, alibi, buckets
const char* mask_name(std::uint32_t kind);  ///< none, causal, bytes, window
const char* ties_name(std::uint32_t ties);  ///< uniform, first, all

/// The head of key and value that head h reads.
inline std::int64_t kv_head(const attest_problem& p, std::int64_t h) {
  return p.kv_heads == 0 ? h : h / (p.heads / p.kv_heads);
}

/// The keys that query i may see under no mask, a causal one or a window: first_visible, ..., visible_keys - 1, none if
/// these are no fewer. Neither falls with i.
inline std::int64_t visible_keys(const attest_problem& p, std::int64_t i) {
  if (p.mask_kind != ATTEST_MASK_CAUSAL && p.mask_kind != ATTEST_MASK_WINDOW) return p.keys;
  const std::int64_t end = i + p.diagonal + 1 + (p.mask_kind == ATTEST_MASK_WINDOW ? p.window_right : 0);
  return end < 0 ? 0 : end < p.keys ? end : p.keys;
}
inline std::int64_t first_visible(const attest_problem& p, std::int64_t i) {
  if (p.mask_kind != ATTEST_MASK_WINDOW) return 0;
  const std::int64_t begin = i + p.diagonal - p.window_left;
  return begin < 0 ? 0 : begin < p.keys ? begin : p.keys;
}

/// Element (b, h, i, 0) of a tensor.
template <typename T>
T* row_of(const attest_tensor& t, std::int64_t b, std::int64_t h, std::int64_t i) {
  return static_cast<T*>(t.data) + b * t.batch + h * t.head + i * t.row;
}

}  // namespace attest::kernels
