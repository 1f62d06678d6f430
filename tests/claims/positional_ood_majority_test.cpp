// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/ood_cells.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;

// One cell is no evidence that the majority lies outside at n = 2 and c = 2, nor that it lies inside.
TEST_CASE("positional.ood-majority: a trivial partition is no evidence") {
  using namespace attest::constructions;
  using attest::theory::Rational;
  const auto coarse = [](long c) { return cells_witness(graded_cells(Rational(c), 1), attest::theory::evaluate()); };
  const std::string id = "positional.ood-majority";
  std::vector<attest::theory::Step> by_c;
  for (long c = 2; c <= 10; ++c) by_c.push_back(coarse(c));
  attest::tests::require_rejected(id, "printed", true, exhaustive("n", exhaustive("c", by_c)));
  attest::tests::require_rejected(id, "finding_length_1", true, coarse(2));
  attest::tests::require_rejected(id, "finding_without_rejection", true, coarse(2));
}

TEST_CASE("positional.ood-majority: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-majority");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_at_most_1_over_c"));
  CHECK(shown.at("finding_without_rejection"));
  CHECK(shown.at("finding_length_1"));
  CHECK(shown.at("finding_smallest_factor"));
}
