// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/positional_minmax_class.hpp"

#include "constructions/positional/minimum_layers.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;

namespace {

Step with_hardmax(long largest_n) {
  std::vector<Step> by_n;
  for (long n = 2; n <= largest_n; ++n) by_n.push_back(instances("x", sample_numbers(n), evaluate()));
  return range("n", 2, largest_n, std::move(by_n));
}

}  // namespace

Findings positional_minmax_class(const Effort& effort) {
  const std::string id = "positional.minmax-class";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/tree_minimum.v", "minmax_class")},
      {id, "literal", false, witness("n", 6, evaluate())},
      {id, "finding_hardmax", true, with_hardmax(effort.thorough ? 10 : 7)},
  };
  findings.exhibits = {
      {"n = 6", "The smallest even n that is no power of two.",
       Exhibit::Text{{"log2 6 = 2.58..., no number of layers", "3 layers reach 8 nodes around the ring, so all 6",
                      "with 2 layers and one partner each, a node has combined 4 numbers"}}}};
  return findings;
}

}  // namespace attest::constructions
