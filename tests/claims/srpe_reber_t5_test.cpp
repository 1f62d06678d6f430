// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <string>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using attest::theory::evaluate;
using attest::theory::Step;
using attest::theory::Value;
using attest::theory::witness;

namespace {

Value letters(const std::string& text) {
  Value::List list;
  for (const char letter : text) list.emplace_back(std::string(1, letter));
  return list;
}

Step pair(const std::string& first, const std::string& second) {
  return witness("first", letters(first), witness("second", letters(second), evaluate()));
}

}  // namespace

// Short strings are told apart, and what the grammar does not write is no string.
TEST_CASE("srpe.reber-t5: short strings and other words are rejected") {
  const std::string id = "srpe.reber-t5", name = "finding_long_strings";
  const std::string long_word = "BP" + std::string(40, 'T') + "VVE";
  require_rejected(id, name, true, pair("BTXSE", "BTXSE"));
  require_rejected(id, name, true, pair(long_word, "BTXSE"));
  require_rejected(id, name, true, pair("BTXSE", long_word.substr(1)));
  require_rejected(id, name, true, pair("BTXSE", std::string(45, 'T')));
}

TEST_CASE("srpe.reber-t5: every certificate is accepted") {
  const auto shown = require_accepted("srpe.reber-t5");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_long_strings"));
  CHECK(shown.at("finding_short_strings"));
  CHECK(!shown.at("step_t5_sees_the_label"));
}
