// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/ood_cells.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;

// At c = 2, and with one cell at c = 3, nothing is refuted.
TEST_CASE("positional.ood-n2: which evidence refutes equation 28") {
  using namespace attest::constructions;
  using attest::theory::Rational;
  using attest::theory::split_one;
  using attest::theory::witness;
  const auto first = [](long c, long count) {
    return witness("c", c,
                   split_one("first", cells_witness(graded_cells(Rational(c), count), attest::theory::evaluate())));
  };
  const std::string id = "positional.ood-n2";
  attest::tests::require_rejected(id, "printed", false, first(2, 24));
  attest::tests::require_rejected(id, "printed", false, first(3, 1));
  attest::tests::require_rejected(id, "printed", false,
                                  witness("c", 2, split_one("second", attest::theory::evaluate())));
}

TEST_CASE("positional.ood-n2: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-n2");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_exact"));
  CHECK(shown.at("finding_first_bound"));
  CHECK(shown.at("finding_final_bound"));
  CHECK(shown.at("finding_c_2"));
  CHECK(shown.at("finding_where_it_holds"));
  CHECK(shown.at("finding_where_it_fails"));
}
