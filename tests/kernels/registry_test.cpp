// SPDX-License-Identifier: Apache-2.0
#include "kernels/registry.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "kernels/problem.hpp"

using namespace attest::kernels;

TEST_CASE("names are unique and say what a kernel is") {
  std::set<std::string> names;
  for (const attest_kernel& kernel : all_kernels()) {
    const std::string start =
        std::string(operation_name(kernel.operation)) + "_" + dtype_name(kernel.dtype) + "_" + kernel.isa;
    const std::string name = kernel.name;
    REQUIRE((name == start || name == start + "_decode"));
    REQUIRE(names.insert(kernel.name).second);
    REQUIRE(find_kernel(kernel.name) == &kernel);
    REQUIRE(kernel.struct_size == sizeof(attest_kernel));
    REQUIRE(kernel.error.struct_size == sizeof(attest_error_class));
    REQUIRE(kernel.error.accumulate > 0);
  }
  REQUIRE(find_kernel("urpe_float32_abacus") == nullptr);
}

TEST_CASE("every operation has the scalar specification as its last choice") {
  for (std::uint32_t operation = ATTEST_ATTENTION; operation <= ATTEST_HARDMAX; ++operation) {
    for (const std::uint32_t dtype : {ATTEST_FLOAT64, ATTEST_FLOAT32, ATTEST_FLOAT16, ATTEST_BFLOAT16}) {
      const attest_kernel* last = nullptr;
      for (const attest_kernel& kernel : all_kernels())
        if (kernel.operation == operation && kernel.dtype == dtype) last = &kernel;
      REQUIRE(last != nullptr);
      REQUIRE(std::string(last->isa) == "scalar");
    }
  }
}

TEST_CASE("a forced kernel runs or says why not") {
  float query[2] = {1, 2}, key[2] = {3, 4}, value[2] = {5, 6}, output[2] = {};
  attest_problem p{};
  p.struct_size = sizeof p;
  p.operation = ATTEST_ATTENTION;
  p.dtype = ATTEST_FLOAT32;
  p.batches = p.heads = 1;
  p.queries = p.keys = 2;
  p.width = p.value_width = 1;
  p.scale = 1;
  p.query = {query, 0, 0, 1};
  p.key = {key, 0, 0, 1};
  p.value = {value, 0, 0, 1};
  p.output = {output, 2, 2, 1};
  std::string why, ran;
  for (const attest_kernel& kernel : all_kernels()) {
    const bool fits = kernel.operation == p.operation && kernel.dtype == p.dtype && kernel.available();
    ran.clear();
    REQUIRE((run_problem(p, kernel.name, 1, why, &ran) == ATTEST_OK) == fits);
    REQUIRE(ran == (fits ? kernel.name : ""));
    REQUIRE(why.empty() == fits);
  }
  REQUIRE(run_problem(p, "attention_float32_abacus", 1, why) == ATTEST_UNSUPPORTED);
  REQUIRE(why == "no kernel is named 'attention_float32_abacus'");
  REQUIRE(run_problem(p, "", 1, why, &ran) == ATTEST_OK);
  REQUIRE(output[0] > 5);
  p.scale = HUGE_VAL;
  REQUIRE(run_problem(p, "", 1, why) == ATTEST_UNSUPPORTED);
  REQUIRE(why == "scale: expected a finite number");
}

TEST_CASE("one query is the decoding kernel's, and more are not") {
  float numbers[4] = {1, 2, 3, 4}, output[2] = {};
  attest_problem p{};
  p.struct_size = sizeof p, p.operation = ATTEST_ATTENTION, p.dtype = ATTEST_FLOAT32;
  p.batches = p.heads = p.width = p.value_width = 1, p.scale = 1, p.keys = 2;
  p.query = p.key = p.value = {numbers, 0, 0, 1};
  p.output = {output, 2, 2, 1};
  const attest_kernel* const decode = find_kernel("attention_float32_avx2_decode");
  for (p.queries = 1; p.queries <= 2; ++p.queries) {
    std::string why;
    const attest_kernel* const chosen = select_kernel(p, "", why);
    REQUIRE(chosen != nullptr);
    if (decode == nullptr || !decode->available()) continue;
    REQUIRE((std::string(chosen->name).find("_decode") != std::string::npos) == (p.queries == 1));
  }
}
