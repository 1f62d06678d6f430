// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/positional_benes_paths.hpp"

#include "constructions/draw.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;

namespace {

// Paths from node (1, 0) to the nodes of each layer of the network with n = 2^k, by the edges of Definition A.4.
RationalMatrix counts_from_the_first_node(int k) {
  const std::size_t n = std::size_t{1} << k;
  RationalMatrix counts(static_cast<std::size_t>(2 * k), RationalVector(n, 0));
  counts[0][0] = 1;
  for (int l = 1; l < 2 * k; ++l) {
    const int digit = k - (l < k ? k - l : l - k);
    const std::size_t flip = std::size_t{1} << (k - digit);
    const auto layer = static_cast<std::size_t>(l);
    for (std::size_t i = 0; i < n; ++i) {
      counts[layer][i] += counts[layer - 1][i];
      counts[layer][i ^ flip] += counts[layer - 1][i];
    }
  }
  return counts;
}

Exhibit counts_matrix(int k) {
  Exhibit::Matrix matrix{counts_from_the_first_node(k), {}, {}};
  for (int l = 1; l <= 2 * k; ++l) matrix.row_names.push_back("layer " + std::to_string(l));
  for (int i = 0; i < 1 << k; ++i) matrix.column_names.push_back(std::to_string(i));
  return {"Paths from node (1, 0), n = " + std::to_string(1 << k),
          "Rows are layers, columns labels. Up to layer " + std::to_string(k + 1) +
              " no node is reached twice; after it every column doubles the number.",
          matrix};
}

}  // namespace

Findings positional_benes_paths(const Effort& effort) {
  const std::string id = "positional.benes-paths", proofs = "theory/proofs/benes_paths.v";
  const long largest_k = effort.thorough ? 4 : 3;
  Findings findings;
  findings.certificates = {
      // k = 1 has a single column and unique paths; in k = 2 only the outermost layers are far enough apart.
      {id, "printed", false,
       witness("k", 2, witness("l", 1, witness("i", 0, witness("m", 4, witness("j", 0, theory::evaluate())))))},
      {id, "repaired", true, theory::proof(proofs, "numbers_of_paths")},
      {id, "repaired", true,
       range("k", 1, largest_k, exhaustive("l", exhaustive("m", exhaustive("i", theory::evaluate()))))},
      {id, "finding_unique_exactly_in_the_halves", true, theory::proof(proofs, "unique_exactly_in_the_halves")},
      {id, "finding_unique_exactly_in_the_halves", true,
       range("k", 1, largest_k, exhaustive("l", exhaustive("m", theory::evaluate())))},
  };
  findings.exhibits = {{"The smallest counterexample: k = 2, from (1, 0) to (4, 0)",
                        "Columns 1 and 3 may both change digit 1, so it can be changed twice or not at all.",
                        Exhibit::Text{{"0 - 0 - 0 - 0   (no exchange)",
                                       "0 - 2 - 2 - 0   (digit 1 changed in column 1 and back in column 3)",
                                       "for k = 1 there is one column, and every path is unique"}}},
                       counts_matrix(2),
                       counts_matrix(3)};
  return findings;
}

}  // namespace attest::constructions
