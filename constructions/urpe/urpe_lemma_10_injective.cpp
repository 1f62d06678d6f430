// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/urpe/contextual_instances.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;

namespace {

// delta = 1, 1/2, ..., 1/to_m and d = from_d, ..., to_d.
Step sizes(long to_m, long from_d, long to_d, const Step& then) {
  return theory::range("m", 1, to_m, theory::range("d", from_d, to_d, then));
}

}  // namespace

// URPE, Lemma 10: which z read a token off X_i z, on the grid with 1 and without.
Findings urpe_lemma_10_injective(const Effort& effort) {
  const std::string id = "urpe.lemma-10-injective";
  const long most = effort.thorough ? 9 : 5;  // entries of the largest grid with d = 2
  const auto collision = [](long m, long d) { return witness("m", m, witness("d", d, evaluate())); };
  Findings findings;
  findings.certificates = {
      {id, "printed", false, collision(2, 2)},
      {id, "repaired", true, theory::proof("theory/proofs/bound_grid_projections.v", "projections_are_injective")},
      {id, "repaired", true,
       theory::split({{"half_open", sizes(most, 1, 2, evaluate())}, {"closed", sizes(most, 1, 2, evaluate())}})},
      {id, "repaired", true,
       theory::split({{"half_open", sizes(2, 1, 4, evaluate())}, {"closed", sizes(2, 1, 4, evaluate())}})},
      {id, "finding_printed_length", false, collision(2, 1)},
      {id, "finding_one_column", true, theory::proof("theory/proofs/bound_grid_projections.v", "one_column")},
      {id, "finding_one_column", true, theory::range("m", 1, 4 * most, evaluate())},
      {id, "finding_which_bases", true, theory::proof("theory/proofs/bound_grid_projections.v", "which_bases")},
      {id, "finding_which_bases", true, sizes(most, 2, 2, theory::range("base", 1, most + 2, evaluate()))},
      {id, "finding_which_bases", true, sizes(2, 2, 3, theory::range("base", 1, 5, evaluate()))},
      {id, "finding_how_many_values", true, theory::proof("theory/proofs/bound_grid_projections.v", "how_many_values")},
      {id, "finding_how_many_values", true, sizes(most, 1, 2, evaluate())},
  };
  findings.exhibits = {
      {"Two tokens with one projection", "delta = 1/2, d = 2, so z = (1, 2). A row is a token of {0, 1/2, 1}^2.",
       Exhibit::Table{{"token", "z = (1, 2)", "z = (1, 3)"},
                      {{"(0, 0)", "0", "0"},
                       {"(0, 1/2)", "1", "3/2"},
                       {"(0, 1)", "2", "3"},
                       {"(1/2, 0)", "1/2", "1/2"},
                       {"(1/2, 1/2)", "3/2", "2"},
                       {"(1/2, 1)", "5/2", "7/2"},
                       {"(1, 0)", "1", "1"},
                       {"(1, 1/2)", "2", "5/2"},
                       {"(1, 1)", "3", "4"}}}},
      {"Why", "Entries are digits.",
       Exhibit::Text{
           {"an entry k delta, 0 <= k < m, is a digit of base m = 1/delta: X_i z / delta is the number that it spells",
            "with the entry 1 there is a digit m, which base m does not have: (1, 0) and (0, delta) both spell m",
            "base m + 1 has it"}}}};
  findings.exhibits[0].sides = {"(1, 0) z and (0, 1/2) z differ", "1 * 1 + 0 * 2 = 1 and 0 * 1 + 1/2 * 2 = 1"};
  return findings;
}

}  // namespace attest::constructions
