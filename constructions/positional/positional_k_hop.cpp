// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;
using theory::Value;

namespace {

Exhibit by_hand() {
  return {"Two hops by hand", "x = a b a c a, asked at the last place.",
          Exhibit::Text{{"the letter is a; the last place whose predecessor is a is 4 (behind the a at 3): x_4 = c",
                         "one hop: c. From 4: is there a place j <= 4 with a c before it? no", "two hops: not found"}}};
}

Exhibit shares() {
  Exhibit::Table table{{"hops", "not found, mean over 30 places", "not found at the last place"}, {}};
  table.rows = {{"1", "16.6 %", "0.15 %"}, {"2", "29.8 %", "1.23 %"}, {"3", "42.4 %", "4.89 %"}};
  return {"Length 30, five letters, uniform", "Rounded down; the claim's statements have the exact numbers.", table};
}

}  // namespace

// Positional Attention, section 7: k-hop induction.
Findings positional_k_hop(const Effort&) {
  const std::string id = "positional.k-hop";
  Findings findings;
  findings.certificates = {
      reflected(id, "printed", "theory/proofs/bound_machine_k_hop.v"),
      {id, "printed", true, exhaustive("k", evaluate())},
      {id, "finding_how_many", true, evaluate()},
      {id, "finding_recursion_is_enumeration", true, range("a", 2, 3, range("n", 1, 5, range("k", 1, 3, evaluate())))},
      {id, "finding_one_hop_by_a_standard_transformer", true,
       theory::proof("theory/proofs/bound_k_hop_layers.v", "one_hop_by_a_standard_transformer")},
      {id, "finding_one_hop_by_a_standard_transformer", true,
       range("a", 1, 3, range("n", 1, 4, exhaustive("x", evaluate())))},
  };
  findings.exhibits = {by_hand(), shares()};
  return findings;
}

}  // namespace attest::constructions
