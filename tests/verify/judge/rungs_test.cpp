// SPDX-License-Identifier: Apache-2.0
// Every rung of the ladder against Arb: enclosures contain the exact result, ranges contain the bound.
#include "verify/judge/rungs.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/verify/instances/instances.hpp"
#include "tests/verify/judge/contains.hpp"
#include "verify/judge/judge.hpp"
#include "verify/judge/precise_row.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::judge;
using theory::Enclosure;
using theory::Rational;
using theory::Truth;

TEST_CASE("the first and second rung enclose what Arb does") {
  std::mt19937_64 random(2);
  const simd::Code& code = *simd::code("");
  int first_enclosed = 0, second_enclosed = 0, elements = 0;
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64, ATTEST_BFLOAT16, ATTEST_FLOAT16})
    for (int trial = 0; trial < 250; ++trial) {
      tests::Shape shape = tests::random_shape(dtype, random);
      if (shape.operation == ATTEST_HARDMAX) shape.operation = ATTEST_POSITIONAL;
      if (trial % 10 == 0) shape.keys = 300, shape.queries = 4;
      const Instance instance = tests::random_instance(shape, random);
      const attest_error_class error = default_error_class(dtype);
      const Head head(instance, 0, 0);
      const PackedHead packed(head, code, true);
      FirstRung first(head, error, packed, code);
      SecondRung second(head, error, packed, code);
      const PreciseHead precise(head, error);
      Wanted all{{}, true, true};
      for (std::int64_t c = 0; c < head.value_width; ++c) all.columns.push_back(c);
      INFO("dtype " << dtype << " trial " << trial << " operation " << instance.operation << " keys " << shape.keys
                    << " width " << shape.width << " spread " << shape.spread << " mask " << shape.mask);
      const auto block =
          FirstRung::serves(error) ? first.block(0, head.queries, all) : std::vector<std::optional<ExpectedRow>>(16);
      for (std::int64_t i = 0; i < head.queries; ++i) {
        if (head.visible_count(i) == 0) continue;
        const ExpectedRow truth = precise.row(i, all, 256);
        elements += static_cast<int>(truth.output.size()) + 2;
        if (block[static_cast<std::size_t>(i)])
          tests::check_row(*block[static_cast<std::size_t>(i)], truth, first_enclosed);
        if (const auto row = second.row(i, all)) tests::check_row(*row, truth, second_enclosed);
      }
    }
  // Neither rung may pass everything on.
  WARN("elements " << elements << " first " << first_enclosed << " second " << second_enclosed);
  CHECK(first_enclosed > elements / 2);
  CHECK(second_enclosed > elements * 9 / 10);
}

TEST_CASE("the hardmax rung encloses what Arb does") {
  std::mt19937_64 random(6);
  const simd::Code& code = *simd::code("");
  int enclosed = 0, elements = 0;
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64, ATTEST_BFLOAT16})
    for (int trial = 0; trial < 300; ++trial) {
      tests::Shape shape = tests::random_shape(dtype, random);
      shape.operation = ATTEST_HARDMAX;
      const Instance instance = tests::random_instance(shape, random);
      attest_error_class error = default_error_class(dtype);
      if (trial % 3 == 0) error.accumulate = 0x1p-6;  // many keys may be taken for the greatest
      const Head head(instance, 0, 0);
      const PackedHead packed(head, code, false);
      HardmaxRung rung(head, error, packed, code);
      const PreciseHead precise(head, error);
      Wanted all{{}, true, false};
      for (std::int64_t c = 0; c < head.value_width; ++c) all.columns.push_back(c);
      for (std::int64_t i = 0; i < head.queries; ++i) {
        if (head.visible_count(i) == 0) continue;
        const ExpectedRow truth = precise.row(i, all, 512);
        elements += static_cast<int>(truth.output.size()) + 1;
        INFO("dtype " << dtype << " trial " << trial << " row " << i << " ties " << shape.ties);
        if (const auto row = rung.row(i, all)) tests::check_row(*row, truth, enclosed);
      }
    }
  WARN("elements " << elements << " enclosed " << enclosed);
  CHECK(enclosed > elements / 2);
}
