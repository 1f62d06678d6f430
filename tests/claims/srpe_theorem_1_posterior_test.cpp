// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/srpe_table.hpp"

using attest::tests::require_accepted;
using attest::tests::srpe::table;
using attest::theory::Rational;

// Rows of the whole table, each divided by its sum, against attention with the position embeddings taken as they are:
// another normalization of u must not matter.
TEST_CASE("srpe.theorem-1-posterior: rows of the whole table") {
  const std::vector<std::vector<Rational>> w = {{1, 7, 2}, {Rational(1, 3), 1, 5}, {4, 4, Rational(1, 9)}};
  const std::vector<Rational> u = {2, Rational(1, 5), 3, 11, Rational(7, 2)};
  for (int i = 0; i < 3; ++i) {
    const auto rows = table(3, 3, i, u, w);
    for (std::size_t code = 0; code < rows.size(); ++code) {
      const std::size_t token[3] = {code % 3, code / 3 % 3, code / 9};
      Rational mass = 0, scores = 0;
      for (int j = 0; j < 3; ++j) {
        mass += rows[code][static_cast<std::size_t>(j)];
        scores += u[static_cast<std::size_t>(j - i + 2)] * w[token[i]][token[j]];
      }
      for (int j = 0; j < 3; ++j) {
        CHECK(rows[code][static_cast<std::size_t>(j)] / mass ==
              u[static_cast<std::size_t>(j - i + 2)] * w[token[i]][token[j]] / scores);
      }
    }
  }
}

TEST_CASE("srpe.theorem-1-posterior: every certificate is accepted") {
  const auto shown = require_accepted("srpe.theorem-1-posterior");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_every_law_of_sequences"));
  CHECK(!shown.at("finding_with_prior_beta"));
}
