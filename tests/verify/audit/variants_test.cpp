// SPDX-License-Identifier: Apache-2.0
// Three writings of each published variant: its description (theory/variants), the evaluator that the audit computes
// with, and the formula in its claim, which the trusted checker evaluates. They must say the same.
#include <catch2/catch.hpp>
#include <set>

#include "constructions/claim.hpp"
#include "constructions/variants/evaluate.hpp"
#include "tests/theory/differential/definitions.hpp"
#include "verify/audit/audit.hpp"
#include "verify/system/files.hpp"

namespace {

using namespace attest;
using namespace attest::constructions;

// variants.t5 -> its description.
verify::audit::Description description(const Claim& claim) {
  const std::string file = "theory/variants/" + claim.id.substr(std::string("variants.").size()) + ".json";
  const verify::json::Value document =
      verify::json::parse_strictly(verify::system::read_file(std::filesystem::path(file)), file);
  return verify::audit::read_description(verify::json::Node(document, file));
}

std::vector<Claim> variants() {
  std::vector<Claim> found;
  for (const Claim& claim : registry())
    if (claim.id.starts_with("variants.")) found.push_back(claim);
  return found;
}

}  // namespace

TEST_CASE("each variant's claim, description and evaluator agree at random parameters") {
  Draw draw(91);
  for (const Claim& claim : variants()) {
    const verify::audit::Description variant = description(claim);
    CHECK("variants." + variant.name == claim.id);
    CHECK(published(variant.name) == variant.attention);
    for (const auto& [n, d] : {std::pair(1L, 1L), {2L, 2L}, {3L, 1L}, {4L, 2L}}) {
      const Parameters p = drawn_parameters(variant.attention, n, d, draw);
      RationalMatrix X = constant_matrix(n, d, 0);
      for (RationalVector& row : X)
        for (theory::Rational& x : row) x = draw.integer(0, 2);
      const std::vector<theory::Value> arguments = {p.record(variant.attention), theory::Value::matrix(X)};
      INFO(claim.id << " " << tests::expression(arguments[0]) << " " << tests::expression(arguments[1]));
      CHECK(tests::exact_matrix(tests::definition_of_claim(claim.stem, "A", arguments)).to_rows() ==
            attention_matrix(variant.attention, p, X));
      CHECK(tests::exact_matrix(tests::definition_of_claim(claim.stem, "layer", arguments)).to_rows() ==
            attention_layer(variant.attention, p, X));
    }
  }
}

TEST_CASE("what is not published has no description") { CHECK_THROWS_AS(published("t6"), std::logic_error); }

TEST_CASE("the audit of each variant's description says what its certificates show") {
  std::set<std::string> seen;
  for (const Claim& claim : variants()) {
    INFO(claim.id);
    const nlohmann::ordered_json properties = verify::audit::audit(description(claim)).at("properties");
    for (const theory::Certificate& certificate : claim.construct({.brief = true}).certificates) {
      if (!certificate.statement.starts_with("property_")) continue;
      std::string name = certificate.statement.substr(std::string("property_").size());
      const bool negated = name.starts_with("not_");
      if (negated) name = name.substr(4);
      INFO(name);
      CHECK(properties.at(name).at("status") == (certificate.goal != negated ? "holds" : "false"));
      seen.insert(claim.id + name);
    }
  }
  CHECK(seen.size() == 4 * 24);
}
