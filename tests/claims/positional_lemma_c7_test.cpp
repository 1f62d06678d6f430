// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "constructions/positional/bindings.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using namespace attest::theory;

TEST_CASE("positional.lemma-c7: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-c7");
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_from_two_on"));
  CHECK(!shown.at("printed"));
}

// The map 0 in every place is at distance 1 from the map 1, and 9/10 is asked for.
TEST_CASE("positional.lemma-c7: covers of zeros are rejected") {
  using namespace attest::constructions;
  for (const auto& [d, m] : {std::pair<long, long>{1, 2}, {2, 1}}) {
    RationalMatrix W = constant_matrix(d, 1, 0);
    W[0][0] = 1;
    const Step all = witness("cover", Value::matrix(constant_matrix(4096 * d, 1, 0)),
                             attest::theory::instances("W", {Value::matrix(W)}, evaluate()));
    attest::tests::require_rejected("positional.lemma-c7", "finding_from_two_on", true,
                                    one_instance({{"d", d},
                                                  {"k", 1},
                                                  {"m", m},
                                                  {"T", 4},
                                                  {"BW", 1},
                                                  {"BX", 1},
                                                  {"eps", Rational(9, 10)},
                                                  {"X", Value::matrix(constant_matrix(m, 1, 1))}},
                                                 all));
  }
}
