// SPDX-License-Identifier: Apache-2.0
// ALiBi in the kernels of 16-bit inputs: the bits of the same numbers spread, in scratch without them.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernels/cpu/packed/kernels.hpp"
#include "kernels/problem.hpp"
#include "kernels/registry.hpp"
#include "tests/kernels/half_case.hpp"

using namespace attest::kernels;
using namespace attest::test;

TEST_CASE("ALiBi's numbers are made for each block of keys") {
  for (const attest_kernel& kernel : packed_kernels()) {
    if (!kernel.available() || (kernel.operation != ATTEST_RPE && kernel.operation != ATTEST_URPE)) continue;
    for (const std::uint32_t mask : {ATTEST_MASK_NONE, ATTEST_MASK_CAUSAL, ATTEST_MASK_WINDOW}) {
      INFO(kernel.name << ", mask " << mask);
      HalfCase made;
      made.operation = kernel.operation, made.dtype = kernel.dtype;
      made.heads = 2, made.queries = 75, made.keys = 707, made.width = 5, made.value_width = 18;
      made.bias = ATTEST_TERM_ALIBI;
      if (kernel.operation == ATTEST_URPE) made.factor = ATTEST_TERM_TOEPLITZ;
      if (mask == ATTEST_MASK_CAUSAL) made.mask = mask;
      made.diagonal = made.keys - made.queries;
      HalfProblem problem(made);
      attest_problem p = problem.problem();
      if (mask == ATTEST_MASK_WINDOW) {
        p.struct_size = sizeof(p);
        p.mask_kind = mask, p.diagonal = made.diagonal, p.window_left = 300, p.window_right = 5;
      }
      std::string why, ran;
      const auto bits_of = [&] {
        problem.blank();
        REQUIRE(run_problem(p, kernel.name, 2, why, &ran) == ATTEST_OK);
        REQUIRE(ran == kernel.name);
        return problem.bits();
      };
      const std::vector<std::uint32_t> found = bits_of();
      const std::size_t scratch = kernel.scratch(&p, 1);

      std::vector<float> family;
      for (std::int64_t h = 0; h < made.heads; ++h)
        for (std::int64_t d = 1 - made.keys; d < made.queries; ++d)
          family.push_back(-*row_of<const float>(p.bias.values, 0, h, 0) * static_cast<float>(std::abs(d)));
      const std::int64_t one_head = made.queries + made.keys - 1;
      p.bias = {ATTEST_TERM_TOEPLITZ, 0, nullptr, {family.data(), 0, one_head, 0}};
      REQUIRE(bits_of() == found);
      REQUIRE(scratch + static_cast<std::size_t>(one_head) * sizeof(float) <= kernel.scratch(&p, 1));
    }
  }
}
