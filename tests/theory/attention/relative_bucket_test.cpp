// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/relative_bucket.hpp"

#include <catch2/catch.hpp>

#include "theory/error.hpp"
#include "theory/scalar/rational.hpp"

using namespace attest;
using namespace attest::theory;
using Catch::Matchers::Contains;

TEST_CASE("T5's own size, by hand") {
  const RelativeBuckets two({32, 128, true}), one({32, 128, false});
  // r = 16^(1/8) = sqrt 2: the buckets from 8 on begin at 8, 11.3, 16, 22.6, 32, 45.3, 64 and 90.5.
  CHECK(two.first_distances() == std::vector<long>{0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32, 46, 64, 91});
  CHECK(two(0) == 0);
  CHECK(two(-7) == 7);
  CHECK(two(7) == 23);
  CHECK(two(-90) == 14);
  CHECK(two(-91) == 15);
  CHECK(two(1000000) == 31);
  CHECK(one(5) == 0);
  CHECK(one(-15) == 15);
  CHECK(one(-16) == 16);
  for (const long l : {8, 16, 32, 64, 128}) CHECK(two.is_tie(l));
  for (const long l : {9, 17, 31, 33, 127}) CHECK_FALSE(two.is_tie(l));
}

// Odd numbers of buckets, too: l^s >= M^j h^(s-j), written out with powers.
TEST_CASE("where a bucket begins is the least distance that meets the inequality") {
  for (long K = 2; K <= 13; ++K) {
    const long h = K / 2, s = K - h;
    for (const long M : {h + 1, 2 * h + 1, 5 * h + 3, 40 * h}) {
      const RelativeBuckets buckets({K, M, false});
      for (long j = 1; j < s; ++j) {
        const long first = buckets.first_distances()[static_cast<std::size_t>(h + j)];
        const Rational bound = pow(Rational(M), j) * pow(Rational(h), s - j);
        CHECK(pow(Rational(first), s) >= bound);
        CHECK(pow(Rational(first - 1), s) < bound);
      }
    }
  }
}

TEST_CASE("sizes at which the formula divides by zero, or falls, are refused") {
  CHECK_THROWS_WITH(RelativeBuckets({3, 128, true}), "buckets: expected an integer from 4 to 4096, found 3");
  CHECK_THROWS_WITH(RelativeBuckets({1, 128, false}), "buckets: expected an integer from 2 to 4096, found 1");
  CHECK_THROWS_AS(RelativeBuckets({4097, 100000, true}), InputError);
  CHECK_THROWS_WITH(RelativeBuckets({32, 8, true}), Contains("distance: expected an integer from 9"));
  CHECK_THROWS_AS(RelativeBuckets({32, -1, true}), InputError);
  CHECK_NOTHROW(RelativeBuckets({32, 9, true}));
  CHECK_NOTHROW(RelativeBuckets({2, 2, false}));
}
