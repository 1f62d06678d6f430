// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace attest::constructions::benes {

/// One bit for each exchange of a Benes network on n = 2^k labels (Positional Attention, Definition A.4).
///
/// Shapes: column l = 1, ..., 2k-1 lies between the layers l and l+1. It holds n/2 exchanges, each of a label i with
/// its Hamming neighbour in digit k - |l - k| (counted from the most significant one): if the bit is set the packets of
/// the two labels change places, otherwise each stays at its label. A network on one label (k = 0) has no column.
class Settings {
 public:
  using Word = std::uint64_t;

  /// No exchange is set. Domain: 0 <= k <= 31; InputError otherwise.
  explicit Settings(unsigned k);

  unsigned k() const { return k_; }
  std::uint32_t labels() const { return std::uint32_t{1} << k_; }
  unsigned columns() const { return k_ == 0 ? 0 : 2 * k_ - 1; }

  /// The value of the digit that a column changes: labels i and i ^ stride(column) are exchanged or not.
  /// Domain: 1 <= column <= columns(); InputError otherwise.
  std::uint32_t stride(unsigned column) const;
  /// Whether the packets at `label` and at its Hamming neighbour change places in this column.
  /// Domain: 1 <= column <= columns(), label < labels(); InputError otherwise.
  bool exchanged(unsigned column, std::uint32_t label) const;

  /// The exchanges of a column, 64 to a word from the lowest bit on, in the order of their lower labels.
  Word* column(unsigned column) { return words_.data() + (column - 1) * words_per_column_; }
  const Word* column(unsigned column) const { return words_.data() + (column - 1) * words_per_column_; }

  friend bool operator==(const Settings&, const Settings&) = default;

 private:
  unsigned k_;
  std::size_t words_per_column_;
  std::vector<Word> words_;
};

/// The permutation that settings carry out: replay(route(p)) = p. It runs the columns and knows nothing of loops.
std::vector<std::uint32_t> replay(const Settings& settings);

/// The labels of every packet in layers 1, ..., 2k: paths(s)[i] starts at label i. No two paths share a node.
std::vector<std::vector<std::uint32_t>> paths(const Settings& settings);

}  // namespace attest::constructions::benes
