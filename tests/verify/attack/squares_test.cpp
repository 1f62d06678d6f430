// SPDX-License-Identifier: Apache-2.0
// Polynomial inequalities over all reals: what the search for sums of squares finds, the trusted checker accepts as it
// stands, with nothing assumed; changed by one coefficient it does not.
#include <catch2/catch.hpp>
#include <regex>

#include "tests/verify/attack/attacked.hpp"
#include "verify/attack/gram.hpp"

using namespace attest;

namespace {

std::string reals(const std::string& names) {
  std::string text;
  for (const char name : names) text += std::string("forall ") + name + " in reals: ";
  return text;
}

struct Case {
  std::string statement;
  bool goal = true;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {reals("ab") + "a * b <= (a^2 + b^2) / 2"},
      {reals("x") + "x^4 - 2 * x^2 + 1 >= 0"},
      {reals("x") + "x^4 - x + 1 > 0"},
      {reals("x") + "x^4 - 4 * x^2 + 4 >= 0"},  // zeros at +-sqrt(2)
      {reals("abc") + "a^6 + b^6 + c^6 >= 3 * a^2 * b^2 * c^2"},
      {reals("abcx").substr(0, reals("abcx").size() - 2) + " where a * x^2 + b * x + c = 0: b^2 - 4 * a * c >= 0"},
      {reals("ab").substr(0, reals("ab").size() - 2) + " where a > 1 and b > 1: a * b + 1 > a + b"},
      {"forall t in reals from 0 to 1: t * (1 - t) <= 1/4"},
      {"forall t in reals from 0 to 1: 0 <= 3 * t^2 - 2 * t^3 <= 1"},
      {"forall n in naturals from 4: n^2 >= 3 * n + 4"},
      {"forall v in vectors(2): forall w in vectors(2): sum(v[i] * w[i] for i in 1..2)^2 <= sum(a^2 for a in v) * "
       "sum(b^2 for b in w)"},
      {"exists x in reals: x^2 + x + 1 = 0", false}};
  return all;
}

template <class Change>
checker::Result attacked(const Case& c, Change change) {
  const tests::ClaimFile file("statement printed = " + c.statement + ";");
  const theory::LoadedClaim claim = file.load();
  for (const theory::Certificate& found : verify::attack::attack(claim, {.brief = true}).certificates) {
    CHECK(found.goal == c.goal);
    REQUIRE(found.steps.to_json().find("\"squares\"") != std::string::npos);
    std::string text = found.to_json({theory::header_hash(claim), theory::statement_hash(claim, "printed")});
    INFO(text);
    change(text);
    return checker::check(claim.file.string(), text, {"theory/definitions"});
  }
  FAIL("nothing was found");
  return {};
}

}  // namespace

TEST_CASE("squares: what is found is accepted, and assumes nothing") {
  for (const Case& c : cases()) {
    INFO(c.statement);
    const checker::Result result = attacked(c, [](std::string&) {});
    CHECK(result.outcome == checker::Outcome::kAccepted);
    CHECK(result.json.find("\"assumed\": []") != std::string::npos);
  }
}

TEST_CASE("squares: a certificate with another weight, a negative one or without its first term is not accepted") {
  for (const Case& c : cases()) {
    INFO(c.statement);
    const auto replaced = [](const std::string& pattern, const std::string& by) {
      return [=](std::string& text) {
        const std::string before = text;
        text = std::regex_replace(text, std::regex(pattern), by, std::regex_constants::format_first_only);
        REQUIRE(text != before);
      };
    };
    const std::string first = R"re("signs": \[\[\["([0-9/]+)")re";
    CHECK(attacked(c, replaced(first, "\"signs\": [[[\"999983\"")).outcome != checker::Outcome::kAccepted);
    CHECK(attacked(c, replaced(first, "\"signs\": [[[\"-1\"")).outcome == checker::Outcome::kRejected);
    CHECK(attacked(c, replaced(R"re("squares", "signs": .*\]\}?)re", "\"squares\", \"signs\": []")).outcome !=
          checker::Outcome::kAccepted);
  }
}

TEST_CASE("squares: Motzkin's polynomial is no sum of squares, and nothing is claimed") {
  const std::string motzkin = "(x^4 * y^2 + x^2 * y^4 + 1 - 3 * x^2 * y^2)";
  const tests::ClaimFile file("statement printed = " + reals("xy") + motzkin + " >= 0;");
  for (const theory::Certificate& found : verify::attack::attack(file.load(), {.brief = true}).certificates)
    CHECK(found.steps.to_json().find("\"squares\"") == std::string::npos);
  CHECK(attacked({reals("xy") + "(x^2 + y^2) * " + motzkin + " >= 0"}, [](std::string&) {}).outcome ==
        checker::Outcome::kAccepted);
}

TEST_CASE("squares: eigenvalues and eigenvectors of a symmetric matrix") {
  const verify::attack::Eigen found = verify::attack::eigen({2, 1, 1, 2}, 2);
  for (std::size_t k = 0; k < 2; ++k) {
    const long double x = found.vectors[2 * k], y = found.vectors[2 * k + 1], value = found.values[k];
    CHECK(std::abs(2 * x + y - value * x) < 1e-15L);
    CHECK(std::abs(x + 2 * y - value * y) < 1e-15L);
  }
  CHECK(std::abs(found.values[0] + found.values[1] - 4) < 1e-15L);
}
