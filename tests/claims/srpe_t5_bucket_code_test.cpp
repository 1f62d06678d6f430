// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/claims/accepted.hpp"
#include "theory/attention/relative_bucket.hpp"

using attest::tests::require_accepted;
using attest::theory::RelativeBuckets;

namespace {

// The public code with this machine's floats; a binary64 logarithm, rounded, stands for the binary32 one.
long as_written(long l, long B, long M) {
  const long buckets = B / 2, exact = buckets / 2, n = l < 0 ? -l : l;
  const long offset = l > 0 ? buckets : 0;
  if (n < exact) return offset + n;
  const float constant = static_cast<float>(std::log(static_cast<double>(M) / static_cast<double>(exact)));
  const float logarithm =
      static_cast<float>(std::log(static_cast<double>(static_cast<float>(n) / static_cast<float>(exact))));
  const long large = exact + static_cast<long>(logarithm / constant * static_cast<float>(buckets - exact));
  return offset + std::min(large, buckets - 1);
}

}  // namespace

TEST_CASE("srpe.t5-bucket-code: this machine's floats at the sizes in use, up to 4096") {
  const long sizes[][2] = {{16, 64},  {32, 128},  {32, 256},  {64, 128}, {64, 256},
                           {64, 512}, {128, 512}, {320, 800}, {32, 50},  {32, 100}};
  for (const auto& [B, M] : sizes) {
    const RelativeBuckets exact({B, M, true});
    long different = 0;
    for (long l = -4096; l <= 4096; ++l) different += as_written(l, B, M) != exact(l);
    INFO("B = " << B << ", M = " << M);
    CHECK(different == 0);
  }
}

TEST_CASE("srpe.t5-bucket-code: this machine's floats at the counterexample") {
  CHECK(RelativeBuckets({12, 1029, true})(-21) == 4);
  CHECK(as_written(-21, 12, 1029) == 3);
}

TEST_CASE("srpe.t5-bucket-code: every certificate is accepted") {
  const auto shown = require_accepted("srpe.t5-bucket-code");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("finding_every_size"));
  CHECK(shown.at("finding_sizes_in_use"));
  CHECK(shown.at("finding_T5"));
  CHECK(shown.at("finding_tie_at_50"));
  CHECK(shown.at("finding_up_to_1024"));
  CHECK(!shown.at("finding_binary64"));
  CHECK(!shown.at("finding_reciprocals"));
  CHECK(!shown.at("finding_logarithm_one_unit_low"));
  CHECK(shown.at("finding_logarithm_one_unit_high"));
}
