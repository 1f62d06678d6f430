// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/minimum_layers.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;

namespace {

Step with_hardmax(long largest_n) {
  return for_every("n", 2, largest_n, [&](long n) { return instances("x", sample_numbers(n), evaluate()); });
}

// n = 2, exactly: one layer with all scores equal.
Step two_numbers(long sign) {
  return instances("n", {theory::Value(2)},
                   stacked_witnesses(mean_network(2, sign), instances("x", sample_numbers(2), evaluate())));
}

Step with_softmax(long largest_n, long sign) {
  std::vector<Step> by_n;
  for (long n = 2; n <= largest_n; n += 2) {
    by_n.push_back(
        witness("net", softmax_ring_network(n, sign), instances("x", sample_numbers_in_unit_interval(n), evaluate())));
  }
  return range("n", 2, largest_n, std::move(by_n));
}

}  // namespace

// Positional Attention, appendix G: minimum and maximum are in the hypothesis class.
Findings positional_minmax_class(const Effort& effort) {
  const std::string id = "positional.minmax-class";
  const long largest_n = effort.thorough ? 8 : 4;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_trees.v", "minmax_class")},
      {id, "printed", true, theory::split({{"minimum", two_numbers(-1)}, {"maximum", two_numbers(1)}})},
      {id, "literal", false, witness("n", 6, evaluate())},
      {id, "finding_enclosed", true, theory::proof("theory/proofs/bound_trees.v", "minmax_class_enclosed")},
      {id, "finding_enclosed", true,
       theory::split({{"minimum", with_softmax(largest_n, -1)}, {"maximum", with_softmax(largest_n, 1)}})},
      {id, "finding_hardmax", true, theory::proof("theory/proofs/bound_hardmax_trees.v", "minmax_class_hardmax")},
      {id, "finding_hardmax", true, with_hardmax(effort.thorough ? 10 : 7)},
  };
  findings.exhibits = {
      {"n = 6", "The smallest even n that is no power of two.",
       Exhibit::Text{{"log2 6 = 2.58..., no number of layers", "3 layers reach 8 nodes around the ring, so all 6",
                      "with 2 layers and one partner each, a node has combined 4 numbers"}}}};
  return findings;
}

}  // namespace attest::constructions
