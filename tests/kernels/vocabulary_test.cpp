// SPDX-License-Identifier: Apache-2.0
// Every instruction set's vocabulary against plain C++, bit by bit: what the kernels are written in means the same
// everywhere.
#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "tests/kernels/one_lane.hpp"
#include "tests/kernels/vocabulary_case.hpp"

using namespace attest::kernels;
using namespace attest::test;

namespace {

struct Case {
  const char* isa;
  bool available;
  const Vocabulary* vocabulary;
};

std::vector<Case> cases() {
  std::vector<Case> all;
#define ATTEST_CASE(name) \
  all.push_back({instruction_set::name::isa, instruction_set::name::available(), &name##_vocabulary});
  ATTEST_INSTRUCTION_SETS(ATTEST_CASE)
#undef ATTEST_CASE
  return all;
}

/// Any finite magnitudes in a and b, some of them equal; c near 1. Halves are any bits but those of a NaN of float16,
/// whose payload formats.hpp does not keep.
Operands random_operands(std::mt19937& random) {
  Operands o{};
  for (int i = 0; i < 16; ++i) {
    const auto number = [&] {
      return std::ldexp(static_cast<float>(random()) - 0x1p31f, static_cast<int>(random() % 60) - 60);
    };
    o.a[i] = number();
    o.b[i] = random() % 4 == 0 ? o.a[i] : number();
    o.c[i] = static_cast<float>(random()) * 0x1p-32f + 0.5f;
    o.whole[i] = static_cast<float>(static_cast<int>(random() % 201) - 100);
    o.halves[i] = static_cast<std::uint16_t>(random());
    if ((o.halves[i] & 0x7fffu) > 0x7c00u) o.halves[i] &= 0x83ffu;
  }
  for (std::uint8_t& byte : o.bytes) byte = static_cast<std::uint8_t>(random() % 3);
  o.n = static_cast<int>(random() % 17);
  return o;
}

Outcome plain(int lanes, const Operands& o) {
  Outcome out{};
  lanes == 16 ? apply<simd::Joined<OneLane, 16>>(o, out) : apply<simd::Joined<OneLane, 8>>(o, out);
  return out;
}

}  // namespace

TEST_CASE("every instruction set's vocabulary is that of plain C++") {
  for (const Case& c : cases()) {
    if (!c.available) {
      WARN("this processor has no " << c.isa);
      continue;
    }
    std::mt19937 random(11);
    for (int round = 0; round < 20000; ++round) {
      Operands o = random_operands(random);
      if (o.n > c.vocabulary->lanes) o.n = c.vocabulary->lanes;
      Outcome found{};
      c.vocabulary->apply(o, found);
      const Outcome expected = plain(c.vocabulary->lanes, o);
      const bool same = std::memcmp(&found, &expected, sizeof found) == 0;
      CAPTURE(c.isa, round);
      for (int row = 0; row < Outcome::operations && !same; ++row) {
        CAPTURE(row);
        CHECK(std::memcmp(found.numbers[row], expected.numbers[row], sizeof found.numbers[row]) == 0);
      }
      for (int mask = 0; mask < 5; ++mask) CHECK(found.masks[mask] == expected.masks[mask]);
      CHECK(found.sum == expected.sum);
      CHECK(found.greatest == expected.greatest);
      REQUIRE(same);
    }
  }
}
