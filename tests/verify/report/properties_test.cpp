// SPDX-License-Identifier: Apache-2.0
#include "verify/properties.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "theory/error.hpp"
#include "verify/report/explain.hpp"
#include "verify/report/html.hpp"
#include "verify/report/markdown.hpp"

using namespace attest;
using namespace attest::verify;
using Json = nlohmann::ordered_json;

namespace {

StatementResult statement(const std::string& name, const std::string& status, const std::string& outcome,
                          const std::string& numbers) {
  StatementResult result{name, status, status == "open" ? "none" : "certified", "n = 2", "both checkers", "", "",
                         "",   {}};
  CheckedCertificate certificate;
  certificate.path = "certificates/" + name + ".json";
  certificate.goal = status != "false";
  (certificate.goal ? certificate.example : certificate.counterexample) = numbers;
  certificate.checkers = {{"attest-check", outcome, "", {}, {}, "64"}};
  result.certificates = {certificate};
  return result;
}

Results with_properties() {
  ClaimResult claim;
  claim.id = "variants.synthetic";
  claim.stem = "variants_synthetic";
  claim.header = {{"id", claim.id}, {"title", "A variant"}};
  claim.statements = {statement("printed", "holds", "Accepted", ""),
                      statement("property_right_stochastic", "holds", "Accepted", "h = [1]"),
                      statement("property_causal", "false", "Accepted", "X = [0]"),
                      statement("property_not_position_aware", "holds", "Accepted", "h = [2]"),
                      statement("property_not_proved", "open", "Undecided", "h = [3]")};
  Results results;
  results.version = "0";
  results.claims = {claim};
  return results;
}

}  // namespace

TEST_CASE("properties are derived from the statements of that name") {
  const Json json = Json::parse(with_properties().to_json())["claims"][0]["properties"];
  REQUIRE(json.size() == 4);
  CHECK(json["right_stochastic"] == Json{{"status", "holds"},
                                         {"assurance", "certified"},
                                         {"scope", "n = 2"},
                                         {"certificate", "certificates/property_right_stochastic.json"},
                                         {"example", "h = [1]"}});
  CHECK(json["causal"]["status"] == "false");
  CHECK(json["causal"]["counterexample"] == "X = [0]");
  // What contradicts the property holds, so the property is false.
  CHECK(json["position_aware"]["status"] == "false");
  CHECK(json["position_aware"]["counterexample"] == "h = [2]");
  CHECK(json["position_aware"]["certificate"] == "certificates/property_not_position_aware.json");
  CHECK(json["proved"]["status"] == "open");
  CHECK(json["proved"]["certificate"].is_null());
  CHECK_FALSE(json["proved"].contains("example"));
}

TEST_CASE("properties survive a round trip, and a file cannot say another thing of them than its statements") {
  const std::string text = with_properties().to_json();
  CHECK(Results::from_json(text, "results.json").to_json() == text);
  Json json = Json::parse(text);
  json["claims"][0]["properties"]["causal"]["status"] = "holds";
  CHECK_THROWS_AS(Results::from_json(json.dump(), "results.json"), InputError);
  json["claims"][0].erase("properties");
  CHECK_THROWS_AS(Results::from_json(json.dump(), "results.json"), InputError);
}

TEST_CASE("a contradiction of a property that is refuted leaves the property open") {
  Results results = with_properties();
  results.claims[0].statements = {statement("property_not_position_aware", "false", "Accepted", "X = [1]")};
  CHECK(properties(results.claims[0]).front().status == "open");
  CHECK(properties(results.claims[0]).front().name == "position_aware");
}

TEST_CASE("reports show the properties, with the numbers behind them") {
  const Results results = with_properties();
  const std::string page = to_markdown(results), explained = explain(results.claims[0]);
  CHECK(page.find("## Properties") != std::string::npos);
  CHECK(page.find("right stochastic | causal | position aware | proved |") != std::string::npos);
  CHECK(to_html(results).find("id=\"properties\"") != std::string::npos);
  for (const char* words : {"refuted at X = [0]", "for instance h = [1]", "position aware: ✗ false ◆ certified"})
    CHECK(explained.find(words) != std::string::npos);
  Results none = results;
  none.claims[0].statements.resize(1);
  CHECK(to_markdown(none).find("Properties") == std::string::npos);
}
