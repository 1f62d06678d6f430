// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace attest::kernels::backward {

/// Keys of a block: a multiple of every tile's rows and of every panel's width.
constexpr std::int64_t key_unit = 96, most_key_block = 384;

/// Keys of a block for `keys` in all. What a block has in several forms (keys, keys transposed, values transposed, two
/// gradients) stays in the second level of the cache, so wide rows take fewer; the more keys, the less often queries
/// come from the third one. `bytes`: of a number that the products read.
constexpr std::int64_t key_block(std::int64_t keys, std::int64_t width, std::int64_t value_width, std::int64_t bytes) {
  constexpr std::int64_t in_cache = 196608;
  const std::int64_t row = (width + value_width) * bytes;
  const std::int64_t fit = row * most_key_block <= in_cache ? most_key_block : in_cache / row / key_unit * key_unit;
  const std::int64_t most = fit < key_unit ? key_unit : fit, blocks = (keys + most - 1) / most;
  return blocks == 0 ? key_unit : ((keys + blocks - 1) / blocks + key_unit - 1) / key_unit * key_unit;
}

/// Queries of a block, at most: the depth of two of the products. Two matrices of queries x keys are in the cache, too.
constexpr std::int64_t most_query_block(std::int64_t key_block) { return key_block > most_key_block / 2 ? 96 : 132; }

/// A chunk has at least so many keys, and a problem at most so many tasks for the sake of threads: a chunk costs a copy
/// of the gradient of queries.
constexpr std::int64_t least_chunk = 1024, most_tasks = 8;

}  // namespace attest::kernels::backward
