// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/instruction_sets.hpp"

namespace attest::kernels::packed {

/// The sizes of a problem, and the same rounded up to whole blocks of an engine. Numbers between are zeros.
struct Sizes {
  std::int64_t queries, keys, width, value_width;
  std::int64_t padded_keys, padded_width, padded_value_width;
  std::int64_t key_elements, value_elements;  ///< of the packed keys and values of one head
};

/// How hardmax shares its 1 (attest_ties), or softmax.
enum class Weighting { softmax, hardmax_uniform, hardmax_first, hardmax_all };

/// One batch and head: where its matrices lie. Row i of a matrix is data + i * row (in elements).
struct Head {
  const void *query, *key, *value;
  std::int64_t query_row, key_row, value_row;
  void* output;
  std::int64_t output_row;
  float *row_sum, *log_sum_exp;  ///< null: not wanted
  /// B_ij = bias[i * bias_row + j]. A relative term is a slice of its family: bias_row = -1. Null: absent.
  const float *bias, *factor;
  std::int64_t bias_row, factor_row;
  const float* slope;        ///< ALiBi's, whose numbers attend makes for each block of keys; null: `bias` or nothing
  const std::uint8_t* mask;  ///< null: none
  std::int64_t mask_row;
  /// Key j is visible to query i, as far as a causal mask or a window says, when i + hidden_offset <= j < i +
  /// visible_offset.
  std::int64_t hidden_offset, visible_offset;
  double scale;  ///< positive: its sign, and scale 0, are in what is done to the bits of each word of the queries
  std::uint32_t query_keep, query_flip;
  float softcap, tanh_unit;  ///< score = softcap * tanh(product * tanh_unit / (2 log2 e)); 0: scale * product
  const float* sink;         ///< null: none
  Weighting weighting;
  void *packed_keys, *packed_values;  ///< aligned to 64 bytes; written by pack, read by attend
};

/// The part of a kernel that is compiled for one instruction set: all functions of these files see only plain structs,
/// so that no inline function of theirs can be linked into code for another processor.
struct Engine {
  std::int64_t key_unit, width_unit, value_unit;  ///< what padded_keys, ... are multiples of
  std::int64_t query_block;                       ///< rows of the output that one call of attend computes
  std::int64_t element;                           ///< bytes of a packed element
  std::uint32_t sign;                             ///< the sign bits of a packed word
  /// Bytes of attend's scratch, a multiple of 64.
  std::size_t (*scratch)(const Sizes& sizes);
  /// Packs keys first..last-1 (first a multiple of key_unit, last too or the last of all) and their values.
  void (*pack)(const Sizes& sizes, const Head& head, std::int64_t first, std::int64_t last);
  /// The rows first..first + query_block - 1 of the output (as far as there are), and of row_sum and log_sum_exp.
  void (*attend)(const Sizes& sizes, const Head& head, std::int64_t first, void* scratch);
};

extern const Engine amx_bfloat16;         ///< products of tiles (AMX-BF16)
extern const Engine avx512bf16_bfloat16;  ///< products of pairs in registers (AVX512-BF16)

/// Inputs widened to float32.
#define ATTEST_ENGINES(name) extern const Engine name##_bfloat16, name##_float16;
ATTEST_INSTRUCTION_SETS(ATTEST_ENGINES)
#undef ATTEST_ENGINES

}  // namespace attest::kernels::packed
