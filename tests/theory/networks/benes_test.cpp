// SPDX-License-Identifier: Apache-2.0
#include "theory/networks/benes.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <utility>

#include "theory/error.hpp"

using namespace attest::theory;
using Node = BenesNetwork::Node;
using Catch::Matchers::Equals;
using Path = std::vector<std::uint32_t>;

TEST_CASE("digits are counted from the most significant") {
  CHECK(binary_digit(0b110, 1, 3) == 1);
  CHECK(binary_digit(0b110, 2, 3) == 1);
  CHECK(binary_digit(0b110, 3, 3) == 0);
  CHECK(hamming_neighbours(0b000, 0b100, 1, 3));
  CHECK(hamming_neighbours(0b000, 0b001, 3, 3));
  CHECK_FALSE(hamming_neighbours(0b000, 0b001, 1, 3));
  CHECK_FALSE(hamming_neighbours(0b000, 0b101, 1, 3));
  CHECK_FALSE(hamming_neighbours(0b101, 0b101, 1, 3));
}

TEST_CASE("columns change the digits 1, ..., k, ..., 1") {
  const BenesNetwork network(3);
  CHECK(network.layers() == 6);
  std::vector<unsigned> digits;
  for (unsigned layer = 1; layer < network.layers(); ++layer) digits.push_back(network.column_digit(layer));
  CHECK(digits == std::vector<unsigned>{1, 2, 3, 2, 1});
  CHECK(network.edge({1, 0}, {2, 4}));
  CHECK(network.edge({3, 6}, {4, 7}));
  CHECK_FALSE(network.edge({1, 0}, {2, 1}));
  CHECK_FALSE(network.edge({1, 0}, {3, 0}));
  CHECK_FALSE(network.edge({2, 0}, {1, 0}));
}

TEST_CASE("successors are the edges of the definition, 2n between two layers") {
  for (unsigned k = 1; k <= 4; ++k) {
    const BenesNetwork network(k);
    for (unsigned layer = 1; layer < network.layers(); ++layer) {
      std::set<std::pair<std::uint32_t, std::uint32_t>> edges, successors;
      for (std::uint32_t i = 0; i < network.labels(); ++i) {
        for (std::uint32_t j = 0; j < network.labels(); ++j) {
          if (network.edge({layer, i}, {layer + 1, j})) edges.emplace(i, j);
        }
        for (const Node& to : network.successors({layer, i})) {
          REQUIRE(to.layer == layer + 1);
          successors.emplace(i, to.label);
        }
      }
      CHECK(edges == successors);
      CHECK(edges.size() == 2 * network.labels());
    }
  }
}

TEST_CASE("paths: 2^(k-1) from end to end, at most one within a half") {
  const BenesNetwork network(3);
  CHECK(network.path_counts({1, 5}, 6) == std::vector<std::uint64_t>(8, 4));
  CHECK(network.path_counts({1, 0}, 4) == std::vector<std::uint64_t>(8, 1));
  CHECK(network.path_counts({3, 0}, 6) == std::vector<std::uint64_t>(8, 1));
  CHECK(network.path_counts({2, 0}, 4) == std::vector<std::uint64_t>{1, 1, 1, 1, 0, 0, 0, 0});
  CHECK(network.path_counts({2, 0}, 5) == std::vector<std::uint64_t>{2, 2, 2, 2, 0, 0, 0, 0});
  CHECK(network.path_counts({4, 3}, 4) == std::vector<std::uint64_t>{0, 0, 0, 1, 0, 0, 0, 0});
}

TEST_CASE("node-disjoint paths carry out a permutation") {
  const BenesNetwork network(2);
  const std::vector<Path> paths{{0, 2, 2, 2}, {1, 1, 0, 0}, {2, 0, 1, 3}, {3, 3, 3, 1}};
  CHECK(network.replay(paths) == std::vector<std::uint32_t>{2, 0, 3, 1});
}

TEST_CASE("a path list is refused at its first error") {
  const BenesNetwork network(1);
  const auto message = [&](const std::vector<Path>& paths) {
    try {
      network.replay(paths);
    } catch (const attest::InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK_THAT(message({{0, 0}, {1, 1}}), Equals("accepted"));
  CHECK_THAT(message({{0, 0}}), Equals("paths: expected 2 paths, found 1"));
  CHECK_THAT(message({{0, 0}, {1}}), Equals("path 1: expected 2 labels, found 1"));
  CHECK_THAT(message({{1, 1}, {0, 0}}), Equals("path 0: expected its start at label 0"));
  CHECK_THAT(message({{0, 1}, {1, 1}}), Equals("path 1: expected a node that is free at (2, 1)"));
  CHECK_THAT(message({{0, 2}, {1, 1}}), Equals("node (2, 2): expected a layer from 1 to 2 and a label below 2"));
  CHECK_THROWS_WITH(BenesNetwork(2).replay(std::vector<Path>{{0, 1, 1, 1}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}),
                    "path 0: expected an edge from (1, 0) to (2, 1)");
}

TEST_CASE("networks and nodes outside of the definition are errors") {
  CHECK_THROWS_WITH(BenesNetwork(0), "k: expected an integer from 1 to 31, found 0");
  CHECK_THROWS_AS(BenesNetwork(32), attest::InputError);
  const BenesNetwork network(2);
  CHECK_THROWS_AS(network.column_digit(0), attest::InputError);
  CHECK_THROWS_AS(network.column_digit(4), attest::InputError);
  CHECK_THROWS_AS(network.successors({4, 0}), attest::InputError);
  CHECK_THROWS_AS(network.edge({0, 0}, {1, 0}), attest::InputError);
  CHECK_THROWS_AS(network.path_counts({2, 0}, 1), attest::InputError);
  CHECK_THROWS_AS(network.path_counts({2, 0}, 5), attest::InputError);
}
