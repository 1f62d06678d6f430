// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "theory/networks/benes.hpp"

namespace attest::constructions {

using theory::Step;

namespace {

Step both_parts() {
  return theory::split({{"unique", exhaustive("l", exhaustive("m", exhaustive("i", theory::evaluate())))},
                        {"one_next_node", exhaustive("L", exhaustive("i", exhaustive("j", theory::evaluate())))}});
}

Step every_node(long largest_k) {
  return range("k", 1, largest_k, exhaustive("L", exhaustive("i", exhaustive("j", theory::evaluate()))));
}

// For one node of the collection phase of eight machines: which of the two next nodes leads to which destination.
Exhibit next_nodes() {
  const theory::BenesNetwork network(3);
  const theory::BenesNetwork::Node node{4, 5};
  const auto next = network.successors(node);
  Exhibit::Table table{{"destination", "paths from (4, 5)", "from (5, " + std::to_string(next[0].label) + ")",
                        "from (5, " + std::to_string(next[1].label) + ")"},
                       {}};
  const auto here = network.path_counts(node, 6), first = network.path_counts(next[0], 6),
             second = network.path_counts(next[1], 6);
  for (std::size_t j = 0; j < 8; ++j) {
    table.rows.push_back(
        {std::to_string(j), std::to_string(here[j]), std::to_string(first[j]), std::to_string(second[j])});
  }
  return {"Eight machines, step 4, label 5",
          "Paths to the last layer. Where the node has one, exactly one of the next two has; where it has none, "
          "neither has.",
          table};
}

}  // namespace

// positional.benes-half-paths: path counts within the halves, and the two next nodes, network by network.
Findings positional_benes_half_paths(const Effort& effort) {
  const std::string id = "positional.benes-half-paths", proofs = "theory/proofs/bound_benes_half_paths.v";
  const long largest_k = effort.thorough ? 4 : 3;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(proofs, "paths_within_a_half")},
      {id, "printed", true, range("k", 1, largest_k, both_parts())},
      {id, "finding_the_digit_decides", true, theory::proof(proofs, "the_digit_decides")},
      {id, "finding_the_digit_decides", true, every_node(largest_k)},
      {id, "finding_otherwise_neither", true, theory::proof(proofs, "otherwise_neither")},
      {id, "finding_otherwise_neither", true, every_node(largest_k)},
  };
  // In the network of two machines every node of the collection phase reaches both destinations.
  findings.certificates.back().steps =
      range("k", 2, largest_k, exhaustive("L", exhaustive("i", exhaustive("j", theory::evaluate()))));
  findings.exhibits = {next_nodes()};
  return findings;
}

}  // namespace attest::constructions
