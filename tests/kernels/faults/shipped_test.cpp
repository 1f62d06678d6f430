// SPDX-License-Identifier: Apache-2.0
// Faults of attention as it is shipped are found by the menu and by batches of sequences; the correct kernel is inside.
#include <catch2/catch.hpp>

#include "tests/kernels/faults/limit_suite.hpp"
#include "tests/kernels/faults/sequence_faults.hpp"
#include "tests/kernels/faults/shipped_suite.hpp"
#include "verify/judge/judge.hpp"

using namespace attest;
using namespace attest::faults;
using namespace attest::verify::instances;

TEST_CASE("every fault of windows, caps, sinks, groups, dropout, scales, merges and sequences is found by default") {
  int with_thread = 0;
  for (const ShippedFault& fault : shipped_faults()) {
    INFO(fault.name);
    CHECK(finds_shipped(fault, ATTEST_FLOAT32, Effort::standard));
    with_thread += fault.thread[0] != '\0';
  }
  CHECK(with_thread >= 40);
}

TEST_CASE("most of them are found in bfloat16") {
  int found = 0, tried = 0;
  for (std::size_t k = 0; k < shipped_faults().size(); k += 3) {
    ++tried;
    found += finds_shipped(shipped_faults()[k], ATTEST_BFLOAT16, Effort::standard).has_value();
  }
  CHECK(found >= tried - 1);
}

TEST_CASE("the correct kernel of shipped attention is inside on the menu and on sequences") {
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_BFLOAT16, ATTEST_FLOAT64}) {
    for (const attest_operation operation : {ATTEST_ATTENTION, ATTEST_RPE}) {
      MenuQuestion question;
      question.operation = operation, question.dtype = dtype;
      const MenuExtensions all{true, true, true, true, true, dtype != ATTEST_FLOAT64};
      std::uint64_t seed = 100;
      std::vector<MenuCase> inputs = menu_of(extension_design(question, all, Effort::quick), question).cases;
      for (MenuCase& x : cases_besides(question, all, Effort::quick)) inputs.push_back(std::move(x));
      for (const MenuCase& input : inputs) {
        const Instance instance = generate(input.generator, input.request, seed++);
        if (work(input.request) > 1e6) continue;
        const auto judged =
            verify::judge::judge(instance, run_shipped(instance, Shipped::none), promised_by_shipped(dtype));
        INFO(words(input));
        CHECK(judged.outside == 0);
        CHECK(judged.undecided == judged.unbounded);
      }
    }
    for (const auto& [stored, name] : run_on_sequences(Shipped::none, dtype, 5))
      CHECK(verify::judge::judge(stored.instance, *stored.outputs, promised_by_shipped(dtype)).accepted());
  }
}
