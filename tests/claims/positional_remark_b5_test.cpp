// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/routing.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.remark-b5: every certificate is accepted") {
  const auto shown = require_accepted("positional.remark-b5");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("literal"));
  CHECK(shown.at("finding_triangular_number"));
  CHECK(!shown.at("finding_positions_alone"));
}

TEST_CASE("positional.remark-b5: equal scores, or positions without the length, are rejected") {
  using namespace attest::constructions;
  const Value hits = Value::List{integers({1}), integers({1, 1}), integers({2, 1, 1})};
  for (const long score : {0L, 20L}) {
    Value::List encodings;
    for (long k = 1; k <= 3; ++k) {
      std::vector<long> places;
      for (long i = 1; i <= k; ++i) places.push_back(i);
      encodings.push_back(Value::matrix(one_hot_rows(places, 3)));
    }
    RationalMatrix query = constant_matrix(3, 3, -score);
    for (std::size_t i = 0; i < 3; ++i) query[i][i == 0 ? 1 : 0] = score;
    require_rejected(
        "positional.remark-b5", "printed", true,
        range("n", 3, 3,
              instances("hits", {hits},
                        instances("eps", {Value(Rational(1, 10))},
                                  witness("d", 3,
                                          witness("P", Value(encodings),
                                                  witness("WQ", Value::matrix(query),
                                                          witness("WK", Value::matrix(unit_rows(3)), evaluate()))))))));
  }
}
