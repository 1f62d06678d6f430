// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/float_bucket.hpp"

#include <catch2/catch.hpp>

#include "theory/error.hpp"

using namespace attest::theory;

namespace {

constexpr BucketArithmetic kAll[] = {BucketArithmetic::float32, BucketArithmetic::float32_reciprocal,
                                     BucketArithmetic::float32_epsilon, BucketArithmetic::float64};

}  // namespace

TEST_CASE("disagreements known by hand") {
  // log 7 / log 343 = 1/3, log 2 / log 32 = 1/5, log 6 / log 36 = 1/2.
  CHECK(FloatBuckets({12, 1029, true}, BucketArithmetic::float32)(-21) == 3);
  CHECK(FloatBuckets({12, 1029, true}, BucketArithmetic::float64)(-21) == 4);
  CHECK(FloatBuckets({20, 160, true}, BucketArithmetic::float32)(10) == 16);
  CHECK(FloatBuckets({20, 160, true}, BucketArithmetic::float64)(10) == 15);
  CHECK(FloatBuckets({8, 72, true}, BucketArithmetic::float32)(-12) == 3);
  CHECK(FloatBuckets({8, 72, true}, BucketArithmetic::float32_reciprocal)(-12) == 2);
}

TEST_CASE("disagreeing_distances finds what a search of every distance finds") {
  for (const BucketArithmetic arithmetic : kAll) {
    long found = 0;
    for (long B = 4; B <= 40; ++B) {
      for (long M = B / 4 + 1; M <= 160; M += B % 3 + 1) {
        const BucketRule rule{B, M, true};
        const RelativeBuckets exact(rule);
        const FloatBuckets rounded(rule, arithmetic);
        std::vector<long> all;
        for (long l = 0; l <= M + 2; ++l) {
          if (rounded.side(l) != exact.side(l)) all.push_back(l);
        }
        found += static_cast<long>(all.size());
        CHECK(disagreeing_distances(rule, arithmetic) == all);
      }
    }
    INFO("arithmetic " << static_cast<int>(arithmetic));
    CHECK(found > 0);  // a search that finds nothing would show nothing
  }
  CHECK(disagreeing_distances({12, 1029, true}, BucketArithmetic::float32) == std::vector<long>{21, 147});
}

TEST_CASE("a logarithm one unit in the last place too low moves the ties of T5's own size") {
  const RelativeBuckets exact({32, 128, true});
  const FloatBuckets rounded({32, 128, true}, BucketArithmetic::float32);
  for (long l = 8; l < 128; ++l) {
    CHECK((rounded.side(l, -1) != exact.side(l)) == (l == 16 || l == 32 || l == 64));
    CHECK(rounded.side(l, 1) == exact.side(l));
  }
}

TEST_CASE("the sizes are those of the exact rule") {
  CHECK_THROWS_AS(FloatBuckets({3, 128, true}, BucketArithmetic::float64), attest::InputError);
}
