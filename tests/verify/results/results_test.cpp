// SPDX-License-Identifier: Apache-2.0
#include "verify/results/results.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/verify/results/synthetic.hpp"
#include "theory/error.hpp"

using namespace attest;
using verify::results::Results;
using Json = nlohmann::ordered_json;

namespace {

std::string refusal(const std::string& text) {
  try {
    Results::from_json(text, "results.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

/// The synthetic results' JSON after one change.
template <class Change>
std::string spoiled(Change change) {
  Json json = Json::parse(tests::synthetic_results().to_json());
  change(json);
  return refusal(json.dump());
}

}  // namespace

TEST_CASE("results survive a round trip through JSON") {
  const Results results = tests::synthetic_results();
  const std::string text = results.to_json();
  const Results read = Results::from_json(text, "results.json");
  CHECK(read.to_json() == text);

  REQUIRE(read.claims.size() == results.claims.size());
  CHECK(read.interrupted);
  CHECK(read.claims[0].header == results.claims[0].header);
  CHECK(read.claims[2].page == results.claims[2].page);
  CHECK(read.claims[2].error == tests::hostile);
  CHECK(read.claims[0].find("printed")->certificates[0].witness ==
        results.claims[0].find("printed")->certificates[0].witness);
  CHECK(read.claims[0].find("repaired")->certificates[0].checkers[0].assumed[0].to == "8");
  CHECK(read.claims[0].find("absent") == nullptr);
  const auto& matrix = std::get<constructions::Exhibit::Matrix>(read.claims[1].exhibits[0].content);
  CHECK(matrix.rows[2][0].to_string() == "1/1000000000000000000000001");
  const auto& before = std::get<constructions::Exhibit::Plot>(results.claims[1].exhibits[4].content);
  const auto& after = std::get<constructions::Exhibit::Plot>(read.claims[1].exhibits[4].content);
  for (std::size_t i = 0; i < before.curves.size(); ++i) CHECK(after.curves[i].points == before.curves[i].points);
  CHECK(std::isinf(after.curves.back().points.back().second));
}

TEST_CASE("the schema's fields stand where a reader of the schema expects them") {
  const Json json = Json::parse(tests::synthetic_results().to_json());
  CHECK(json["schema"] == "attest.results/2");
  const Json& sort = json["claims"][0];
  CHECK(sort["id"] == "positional.odd-even-sort");
  CHECK(sort["title"] == "Odd-even transposition sorts n values in n - 1 rounds");
  CHECK(sort["printed"] == Json{{"status", "false"},
                                {"assurance", "certified"},
                                {"extent", ""},
                                {"scope", "refuted at n = 3, x = [0, 0, -1]"},
                                {"certificate", "certificates/positional_odd_even_sort.printed.json"},
                                {"counterexample", "n = 3, x = [0, 0, -1]"}});
  CHECK(sort["repaired"]["certificate"] == "certificates/positional_odd_even_sort.repaired.json");
  CHECK_FALSE(sort["repaired"].contains("counterexample"));
  CHECK(sort["repaired"]["status"] == "supported");
  CHECK(sort["repaired"]["extent"] == "to n = 8");
  CHECK(sort["statements"].size() == 6);
  CHECK(sort["header_hash"] == std::string(64, 'b'));
  CHECK(sort["statements"][0]["hash"] == std::string(64, 'a'));
  CHECK(sort["statements"][0]["certificates"][0]["sha256"] == std::string(64, 'c'));
  CHECK(json["claims"][1]["statements"][0]["certificates"][0]["proof_sha256"] == std::string(64, 'd'));
  CHECK(json["checkers"]["attest-check"] == std::string(64, 'e'));
  const Json& undecided = json["claims"][3];
  CHECK(undecided["printed"] ==
        Json{{"status", "open"}, {"assurance", "none"}, {"extent", ""}, {"scope", ""}, {"certificate", nullptr}});
  CHECK_FALSE(undecided.contains("repaired"));
}

TEST_CASE("an open statement names no certificate that would decide it") {
  // A proof that was not checked here was accepted by the checker under the assumption that it proves the statement.
  Results results = tests::synthetic_results();
  results.claims[1].statements[2].name = "repaired";
  const Json json = Json::parse(results.to_json());
  CHECK(json["claims"][1]["repaired"]["certificate"] == nullptr);
}

TEST_CASE("a results file that is not of the schema is refused with its place") {
  using Catch::Contains;
  CHECK_THAT(refusal("{"), Contains("results.json: expected JSON") && Contains("line 1"));
  CHECK_THAT(refusal("[]"), Contains("results.json: expected an object, found array"));
  CHECK_THAT(refusal("{\"schema\": \"a\", \"schema\": \"b\"}"), Contains("the key \"schema\" once"));
  CHECK_THAT(spoiled([](Json& json) { json["schema"] = "attest.results/1"; }),
             Contains("/schema: expected \"attest.results/2\", found \"attest.results/1\""));
  CHECK_THAT(spoiled([](Json& json) { json["extra"] = 1; }), Contains("results.json: unknown key \"extra\""));
  CHECK_THAT(spoiled([](Json& json) { json["claims"][1].erase("page"); }),
             Contains("/claims/1: expected the key \"page\""));
  CHECK_THAT(spoiled([](Json& json) { json["claims"][0]["statements"][0]["goal"] = true; }),
             Contains("/claims/0/statements/0: unknown key \"goal\""));
  CHECK_THAT(
      spoiled([](Json& json) { json["claims"][0]["statements"][0]["assurance"] = "certain"; }),
      Contains("/claims/0/statements/0/assurance: expected one of proved, proved (bound by a reader), exhaustive"));
  CHECK_THAT(spoiled([](Json& json) { json["claims"][1]["exhibits"][0]["matrix"]["rows"][0][0] = "2/4"; }),
             Contains("/claims/1/exhibits/0/matrix/rows/0/0") && Contains("1/2"));
  CHECK_THAT(spoiled([](Json& json) { json["claims"][1]["exhibits"][4]["plot"]["curves"][0]["points"][0] = {1}; }),
             Contains("points/0: expected a list of two numbers"));
  CHECK_THAT(spoiled([](Json& json) { json["claims"][0]["engine_checks"][0]["passed"] = "yes"; }),
             Contains("/passed: expected true or false, found string"));
}

TEST_CASE("a verdict that does not follow from the certificates is refused, whatever else the file says") {
  using Catch::Contains;
  const auto set = [](const char* key, const char* value) {
    return [=](Json& json) { json["claims"][0]["statements"][2][key] = value; };
  };
  CHECK_THAT(spoiled(set("status", "holds")), Contains("/claims/0/statements/2/status: expected what follows from the "
                                                       "certificates, \"supported\", found \"holds\""));
  CHECK_THAT(spoiled(set("assurance", "proved")), Contains("/statements/2/assurance") && Contains("\"certified\""));
  CHECK_THAT(spoiled(set("extent", "")), Contains("/statements/2/extent") && Contains("\"to n = 8\""));
  CHECK_THAT(spoiled(set("scope", "all values")), Contains("/statements/2/scope"));
  CHECK_THAT(spoiled(set("certificate", "certificates/other.json")), Contains("/statements/2/certificate"));
  CHECK_THAT(spoiled([](Json& json) { json["claims"][0]["statements"][5]["alarm"] = ""; }),
             Contains("/statements/5/alarm"));
  CHECK_THAT(spoiled([](Json& json) {
               Json& statement = json["claims"][0]["statements"][0];
               statement["status"] = "holds";
               statement["assurance"] = "proved";
               json["claims"][0]["printed"]["status"] = "holds";
               json["claims"][0]["printed"]["assurance"] = "proved";
             }),
             Contains("/claims/0/statements/0/status"));
}

TEST_CASE("a theorem that a program binds is proved; one that a reader binds says so") {
  using Catch::Contains;
  const auto theorem = [](Json& json) -> Json* {
    for (Json& claim : json["claims"])
      for (Json& statement : claim["statements"])
        if (statement["assurance"] == "proved (bound by a reader)") return &statement;
    return nullptr;
  };
  CHECK_THAT(
      spoiled([&](Json& json) { (*theorem(json))["certificates"][0]["proof_bound_by_program"] = true; }),
      Contains(
          "assurance: expected what follows from the certificates, \"proved\", found \"proved (bound by a reader)\""));
  CHECK_THAT(spoiled([&](Json& json) { (*theorem(json))["assurance"] = "proved"; }),
             Contains("found \"proved\"") && Contains("bound by a reader"));
}

TEST_CASE("a digest that says more than the statements is refused") {
  using Catch::Contains;
  CHECK_THAT(spoiled([](Json& json) { json["claims"][0]["printed"]["status"] = "holds"; }),
             Contains("/claims/0/printed: expected what the statements say"));
  CHECK_THAT(spoiled([](Json& json) { json["claims"][0].erase("repaired"); }),
             Contains("/claims/0/repaired") && Contains("found nothing"));
}
