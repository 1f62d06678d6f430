// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/positional/benes_picture.hpp"

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

/// Every path from (1, from) to (2k, to): in each column a packet stays or changes the column's digit.
std::vector<std::vector<std::uint32_t>> paths_between(unsigned k, std::uint32_t from, std::uint32_t to) {
  const benes::Settings network(k);
  std::vector<std::vector<std::uint32_t>> found;
  for (std::uint32_t changes = 0; changes < std::uint32_t{1} << network.columns(); ++changes) {
    std::vector<std::uint32_t> path = {from};
    for (unsigned column = 1; column <= network.columns(); ++column)
      path.push_back(path.back() ^ (changes >> (column - 1) & 1 ? network.stride(column) : 0));
    if (path.back() == to) found.push_back(path);
  }
  return found;
}

}  // namespace

// Positional Attention, appendix B.2: the number of paths between two nodes.
Findings positional_benes_paths(const Effort& effort) {
  const std::string id = "positional.benes-paths", proofs = "theory/proofs/bound_benes.v";
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
  findings.exhibits = {
      {"The smallest counterexample: k = 2, from (1, 0) to (4, 0)",
       "Columns 1 and 3 may both change digit 1, so it can be changed twice or not at all.",
       Exhibit::Text{{"0 - 0 - 0 - 0   (no exchange)",
                      "0 - 2 - 2 - 0   (digit 1 changed in column 1 and back in column 3)",
                      "for k = 1 there is one column, and every path is unique"}}},
      {"Both paths from (1, 0) to (4, 0)",
       "Every edge of the network with n = 4 in grey. The paths part in column 1 and meet in column 3.",
       Exhibit::Drawing{
           benes::picture_of_paths(2, paths_between(2, 0, 0), "Two paths from node (1, 0) to node (4, 0), n = 4")}},
      counts_matrix(2),
      counts_matrix(3)};
  findings.exhibits[1].sides = {"at most 1 path from (1, 0) to (4, 0)", "2 paths: 0 - 0 - 0 - 0 and 0 - 2 - 2 - 0"};
  return findings;
}

}  // namespace attest::constructions
