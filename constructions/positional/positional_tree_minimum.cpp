// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/minimum_layers.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;
using theory::Value;

namespace {

Step with_hardmax(long largest_n) {
  return for_every("n", 1, largest_n, [&](long n) {
    return witness("net", ring_network(n, -1), instances("x", sample_numbers(n), evaluate()));
  });
}

// Softmax, exactly: where a rational network is evaluated to equality, all scores of a row are equal.
Step with_equal_scores() {
  return for_every("n", 1, 2, [&](long n) {
    return stacked_witnesses(mean_network(n, -1), instances("x", sample_numbers(n), evaluate()));
  });
}

Step with_softmax(long largest_n) {
  return for_every("n", 1, largest_n, [&](long n) {
    return witness("net", softmax_ring_network(n, -1), instances("x", sample_numbers_in_unit_interval(n), evaluate()));
  });
}

Step trees(long largest_k) {
  return for_every("k", 0, largest_k, [&](long k) { return instances("x", sample_numbers(1L << k), evaluate()); });
}

Exhibit rounds() {
  Exhibit::Table table{{"node", "number", "after layer 1", "after layer 2", "after layer 3"}, {}};
  std::vector<long> numbers = {4, 9, 2, 7, 5};
  std::vector<std::vector<long>> columns = {numbers};
  for (std::size_t step = 1; step < 8; step *= 2) {
    std::vector<long> next;
    for (std::size_t i = 0; i < 5; ++i) next.push_back(std::min(columns.back()[i], columns.back()[(i + step) % 5]));
    columns.push_back(next);
  }
  for (std::size_t i = 0; i < 5; ++i) {
    table.rows.push_back({std::to_string(i + 1)});
    for (const auto& column : columns) table.rows.back().push_back(std::to_string(column[i]));
  }
  return {"Five numbers around a ring, three layers", "In layer l each node takes the minimum with node i + 2^(l-1).",
          table};
}

}  // namespace

// Positional Attention, section 6: the exact minimum in ceil(log2 n) layers.
Findings positional_tree_minimum(const Effort& effort) {
  const std::string id = "positional.tree-minimum";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_trees.v", "tree_minimum_log")},
      {id, "printed", true, with_equal_scores()},
      {id, "finding_hardmax", true, theory::proof("theory/proofs/bound_hardmax_trees.v", "tree_minimum_hardmax")},
      {id, "finding_hardmax", true, with_hardmax(effort.thorough ? 12 : 8)},
      {id, "finding_enclosed", true, theory::proof("theory/proofs/bound_trees.v", "tree_minimum_enclosed")},
      {id, "finding_enclosed", true, with_softmax(effort.thorough ? 8 : 5)},
      {id, "finding_binary_tree", true, theory::proof("theory/proofs/bound_binary_tree.v", "binary_tree")},
      {id, "finding_binary_tree", true, trees(effort.thorough ? 6 : 5)},
  };
  findings.exhibits = {rounds()};
  return findings;
}

}  // namespace attest::constructions
