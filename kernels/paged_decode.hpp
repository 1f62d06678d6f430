// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/attest_kernel.h"

namespace attest::kernels {

/// Attention of one query a sequence and head over keys and values in pages: what a language model does for every token
/// that it writes. Sequence s has lengths[s] keys, and its query is the last one's, so that a causal mask hides
/// nothing. Key j lies in page page_of[s * pages_row + j / page_rows], row j % page_rows. As in attest_kernel.h, head h
/// reads head h / (heads / kv_heads), A = softmax(scale <q, k>), capped where there is a softcap and beside a sink
/// where there are sinks.
struct PagedDecode {
  /// Rows of keys or of values. Strides in elements; a row is contiguous.
  struct Pool {
    const void* data;
    std::int64_t page, row, head;
  };

  std::uint32_t dtype = ATTEST_FLOAT32;  ///< FLOAT32, BFLOAT16 or FLOAT16: of query, keys, values and output
  std::int64_t sequences = 0, heads = 0, kv_heads = 0, width = 0, value_width = 0;
  double scale = 1;
  double softcap = 0;                             ///< 0: none
  std::int64_t window_left = ATTEST_WINDOW_OPEN;  ///< a query sees so many keys before its own
  attest_tensor query{}, output{};                ///< row (s, h) at s * batch + h * head; `row` is not read
  Pool key{}, value{};
  std::int64_t page_rows = 1;
  const std::int32_t* page_of = nullptr;  ///< null: page s is all of sequence s
  std::int64_t pages_row = 0;
  const std::int64_t* lengths = nullptr;
  attest_tensor sinks{};                   ///< float32, of head h at h * head; data == NULL: none
  attest_tensor mask{};                    ///< uint8, of key j at s * batch + h * head + j; 0 hides it; NULL: none
  attest_tensor row_sum{}, log_sum_exp{};  ///< float32, (s, h) as in output; data == NULL: not wanted
};

/// Whether paged_decode() takes a problem on this processor; the reason if it does not. Page numbers and lengths are
/// read by neither: they have to be right.
attest_status check_paged_decode(const PagedDecode& problem, attest_message why);

/// Bytes of scratch.
std::size_t paged_decode_scratch(const PagedDecode& problem, int threads);

/// Computes every element of output. Reads each key and value once for all heads of its group. scratch is aligned to 64
/// bytes; the bits do not depend on it, on threads, on pages or on strides. Errors are those of the class of
/// attention_<dtype>_<isa>_decode (`attest kernels list`), the same code over keys and values without pages.
attest_status paged_decode(const PagedDecode& problem, void* scratch, int threads, attest_message why);

}  // namespace attest::kernels
