// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cpu/fused/engine.hpp"
#include "kernels/problem.hpp"

namespace attest::kernels::fused {

/// A query of a head.
struct Query {
  std::int64_t head, number;
};

/// Keys begin..end-1.
struct Keys {
  std::int64_t begin, end;
  bool empty() const { return end <= begin; }
};

/// The rows of a task: the queries of plan.group heads that read the same keys and values, head after head, of which a
/// task has some that follow one another.
template <class V>  // so that the functions of two instruction sets have different names
struct Place {
  const Plan& plan;
  std::int64_t batch = 0, first_head = 0, first = 0, count = 0;

  Place(const Plan& of, std::int64_t task) : plan(of) {
    const attest_problem& p = *plan.problem;
    const std::int64_t unit = task / plan.query_blocks, units = p.heads / plan.group;
    batch = unit / units, first_head = unit % units * plan.group;
    first = task % plan.query_blocks * plan.query_block;
    const std::int64_t left = plan.group * p.queries - first;
    count = left < plan.query_block ? left : plan.query_block;
  }

  std::int64_t kv_head() const { return kernels::kv_head(*plan.problem, first_head); }

  /// Row i of the task.
  Query query(std::int64_t i) const {
    const std::int64_t queries = plan.problem->queries, row = first + i;
    return row < queries ? Query{first_head, row} : Query{first_head + row / queries, row % queries};
  }

  /// Whether rows i..i+live-1 are of one head, so that a row further down is the next query.
  bool straight(std::int64_t i, std::int64_t live) const { return query(i).number + live <= plan.problem->queries; }

  /// The least range that holds all keys that rows i..i+live-1 see.
  Keys seen_by_some(std::int64_t i, std::int64_t live) const {
    const attest_problem& p = *plan.problem;
    if (straight(i, live)) return {first_visible(p, query(i).number), visible_keys(p, query(i + live - 1).number)};
    Keys all{p.keys, 0};
    for (std::int64_t r = i; r < i + live; ++r) {
      const std::int64_t number = query(r).number;
      const Keys keys{first_visible(p, number), visible_keys(p, number)};
      if (keys.empty()) continue;
      all = {keys.begin < all.begin ? keys.begin : all.begin, keys.end > all.end ? keys.end : all.end};
    }
    return all;
  }

  /// Calls f(head, query, i, count) for the stretches of the task's rows that are of one head.
  template <class F>
  void each_head(F f) const {
    for (std::int64_t i = 0; i < count;) {
      const Query at = query(i);
      const std::int64_t to_end = plan.problem->queries - at.number, some = count - i < to_end ? count - i : to_end;
      f(at.head, at.number, i, some);
      i += some;
    }
  }
};

}  // namespace attest::kernels::fused
