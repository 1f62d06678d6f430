// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "verify/instances/array.hpp"

// The room instances: a problem for an attention kernel with its inputs (this file), in numbers of the kernel's own
// formats (array.hpp), generated (generate.hpp) or from files (instance_file.hpp).
namespace attest::verify::instances {

/// The terms B and C of an instance. `values` has the shape [heads, queries + keys - 1] (toeplitz), [batches or 1,
/// heads or 1, queries, keys] (dense), [heads] (alibi) or [buckets, heads] (buckets); float64 in a float64 instance,
/// float32 in every other.
struct Term {
  attest_term_kind kind = ATTEST_TERM_NONE;
  FloatArray values;
  std::vector<std::int32_t> bucket;  ///< BUCKETS: queries + keys - 1 numbers
};

/// Dropout with a mask that is given: what is kept is multiplied by `scale`, 1 / (1 - p).
struct Dropout {
  double scale = 0;                ///< 0: none
  std::vector<std::uint8_t> keep;  ///< [batches or 1, heads or 1, queries, keys]; 0 drops
  std::int64_t batches = 1, heads = 1;
};

/// A problem with its inputs: everything that determines what a kernel should compute. Arrays are dense:
/// query [batches or 1, heads or 1, queries, width], key [.., .., keys, width], value [.., .., keys, value_width]; a 1
/// stands for the same numbers in every batch or head.
struct Instance {
  attest_operation operation = ATTEST_ATTENTION;
  attest_dtype dtype = ATTEST_FLOAT32;
  attest_ties ties = ATTEST_TIES_UNIFORM;
  std::int64_t batches = 1, heads = 1, queries = 0, keys = 0, width = 0, value_width = 0;
  double scale = 1;
  FloatArray query, key, value;
  Term bias, factor;
  attest_mask_kind mask_kind = ATTEST_MASK_NONE;
  std::int64_t diagonal = 0;
  std::vector<std::uint8_t> mask;  ///< BYTES: [mask_batches, mask_heads, queries, keys]
  std::int64_t mask_batches = 1, mask_heads = 1;
  std::int64_t window_left = ATTEST_WINDOW_OPEN, window_right = ATTEST_WINDOW_OPEN;  ///< WINDOW
  std::int64_t kv_heads = 0;        ///< of key and value: head h reads h / (heads / kv_heads) of them; 0: heads
  double softcap = 0;               ///< 0: none
  std::optional<FloatArray> sinks;  ///< [heads or 1], of B's format
  Dropout dropout;
  /// What query, key and value are multiplied by: float32 [batches or 1, heads or 1], key's and value's of kv_heads.
  std::optional<FloatArray> query_scale, key_scale, value_scale;
  std::string name;  ///< how it was made, for reports

  /// InputError, which names the part and what was expected, unless every shape and dtype fits and every number is
  /// finite.
  void check() const;

  bool visible(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) const;

  std::int64_t heads_of_keys() const { return kv_heads == 0 ? heads : kv_heads; }
  /// The head of key and value that head h reads.
  std::int64_t kv_head(std::int64_t h) const { return kv_heads == 0 ? h : h / (heads / kv_heads); }
};

/// What a kernel computed. Shapes [batches, heads, queries, value_width] and [batches, heads, queries].
struct Outputs {
  FloatArray output;
  std::optional<FloatArray> row_sum, log_sum_exp;
};

/// The C problem over an instance's arrays and an output's, both of which must outlive it. Strides of axes of length 1
/// that stand for many are 0.
attest_problem as_problem(const Instance& instance, Outputs& outputs);
/// Outputs of the right shapes and dtypes, filled with NaN, so that what a kernel does not write is seen.
Outputs blank_outputs(const Instance& instance, bool with_row_sum, bool with_log_sum_exp);

}  // namespace attest::verify::instances
