// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/synthetic_networks.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Step at_identical_rows(long from, long to, std::uint64_t seed) {
  Draw draw(seed);
  return for_every("n", from, to, [&](long n) { return rpe_at_identical_rows(n, draw); });
}

Step networks_without_C(long largest_n) {
  return for_every("n", 2, largest_n, [&](long n) {
    return for_every("V", 1, 2, [&](long V) {
      const SyntheticNetwork network = position_identification_network(n, V);
      return instances("d", {network.dimension},
                       instances("net", {network_value({network.block})}, exhaustive("a", theory::evaluate())));
    });
  });
}

}  // namespace

// URPE, eq. 9: no RPE Transformer identifies positions on identical tokens; an explicit URPE Transformer does on every
// sequence.
Findings urpe_position_identification(const Effort& effort) {
  const std::string id = "urpe.position-identification";
  const std::string proofs = "theory/proofs/bound_position_network.v";
  const long largest_n = effort.thorough ? 5 : 3;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(proofs, "position_identification")},
      {id, "printed", true,
       theory::split({{"no_rpe_transformer", at_identical_rows(2, effort.thorough ? 8 : 5, 91)},
                      {"a_urpe_transformer", urpe_on_every_sequence(position_identification_network, largest_n, 3)}})},
      {id, "finding_best_accuracy_on_identical_tokens", true,
       theory::proof("theory/proofs/bound_position_identification.v", "best_accuracy")},
      {id, "finding_best_accuracy_on_identical_tokens", true, at_identical_rows(1, effort.thorough ? 8 : 5, 92)},
      {id, "finding_n_1", false,
       witness("n", 1,
               witness("d", 1,
                       witness("x", Value::vector({0}),
                               witness("net", network_value({constant_block({1})}), theory::evaluate()))))},
      {id, "finding_one_head_is_enough", true, theory::proof(proofs, "one_head_is_enough")},
      {id, "finding_one_head_is_enough", true, urpe_on_every_sequence(position_identification_network, largest_n, 2)},
      {id, "finding_without_C_it_fails", true, theory::proof("theory/proofs/bound_without_C.v", "without_C_it_fails")},
      {id, "finding_without_C_it_fails", true, networks_without_C(largest_n)},
  };
  findings.exhibits = {
      {"The attention matrix, n = 4", "Uniform weights 1/4 times C, which is 4 on and below the diagonal.",
       Exhibit::Matrix{{{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}}, {}, {}}},
      {"The network by hand, n = 3", "Any tokens; every token's one-hot row sums to 1.",
       Exhibit::Text{{"the head adds to row i the sum of the token columns of rows 1, ..., i, which is i",
                      "hidden units of row i: max(i, 0), max(i - 1, 0), max(i - 2, 0)",
                      "row 1: (1, 0, 0)   row 2: (2, 1, 0)   row 3: (3, 2, 1)",
                      "answer 1 = u0 - 2 u1 + u2, answer 2 = u1 - 2 u2, answer 3 = u2",
                      "row 1: (1, 0, 0)   row 2: (0, 1, 0)   row 3: (0, 0, 1)"}}}};
  return findings;
}

}  // namespace attest::constructions
