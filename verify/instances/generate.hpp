// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verify/instances/instance.hpp"

namespace attest::verify::instances {

/// Whether an array has one part for all batches or heads: an axis of length 1, whose stride is 0.
struct OneForAll {
  bool batches = false, heads = false;
};

/// What a generated instance should be like. Generators keep operation, dtype and ties; they may take smaller sizes,
/// and masked_rows adds a mask where none is asked for.
struct Request {
  attest_operation operation = ATTEST_ATTENTION;
  attest_dtype dtype = ATTEST_FLOAT32;
  attest_ties ties = ATTEST_TIES_UNIFORM;
  std::int64_t batches = 1, heads = 1, queries = 16, keys = 16, width = 8, value_width = 8;
  std::optional<double>
      scale;  ///< without: 1 / sqrt(width), 1 for width 0. Generators of huge or tiny scores multiply it
  attest_term_kind bias = ATTEST_TERM_NONE, factor = ATTEST_TERM_NONE;
  std::int32_t buckets = 32;
  attest_mask_kind mask = ATTEST_MASK_NONE;
  std::int64_t diagonal = 0;
  std::int64_t window_left = ATTEST_WINDOW_OPEN, window_right = ATTEST_WINDOW_OPEN;  ///< of a WINDOW
  std::int64_t kv_heads = 0;                                                         ///< 0: heads
  double softcap = 0;                                                                ///< 0: none
  double keep_scale = 0;  ///< of dropout, 1 / (1 - p); 0: none
  bool sinks = false, scales = false;
  /// By turns a row sees no key of the first half, none of the second, or three in four: blocks of keys that one row
  /// sees and its neighbour does not. Else every row sees three in four.
  bool mask_stretches = false;
  /// Positional attention has one query, key, bias, factor and mask for all batches whatever is asked; a factor is for
  /// dense kinds alone one for all batches.
  OneForAll query, key, value, bias_parts, factor_parts{true, false}, mask_parts{false, true}, sink_parts, keep_parts,
      scale_parts;
};

struct Generator {
  std::string name;
  std::string what;  ///< one line, for --help
};

/// In a fixed order; `random` is the first.
const std::vector<Generator>& generators();

/// The instance of this generator, request and seed: the same bits everywhere. Every number is finite.
/// InputError for an unknown name (the line lists the known ones) and for a request that makes no instance, for example
/// a factor in an operation that has none.
Instance generate(const std::string& generator, const Request& request, std::uint64_t seed);

}  // namespace attest::verify::instances
