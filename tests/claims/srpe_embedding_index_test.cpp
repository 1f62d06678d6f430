// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

// An index that selects an entry refutes neither.
TEST_CASE("srpe.embedding-index: indices that exist refute nothing") {
  for (const long bucket : {1L, 31L}) {
    for (const char* name : {"literal", "finding_from_0"})
      require_rejected("srpe.embedding-index", name, false, witness("B", 32, witness("bucket", bucket, evaluate())));
  }
}

TEST_CASE("srpe.embedding-index: every certificate is accepted") {
  const auto shown = require_accepted("srpe.embedding-index");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("literal"));
  CHECK(!shown.at("finding_from_0"));
}
