// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/benes_loops.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

using namespace attest::constructions::benes;
using Labels = std::vector<std::uint32_t>;
using Flags = std::vector<std::uint8_t>;

namespace {

struct Columns {
  Flags first, last;
  friend bool operator==(const Columns&, const Columns&) = default;
};

Labels inverse_of(const Labels& p) {
  Labels q(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) q[p[i]] = static_cast<std::uint32_t>(i);
  return q;
}

Columns one_loop_at_a_time(const Labels& p) {
  const std::size_t half = p.size() / 2;
  Columns result{Flags(half), Flags(half)};
  walk_loops(p.data(), inverse_of(p).data(), half, result.first.data(), result.last.data());
  return result;
}

Columns walkers_in_turn(const Labels& p) {
  const std::size_t half = p.size() / 2;
  Columns result{Flags(half), Flags(half)};
  Walkers walkers(half);
  // Twice: nothing of the first walk may be left over.
  for (int walk = 0; walk < 2; ++walk) {
    walkers.walk(p.data(), inverse_of(p).data(), half, result.first.data(), result.last.data());
  }
  return result;
}

/// The defining property, packet by packet, and the rule for ties.
void require_proper(const Labels& p, const Columns& columns) {
  const std::size_t half = p.size() / 2;
  const auto network_entered = [&](std::size_t i) { return (i >= half) ^ columns.first[i % half]; };
  const auto network_left = [&](std::size_t d) { return (d >= half) ^ columns.last[d % half]; };
  for (std::size_t i = 0; i < p.size(); ++i) REQUIRE(network_entered(i) == network_left(p[i]));

  const Labels q = inverse_of(p);
  Flags seen(half, 0);
  for (std::size_t start = 0; start < half; ++start) {
    if (seen[start]) continue;
    REQUIRE(columns.first[start] == 0);
    for (std::size_t i = start; !seen[i % half]; i = q[p[i] ^ half] ^ half) seen[i % half] = 1;
  }
}

}  // namespace

TEST_CASE("loops: every permutation of 2, 4 and 8 labels") {
  for (const std::size_t n : {2, 4, 8}) {
    Labels p(n);
    std::iota(p.begin(), p.end(), 0);
    do {
      const Columns columns = one_loop_at_a_time(p);
      require_proper(p, columns);
      REQUIRE(walkers_in_turn(p) == columns);
    } while (std::next_permutation(p.begin(), p.end()));
  }
}

TEST_CASE("loops: walkers find what one walker finds") {
  CHECK(rc::check("random permutations, whole or in pieces", [] {
    const std::size_t n = std::size_t{1} << *rc::gen::inRange(4, 13);
    const std::size_t piece = std::size_t{1} << *rc::gen::inRange(0, 13);  // short pieces make many loops
    Labels p(n);
    std::iota(p.begin(), p.end(), 0);
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    for (std::size_t begin = 0; begin < n; begin += piece) {
      const auto first = p.begin() + static_cast<std::ptrdiff_t>(begin);
      std::shuffle(first, first + static_cast<std::ptrdiff_t>(std::min(piece, n - begin)), random);
    }
    const Columns columns = one_loop_at_a_time(p);
    require_proper(p, columns);
    RC_ASSERT(walkers_in_turn(p) == columns);
  }));
}

TEST_CASE("loops: one long loop, walked from many neighbouring starts") {
  for (const std::size_t n : {64, 4096}) {
    for (const std::size_t shift : {std::size_t{1}, n / 2 - 1, n - 1}) {
      Labels p(n);
      for (std::size_t i = 0; i < n; ++i) p[i] = static_cast<std::uint32_t>((i + shift) % n);
      const Columns columns = one_loop_at_a_time(p);
      require_proper(p, columns);
      REQUIRE(walkers_in_turn(p) == columns);
    }
  }
}
