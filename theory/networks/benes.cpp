// SPDX-License-Identifier: Apache-2.0
#include "theory/networks/benes.hpp"

#include <string>

#include "theory/error.hpp"

namespace attest::theory {

namespace {

std::string to_string(BenesNetwork::Node node) {
  return "(" + std::to_string(node.layer) + ", " + std::to_string(node.label) + ")";
}

void require_layer(unsigned layer, unsigned last) {
  if (layer < 1 || layer > last) {
    throw InputError("layer " + std::to_string(layer), "expected a layer from 1 to " + std::to_string(last));
  }
}

}  // namespace

unsigned binary_digit(std::uint32_t x, unsigned j, unsigned k) { return x >> (k - j) & 1; }

bool hamming_neighbours(std::uint32_t x, std::uint32_t y, unsigned j, unsigned k) {
  for (unsigned i = 1; i <= k; ++i) {
    const bool agree = binary_digit(x, i, k) == binary_digit(y, i, k);
    if (agree == (i == j)) return false;
  }
  return true;
}

BenesNetwork::BenesNetwork(unsigned k) : k_(k) {
  if (k < 1 || k > 31) throw InputError("k", "expected an integer from 1 to 31, found " + std::to_string(k));
}

void BenesNetwork::require(Node node) const {
  if (node.layer < 1 || node.layer > layers() || node.label >= labels()) {
    throw InputError("node " + to_string(node), "expected a layer from 1 to " + std::to_string(layers()) +
                                                    " and a label below " + std::to_string(labels()));
  }
}

unsigned BenesNetwork::column_digit(unsigned layer) const {
  require_layer(layer, layers() - 1);
  return layer <= k_ ? layer : 2 * k_ - layer;
}

bool BenesNetwork::edge(Node from, Node to) const {
  require(from);
  require(to);
  return to.layer == from.layer + 1 &&
         (from.label == to.label || hamming_neighbours(from.label, to.label, column_digit(from.layer), k_));
}

std::array<BenesNetwork::Node, 2> BenesNetwork::successors(Node from) const {
  require(from);
  const std::uint32_t digit_value = std::uint32_t{1} << (k_ - column_digit(from.layer));
  return {Node{from.layer + 1, from.label}, Node{from.layer + 1, from.label ^ digit_value}};
}

std::vector<std::uint64_t> BenesNetwork::path_counts(Node from, unsigned layer) const {
  require(from);
  if (layer < from.layer || layer > layers()) {
    throw InputError("layer " + std::to_string(layer),
                     "expected a layer from " + std::to_string(from.layer) + " to " + std::to_string(layers()));
  }
  // No count overflows: two nodes are joined by at most 2^(k-1) paths, since 2k - 1 columns change k different digits.
  std::vector<std::uint64_t> counts(labels(), 0);
  counts[from.label] = 1;
  for (unsigned l = from.layer; l < layer; ++l) {
    std::vector<std::uint64_t> next(labels(), 0);
    for (std::uint32_t i = 0; i < labels(); ++i) {
      for (const Node& to : successors({l, i})) next[to.label] += counts[i];
    }
    counts = std::move(next);
  }
  return counts;
}

std::vector<std::uint32_t> BenesNetwork::replay(std::span<const std::vector<std::uint32_t>> paths) const {
  if (paths.size() != labels()) {
    throw InputError("paths", "expected " + std::to_string(labels()) + " paths, found " + std::to_string(paths.size()));
  }
  std::vector<std::vector<bool>> taken(layers(), std::vector<bool>(labels(), false));
  std::vector<std::uint32_t> permutation(labels());
  for (std::uint32_t i = 0; i < labels(); ++i) {
    const std::vector<std::uint32_t>& path = paths[i];
    const std::string place = "path " + std::to_string(i);
    if (path.size() != layers()) {
      throw InputError(place, "expected " + std::to_string(layers()) + " labels, found " + std::to_string(path.size()));
    }
    if (path[0] != i) throw InputError(place, "expected its start at label " + std::to_string(i));
    for (unsigned l = 1; l <= layers(); ++l) {
      const Node here{l, path[l - 1]};
      if (l > 1 && !edge({l - 1, path[l - 2]}, here)) {
        throw InputError(place, "expected an edge from " + to_string({l - 1, path[l - 2]}) + " to " + to_string(here));
      }
      if (taken[l - 1][here.label]) throw InputError(place, "expected a node that is free at " + to_string(here));
      taken[l - 1][here.label] = true;
    }
    permutation[i] = path.back();
  }
  return permutation;
}

}  // namespace attest::theory
