// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace attest::theory {

/// bin(x)_j: the j-th of the k binary digits of x, counted from the most significant one, 1 <= j <= k, x < 2^k.
/// Source: Back de Luca et al. 2025 (Positional Attention), Definition A.3.
unsigned binary_digit(std::uint32_t x, unsigned j, unsigned k);

/// Whether x and y are j-th Hamming neighbours: they differ in digit j of their k digits and in no other.
/// Source: Definition A.3.
bool hamming_neighbours(std::uint32_t x, std::uint32_t y, unsigned j, unsigned k);

/// The Benes network of Positional Attention, Definition A.4, read off the definition: slow, and independent of every
/// algorithm that routes through it.
///
/// Shapes: n = 2^k labels 0, ..., n-1 in each of the layers 1, ..., 2k.
/// Domain: 1 <= k <= 31. Errors: InputError for a k outside of it, and for a node that is not in the network.
class BenesNetwork {
 public:
  struct Node {
    unsigned layer;       ///< 1, ..., 2k
    std::uint32_t label;  ///< 0, ..., 2^k - 1
    friend bool operator==(const Node&, const Node&) = default;
  };

  explicit BenesNetwork(unsigned k);

  unsigned k() const { return k_; }
  std::uint32_t labels() const { return std::uint32_t{1} << k_; }
  unsigned layers() const { return 2 * k_; }

  /// k - |layer - k|: the digit that the edges leaving this layer may change, 1 <= layer < 2k. It runs 1, ..., k, ...,
  /// 1, so the first column changes the most significant digit and the middle one the least significant.
  unsigned column_digit(unsigned layer) const;

  /// Definition A.4, word by word: the layers follow each other, and the labels are equal or Hamming neighbours.
  bool edge(Node from, Node to) const;

  /// The two ends of the edges that leave a node of a layer < 2k: the same label first, then its Hamming neighbour.
  std::array<Node, 2> successors(Node from) const;

  /// How many paths lead from a node to (layer, j), for each label j, counted layer by layer. layer >= from.layer; for
  /// equality the only path is the empty one.
  std::vector<std::uint64_t> path_counts(Node from, unsigned layer) const;

  /// The permutation that n paths carry out: packet i starts at (1, i) and ends at (2k, result[i]).
  /// `paths[i]` lists the labels of packet i in layers 1, ..., 2k. InputError names the first path and layer at which
  /// there is no edge, or at which a node is already taken by another path.
  std::vector<std::uint32_t> replay(std::span<const std::vector<std::uint32_t>> paths) const;

 private:
  void require(Node node) const;

  unsigned k_;
};

}  // namespace attest::theory
