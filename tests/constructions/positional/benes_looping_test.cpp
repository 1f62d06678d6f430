// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/benes_looping.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "theory/error.hpp"
#include "theory/networks/benes.hpp"

using namespace attest::constructions;
using attest::theory::BenesNetwork;
using Permutation = std::vector<std::uint32_t>;

namespace {

Permutation identity(unsigned k) {
  Permutation result(std::size_t{1} << k);
  std::iota(result.begin(), result.end(), 0);
  return result;
}

Permutation shuffled(unsigned k, std::uint64_t seed) {
  Permutation result = identity(k);
  std::shuffle(result.begin(), result.end(), std::mt19937_64(seed));
  return result;
}

/// Permutations with many loops, with one, and with loops of special shapes.
std::vector<Permutation> special(unsigned k) {
  const auto n = static_cast<std::uint32_t>(std::size_t{1} << k);
  Permutation reversal(n), bit_reversal(n, 0), rotation(n), back(n), odd_multiple(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    reversal[i] = n - 1 - i;
    for (unsigned bit = 0; bit < k; ++bit) bit_reversal[i] |= (i >> bit & 1) << (k - 1 - bit);
    rotation[i] = (i + 1) % n;
    back[i] = (i + n - 1) % n;
    odd_multiple[i] = 5 * i % n;
  }
  return {identity(k), reversal, bit_reversal, rotation, back, odd_multiple};
}

/// Two independent judges: the columns, and the graph of Definition A.4.
void require_routed(const Permutation& permutation) {
  const benes::Settings settings = benes::route(permutation);
  REQUIRE(benes::replay(settings) == permutation);
  if (settings.k() > 0) REQUIRE(BenesNetwork(settings.k()).replay(benes::paths(settings)) == permutation);
}

}  // namespace

TEST_CASE("every permutation of 1, 2, 4 and 8 labels is routed") {
  for (unsigned k = 0; k <= 3; ++k) {
    Permutation permutation = identity(k);
    do {
      require_routed(permutation);
    } while (std::next_permutation(permutation.begin(), permutation.end()));
  }
}

TEST_CASE("special permutations are routed") {
  for (const unsigned k : {4, 5, 6, 7, 8, 11, 13}) {
    for (const Permutation& permutation : special(k)) require_routed(permutation);
  }
}

TEST_CASE("random permutations are routed") {
  CHECK(rc::check("route, then replay", [] {
    const unsigned k = *rc::gen::inRange(0u, 11u);
    require_routed(shuffled(k, *rc::gen::arbitrary<std::uint64_t>()));
  }));
  require_routed(shuffled(14, 1));
  require_routed(shuffled(16, 2));
}

TEST_CASE("the settings do not depend on the number of threads") {
  // From 2^17 labels on the loops are walked in another way, from 2^14 on several threads take part.
  for (const unsigned k : {0, 1, 6, 12, 14, 15, 17, 18}) {
    std::vector<Permutation> permutations = special(k);
    permutations.push_back(shuffled(k, 3));
    for (const Permutation& permutation : permutations) {
      const benes::Settings one = benes::route(permutation, 1);
      REQUIRE(benes::replay(one) == permutation);
      for (const unsigned threads : {2, 3, 8}) REQUIRE(benes::route(permutation, threads) == one);
    }
  }
}

TEST_CASE("the smallest label of each loop is not exchanged in the first column") {
  // Of the identity on 8 labels each pair is a loop of its own; of the reversal, too: 7 - i and 3 - i are a pair.
  for (const Permutation& permutation : {special(3)[0], special(3)[1]}) {
    const benes::Settings settings = benes::route(permutation);
    for (std::uint32_t label = 0; label < 4; ++label) CHECK_FALSE(settings.exchanged(1, label));
  }
  CHECK(benes::route(identity(9)) == benes::Settings(9));
}

TEST_CASE("columns and their exchanges") {
  benes::Settings settings(3);
  CHECK(settings.labels() == 8);
  CHECK(settings.columns() == 5);
  std::vector<std::uint32_t> strides;
  for (unsigned column = 1; column <= 5; ++column) strides.push_back(settings.stride(column));
  CHECK(strides == std::vector<std::uint32_t>{4, 2, 1, 2, 4});

  *settings.column(2) = 0b0100;  // the third pair of column 2: labels 4 and 6
  for (std::uint32_t label = 0; label < 8; ++label) {
    CHECK(settings.exchanged(2, label) == (label == 4 || label == 6));
  }
  CHECK(benes::replay(settings) == Permutation{0, 1, 2, 3, 6, 5, 4, 7});
  CHECK(benes::paths(settings)[4] == std::vector<std::uint32_t>{4, 4, 6, 6, 6, 6});
}

TEST_CASE("every exchange counts, and the columns act from left to right") {
  for (const unsigned k : {1, 2, 3, 4, 6, 7, 8, 9}) {
    std::mt19937_64 random(k);
    benes::Settings settings = benes::route(shuffled(k, k));
    for (int trial = 0; trial < 40; ++trial) {
      const unsigned column = static_cast<unsigned>(random() % settings.columns()) + 1;
      const std::uint32_t pair = static_cast<std::uint32_t>(random() % (settings.labels() / 2));
      const Permutation before = benes::replay(settings);
      settings.column(column)[pair / 64] ^= std::uint64_t{1} << pair % 64;
      const Permutation after = benes::replay(settings);
      CHECK(after != before);
      REQUIRE(BenesNetwork(k).replay(benes::paths(settings)) == after);
    }
  }
}

TEST_CASE("one label needs no column") {
  const benes::Settings settings = benes::route(Permutation{0});
  CHECK(settings.columns() == 0);
  CHECK(benes::replay(settings) == Permutation{0});
  CHECK(benes::paths(settings) == std::vector<std::vector<std::uint32_t>>{{}});
}

TEST_CASE("what is no permutation is one clear error") {
  const auto length_error = [](std::size_t n) {
    return "permutation: expected a length 2^k with 0 <= k <= 31, found the length " + std::to_string(n);
  };
  CHECK_THROWS_WITH(benes::route(Permutation{}), length_error(0));
  CHECK_THROWS_WITH(benes::route(Permutation{0, 1, 2}), length_error(3));
  CHECK_THROWS_WITH(benes::route(Permutation{0, 1, 4, 2}),
                    "permutation[2]: expected a label below 4 that occurs only here, found 4");
  CHECK_THROWS_WITH(benes::route(Permutation{3, 1, 0, 1}, 2),
                    "permutation[3]: expected a label below 4 that occurs only here, found 1");
  CHECK_THROWS_WITH(benes::route(Permutation{1}),
                    "permutation[0]: expected a label below 1 that occurs only here, found 1");
  CHECK_THROWS_AS(benes::route(Permutation{0, 0xffffffff}), attest::InputError);
}

TEST_CASE("columns and labels outside of the network are errors") {
  CHECK_THROWS_WITH(benes::Settings(32), "k: expected an integer from 0 to 31, found 32");
  const benes::Settings settings(2);
  CHECK_THROWS_WITH(settings.exchanged(4, 0), "column 4: expected a column from 1 to 3");
  CHECK_THROWS_WITH(settings.exchanged(1, 4), "label 4: expected a label below 4");
  CHECK_THROWS_AS(settings.stride(0), attest::InputError);
}
