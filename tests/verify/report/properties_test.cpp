// SPDX-License-Identifier: Apache-2.0
#include "verify/results/properties.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "theory/error.hpp"
#include "verify/report/explain.hpp"
#include "verify/report/html.hpp"
#include "verify/report/markdown.hpp"
#include "verify/results/verdict.hpp"

using namespace attest;
using namespace attest::verify::report;
using namespace attest::verify::results;
using Json = nlohmann::ordered_json;

namespace {

enum class Reach { complete, instances, undecided };

StatementResult statement(const std::string& name, bool goal, Reach reach, const std::string& numbers) {
  StatementResult result;
  result.name = name;
  CheckedCertificate certificate;
  certificate.path = "certificates/" + name + ".json";
  certificate.goal = goal;
  (goal ? certificate.example : certificate.counterexample) = numbers;
  CheckerReport report;
  report.checker = "attest-check";
  report.outcome = reach == Reach::undecided ? "Undecided" : "Accepted";
  report.evaluated = "7";
  Coverage instances;
  instances.kind = "instances", instances.variable = "h", instances.domain = "values", instances.count = "7";
  if (reach == Reach::instances) report.assumed = {instances};
  certificate.checkers = {report};
  result.certificates = {certificate};
  return result;
}

Results with_properties() {
  ClaimResult claim;
  claim.id = "variants.synthetic";
  claim.stem = "variants_synthetic";
  claim.header = {{"id", claim.id}, {"title", "A variant"}};
  claim.statements = {statement("printed", true, Reach::complete, ""),
                      statement("property_right_stochastic", true, Reach::instances, "h = [1]"),
                      statement("property_causal", false, Reach::complete, "X = [0]"),
                      statement("property_not_position_aware", true, Reach::complete, "h = [2]"),
                      statement("property_not_identical", true, Reach::instances, "h = [4]"),
                      statement("property_not_proved", true, Reach::undecided, "h = [3]")};
  derive_verdicts(claim);
  Results results;
  results.version = "0";
  results.claims = {claim};
  return results;
}

}  // namespace

TEST_CASE("properties are derived from the statements of that name") {
  const Json json = Json::parse(with_properties().to_json())["claims"][0]["properties"];
  REQUIRE(json.size() == 5);
  CHECK(json["right_stochastic"] == Json{{"status", "supported"},
                                         {"assurance", "certified"},
                                         {"extent", "at 7 instances"},
                                         {"scope", "7 choices of h"},
                                         {"certificate", "certificates/property_right_stochastic.json"},
                                         {"example", "h = [1]"}});
  CHECK(json["causal"]["status"] == "false");
  CHECK(json["causal"]["counterexample"] == "X = [0]");
  // What contradicts the property holds, on complete evidence: so the property is false. No instance refutes it.
  CHECK(json["position_aware"]["status"] == "false");
  CHECK(json["position_aware"]["shown_by"] == "property_not_position_aware");
  CHECK_FALSE(json["position_aware"].contains("counterexample"));
  CHECK(json["position_aware"]["example"] == "h = [2]");
  CHECK(json["position_aware"]["certificate"] == "certificates/property_not_position_aware.json");
  CHECK(json["proved"]["status"] == "open");
  CHECK(json["proved"]["certificate"].is_null());
  CHECK_FALSE(json["proved"].contains("example"));
}

TEST_CASE("instances that contradict a property of some parameters refute nothing") {
  const Json json = Json::parse(with_properties().to_json())["claims"][0]["properties"]["identical"];
  CHECK(json["status"] == "open");
  CHECK(json["extent"] == "at 7 instances");
  CHECK_FALSE(json.contains("counterexample"));
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
  results.claims[0].statements = {statement("property_not_position_aware", false, Reach::complete, "X = [1]")};
  derive_verdicts(results.claims[0]);
  CHECK(properties(results.claims[0]).front().status == "open");
  CHECK(properties(results.claims[0]).front().name == "position_aware");
}

TEST_CASE("reports show the properties, with the numbers behind them") {
  const Results results = with_properties();
  const std::string page = to_markdown(results), explained = explain(results.claims[0]);
  CHECK(page.find("## Properties") != std::string::npos);
  CHECK(page.find("right stochastic | causal | position aware | identical | proved |") != std::string::npos);
  CHECK(to_html(results).find("id=\"properties\"") != std::string::npos);
  for (const char* words : {"refuted at X = [0]", "for instance h = [1]", "position aware: ✗ false ◆ certified"})
    CHECK(explained.find(words) != std::string::npos);
  Results none = results;
  none.claims[0].statements.resize(1);
  CHECK(to_markdown(none).find("Properties") == std::string::npos);
}
