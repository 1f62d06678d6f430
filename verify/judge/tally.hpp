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

/// The signed errors of a row's elements of one part, until the row is whole.
class RowErrors {
 public:
  void add(const ElementVerdict& verdict);
  /// Adds the row's mean, if there is an element with a finite bound, and begins anew.
  void flush(SignedErrors& into);

 private:
  std::int64_t count_ = 0;
  double upward_ = 0, outward_ = 0, slack_ = 0;
};

/// A judgement without elements whose heat map has the right shape.
Judgement blank_judgement(std::int64_t batches, std::int64_t heads, std::int64_t queries);

/// Adds what was counted over other elements. The order of merging does not matter where places differ.
void merge(Judgement& to, const Judgement& from, std::size_t listed);

}  // namespace attest::verify::judge
