// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"
#include "theory/attention/relative_bucket.hpp"
#include "theory/scalar/enclosure.hpp"

using attest::tests::require_accepted;
using namespace attest::theory;

// Eq. 14 by its logarithms, enclosed: h + j is the bucket where j <= h log(l/h) / log(M/h) < j + 1. Nothing is asked
// where the enclosure does not decide, which must be the ties and nothing else.
TEST_CASE("srpe.t5-bucket-range: the integers against enclosed logarithms") {
  for (long K = 4; K <= 32; K += 4) {
    const long h = K / 2;
    for (long M = h + 1; M <= 3 * K; ++M) {
      const RelativeBuckets buckets({K, M, false});
      const auto log_of = [](long x) { return log(Enclosure(Rational(x), 256)); };
      for (long l = h; l < M; ++l) {
        const long j = buckets.side(l) - h;
        const Enclosure x = Enclosure(h) * (log_of(l) - log_of(h)) / (log_of(M) - log_of(h));
        const Truth above = Enclosure(j) <= x, below = x < Enclosure(j + 1);
        INFO("K = " << K << ", M = " << M << ", l = " << l);
        CHECK(below == Truth::yes);
        CHECK((above == Truth::unknown) == buckets.is_tie(l));
        CHECK(above != Truth::no);
      }
    }
  }
}

// A distance just above h is no evidence that buckets fall below 0.
TEST_CASE("srpe.t5-bucket-range: a small distance is rejected") {
  attest::tests::require_rejected("srpe.t5-bucket-range", "finding_smaller_M", true,
                                  range("h", 2, 2, exhaustive("M", witness("l", 3, evaluate()))));
}

TEST_CASE("srpe.t5-bucket-range: every certificate is accepted") {
  const auto shown = require_accepted("srpe.t5-bucket-range");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_any_M_above_half"));
  CHECK(shown.at("finding_smaller_M"));
  CHECK(shown.at("finding_logarithms"));
  CHECK(shown.at("finding_last_bucket"));
  CHECK(!shown.at("finding_any_number_of_buckets"));
  CHECK(!shown.at("finding_even_number_of_buckets"));
}
