// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/benes_picture.hpp"
#include "theory/networks/benes.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;

namespace {

// Which digit each column of exchanges changes, and how many edges the definition draws there.
Exhibit columns_table(unsigned k) {
  const theory::BenesNetwork network(k);
  Exhibit::Table table{{"layers", "digit k - |l - k|", "label i is joined to i and", "edges"}, {}};
  for (unsigned l = 1; l < network.layers(); ++l) {
    std::size_t edges = 0;
    for (std::uint32_t i = 0; i < network.labels(); ++i) {
      for (std::uint32_t j = 0; j < network.labels(); ++j) edges += network.edge({l, i}, {l + 1, j});
    }
    table.rows.push_back({std::to_string(l) + " to " + std::to_string(l + 1), std::to_string(network.column_digit(l)),
                          "i xor " + std::to_string(network.labels() >> network.column_digit(l)),
                          std::to_string(edges)});
  }
  return {"The columns for n = 8", "Digits are counted from the most significant; 2n = 16 edges in each column.",
          table};
}

}  // namespace

// Positional Attention, Definition A.4: the graph and its edges.
Findings positional_benes_definition(const Effort& effort) {
  const std::string id = "positional.benes-definition", proofs = "theory/proofs/bound_benes.v";
  const Step every_column = exhaustive("l", theory::evaluate());
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(proofs, "definition_a4")},
      {id, "printed", true,
       range("k", 1, effort.thorough ? 6 : 4,
             theory::split({{"digits_exist", every_column},
                            {"labels_fit", exhaustive("i", theory::evaluate())},
                            {"edges_between_layers", every_column},
                            {"two_ends_each", exhaustive("l", exhaustive("i", theory::evaluate()))},
                            {"digits_there_and_back", theory::evaluate()},
                            {"all_reachable", exhaustive("i", theory::evaluate())}}))},
      {id, "finding_reachable", true, theory::proof(proofs, "all_reachable")},
      {id, "finding_reachable", true, range("k", 1, effort.thorough ? 4 : 3, exhaustive("i", theory::evaluate()))},
  };
  findings.exhibits = {{"Definition A.4 for n = 8", "Six layers; the paper's figure 8 shows the same network.",
                        Exhibit::Drawing{benes::picture(benes::Settings(3))}},
                       columns_table(3)};
  return findings;
}

}  // namespace attest::constructions
