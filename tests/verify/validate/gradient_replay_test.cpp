// SPDX-License-Identifier: Apache-2.0
// A backward kernel's failure is made small with its grad_output, and comes back from a file to the bit.
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>

#include "verify/instances/gradient_file.hpp"
#include "verify/validate/shrink.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::validate;

namespace {

GradientInstance made() {
  Request r;
  r.operation = ATTEST_URPE, r.bias = r.factor = ATTEST_TERM_TOEPLITZ;
  r.batches = 2, r.heads = 4, r.kv_heads = 2, r.queries = 7, r.keys = 5, r.width = 3, r.value_width = 6;
  r.mask = ATTEST_MASK_WINDOW, r.window_left = 3, r.softcap = 1.5, r.sinks = r.scales = true;
  return generate_gradient("random", r, 3);
}

}  // namespace

TEST_CASE("a backward kernel's failure is shrunk with the gradient of its output") {
  int asked = 0;
  const auto fails = [&](const GradientInstance& in) {
    in.check();  // every candidate is a problem
    ++asked;
    for (std::int64_t k = 0; k < in.grad_output.size(); ++k)
      if (std::fabs(in.grad_output[k]) >= 3) return in.forward.keys >= 2;
    return false;
  };
  REQUIRE(fails(made()));
  const ShrunkGradient small = shrink(made(), fails);
  const Instance& in = small.instance.forward;
  CHECK(small.finished);
  CHECK(small.runs + 1 == asked);
  CHECK(std::vector<std::int64_t>{in.batches, in.heads, in.queries, in.keys, in.value_width} ==
        std::vector<std::int64_t>{1, 1, 1, 2, 1});
  CHECK(in.softcap == 0);
  CHECK(!in.sinks);
  const double left = small.instance.grad_output[0];
  CHECK(std::fabs(left) >= 3);
  CHECK(std::fabs(left) == std::round(std::fabs(left)));
}

TEST_CASE("a gradient's problem comes back from its file to the bit") {
  const GradientInstance before = made();
  const auto text = std::make_shared<const std::string>(to_file(before));
  const StoredGradient after = read_gradient(verify::arrays::parse_array_file(text, "replay.safetensors"), {});
  CHECK(to_file(after.instance) == *text);
  CHECK(!after.computed.query);
}
