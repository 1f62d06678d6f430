// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/urpe_lemma_10_injective.hpp"

#include "constructions/urpe/contextual_instances.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;

namespace {

// One token: n = 1 in the sizes, which have no n here.
Step tokens(Grid grid, long largest_m, long largest) {
  std::vector<Step> by_m;
  for (long m = 1; m <= largest_m; ++m) {
    long d = 1;
    while (d < 4 && grid_size(grid, 1, d + 1, m, largest) <= largest) ++d;
    by_m.push_back(theory::range("d", 1, d, evaluate()));
  }
  return theory::range("m", 1, largest_m, by_m);
}

Step bases(long largest_m, long largest) {
  std::vector<Step> by_m;
  for (long m = 1; m <= largest_m; ++m) {
    long d = 2;
    while (d < 4 && grid_size(Grid::closed, 1, d + 1, m, largest) <= largest) ++d;
    by_m.push_back(theory::range("d", 2, d, theory::range("base", 1, m + 2, evaluate())));
  }
  return theory::range("m", 1, largest_m, by_m);
}

}  // namespace

Findings urpe_lemma_10_injective(const Effort& effort) {
  const std::string id = "urpe.lemma-10-injective";
  const long largest_m = effort.thorough ? 8 : 5, largest = effort.thorough ? 256 : 64;
  const auto collision = [](long m, long d) { return witness("m", m, witness("d", d, evaluate())); };
  Findings findings;
  findings.certificates = {
      {id, "printed", false, collision(2, 2)},
      {id, "repaired", true,
       theory::split({{"half_open", tokens(Grid::half_open, largest_m, largest)},
                      {"closed", tokens(Grid::closed, largest_m, largest)}})},
      {id, "finding_printed_length", false, collision(2, 1)},
      {id, "finding_one_column", true, theory::range("m", 1, 4 * largest_m, evaluate())},
      {id, "finding_which_bases", true, bases(largest_m, largest)},
      {id, "finding_how_many_values", true, tokens(Grid::closed, largest_m, largest)},
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
  return findings;
}

}  // namespace attest::constructions
