// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/srpe_table.hpp"

using attest::tests::require_accepted;
using attest::tests::srpe::sum;
using attest::tests::srpe::table;
using attest::theory::Rational;

// The whole table of eq. 8, its columns summed, against beta: equal exactly for balanced scores.
TEST_CASE("srpe.theorem-1-prior: column sums of the whole table") {
  // m times the diagonal against the sum of all: 12 and 10, 14 and 13, 12 and 12.
  const std::vector<std::vector<Rational>> above = {{2, 1}, {3, 4}}, nearly = {{1, 4}, {2, 6}},
                                           level = {{3, 1}, {5, 3}};
  for (const auto& [w, equal] : {std::pair{above, false}, {nearly, false}, {level, true}}) {
    for (int n = 2; n <= 5; ++n) {
      std::vector<Rational> u;
      for (int l = 0; l < 2 * n - 1; ++l) u.push_back(Rational(l * l + 1, 2));
      for (int i = 0; i < n; ++i) {
        const auto rows = table(2, n, i, u, w);
        Rational embeddings = 0;
        for (int j = 0; j < n; ++j) embeddings += u[static_cast<std::size_t>(j - i + n - 1)];
        bool all_equal = true;
        for (int j = 0; j < n; ++j) {
          Rational column = 0;
          for (const auto& row : rows) column += row[static_cast<std::size_t>(j)];
          all_equal = all_equal && column / sum(rows) == u[static_cast<std::size_t>(j - i + n - 1)] / embeddings;
        }
        CHECK(all_equal == equal);
      }
    }
  }
}

TEST_CASE("srpe.theorem-1-prior: every certificate is accepted") {
  const auto shown = require_accepted("srpe.theorem-1-prior");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(!shown.at("finding_scalar_tokens"));
  CHECK(shown.at("finding_one_projection"));
  CHECK(shown.at("finding_other_positions"));
  CHECK(shown.at("finding_any_token_law"));
  CHECK(shown.at("finding_query_from_elsewhere"));
  CHECK(shown.at("finding_no_law_of_sequences"));
  CHECK(shown.at("finding_constant_sequences"));
}
