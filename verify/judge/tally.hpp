// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/judge/element.hpp"
#include "verify/judge/judge.hpp"

namespace attest::verify::judge {

/// Where an element stands in the outputs, and its format.
struct Place {
  const char* part;
  std::int64_t batch, head, query, column;
  attest_dtype dtype;
};

/// |computed - exact| against the bound. NaN is outside, an infinity judged as the least number that rounds to it.
ElementVerdict compare(const Place& place, double computed, const Expected& expected);

/// Counts a verdict. head_index = batch * heads + head: its place in the heat map.
void add(Judgement& to, const ElementVerdict& verdict, std::int64_t batches_times_heads, std::int64_t head_index,
         std::int64_t queries, std::size_t listed);

/// A judgement without elements whose heat map has the right shape.
Judgement blank_judgement(std::int64_t batches, std::int64_t heads, std::int64_t queries);

/// Adds what was counted over other elements. The order of merging does not matter where places differ.
void merge(Judgement& to, const Judgement& from, std::size_t listed);

}  // namespace attest::verify::judge
