// SPDX-License-Identifier: Apache-2.0
// Faults that inputs of one shape do not show are found by the menu, on which the correct kernel is inside.
#include <catch2/catch.hpp>

#include "tests/kernels/faults/limit_suite.hpp"
#include "tests/kernels/faults/suite.hpp"
#include "verify/judge/judge.hpp"

using namespace attest;
using namespace attest::faults;
using namespace attest::verify::instances;

namespace {

void check_found(std::size_t first, std::size_t step, Effort effort) {
  for (std::size_t k = first; k < limit_faults().size(); k += step) {
    const LimitFault& limit = limit_faults()[k];
    INFO(limit.info.name);
    CHECK(finds(menu_inputs(limit.operation, ATTEST_FLOAT32, effort), limit.info.fault));
  }
}

}  // namespace

TEST_CASE("faults that need a size or a combination are found") { check_found(0, 6, Effort::quick); }

TEST_CASE("so is one that needs a key without its value for all heads") {
  CHECK(finds(menu_inputs(ATTEST_ATTENTION, ATTEST_FLOAT32, Effort::quick), Fault::value_heads_of_key));
  CHECK(!finds(one_shape(ATTEST_ATTENTION, ATTEST_FLOAT32), Fault::value_heads_of_key));
}

TEST_CASE("all of them are, by the default menu", "[.all]") { check_found(0, 1, Effort::standard); }

TEST_CASE("the correct kernel is inside on the menu wherever its class promises something") {
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_BFLOAT16})
    for (const attest_operation operation : {ATTEST_ATTENTION, ATTEST_URPE, ATTEST_HARDMAX}) {
      std::uint64_t seed = 100;
      for (const MenuCase& input : menu_inputs(operation, dtype, Effort::quick)) {
        if (work(input.request) > 4e5) continue;
        const Instance instance = generate(input.generator, input.request, seed++);
        const auto judged = verify::judge::judge(instance, outputs_with(instance, Fault::none), promised(dtype));
        INFO(words(input));
        CHECK(judged.outside == 0);
        CHECK(judged.undecided == judged.unbounded);
      }
    }
}

TEST_CASE("the inputs of one shape miss most of these faults") {
  int missed = 0;
  for (const LimitFault& limit : limit_faults())
    if (limit.info.fault < Fault::heads_modulo_2)
      missed += !finds(one_shape(limit.operation, ATTEST_FLOAT32), limit.info.fault);
  CHECK(missed >= 15);
}
