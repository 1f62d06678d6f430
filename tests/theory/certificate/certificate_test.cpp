// SPDX-License-Identifier: Apache-2.0
#include "theory/certificate/certificate.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace attest::theory;
using Json = nlohmann::ordered_json;

namespace {

/// What a step reads as, keys in the order written.
std::string read(const Step& step) { return Json::parse(step.to_json()).dump(); }

const std::string leaf = R"({"rule":"evaluate"})";

}  // namespace

TEST_CASE("each rule has the documented keys in the documented order") {
  CHECK(read(evaluate()) == leaf);
  CHECK(read(witness("x", Rational(1, 2), evaluate())) ==
        R"({"rule":"witness","var":"x","value":"1/2","then":)" + leaf + "}");
  CHECK(read(exhaustive("x", evaluate())) == R"({"rule":"exhaustive","var":"x","then":)" + leaf + "}");
  CHECK(read(exhaustive("x", {evaluate(), evaluate()})) ==
        R"({"rule":"exhaustive","var":"x","cases":[)" + leaf + "," + leaf + "]}");
  CHECK(read(instances("x", {Value(1), Value(2)}, evaluate())) ==
        R"({"rule":"instances","var":"x","values":["1","2"],"then":)" + leaf + "}");
  CHECK(read(instances("x", {Value("t5")}, std::vector<Step>{evaluate()})) ==
        R"({"rule":"instances","var":"x","values":["t5"],"cases":[)" + leaf + "]}");
  CHECK(read(range("n", 3, 8, evaluate())) ==
        R"({"rule":"instances","var":"n","from":"3","to":"8","then":)" + leaf + "}");
  CHECK(read(box("x", {{"-inf", "0"}, {"0", "inf"}}, evaluate())) ==
        R"({"rule":"box","var":"x","cells":[["-inf","0"],["0","inf"]],"then":)" + leaf + "}");
  CHECK(read(box("x", {{"0", "1"}}, std::vector<Step>{evaluate()})) ==
        R"({"rule":"box","var":"x","cells":[["0","1"]],"cases":[)" + leaf + "]}");
  CHECK(read(split({{"a", evaluate()}, {"b", exhaustive("x", evaluate())}})) ==
        R"({"rule":"split","parts":{"a":)" + leaf + R"(,"b":{"rule":"exhaustive","var":"x","then":)" + leaf + "}}}");
  CHECK(read(split_one("b", evaluate())) == R"({"rule":"split","part":"b","then":)" + leaf + "}");
  CHECK(read(proof("theory/proofs/relu.v", "relu_min_max")) ==
        R"({"rule":"proof","system":"coq","file":"theory/proofs/relu.v","theorem":"relu_min_max"})");
}

TEST_CASE("cases that do not match their elements are not built") {
  CHECK_THROWS_AS(instances("x", {Value(1), Value(2)}, std::vector<Step>{evaluate()}), std::invalid_argument);
  CHECK(read(box("x", {{"0", "1"}, {"1", "2"}}, {-3, 0}, {evaluate(), evaluate()})) ==
        R"({"rule":"box","var":"x","cells":[["0","1","-3"],["1","2"]],"cases":[)" + leaf + "," + leaf + "]}");
  CHECK_THROWS_AS(box("x", {{"0", "1"}}, std::vector<Step>{}), std::invalid_argument);
  CHECK_THROWS_AS(box("x", {{"0", "1"}}, {1, 1}, {evaluate()}), std::invalid_argument);
}

TEST_CASE("a certificate is the documented object, the same each time, one step a line") {
  const Certificate certificate{"positional.odd-even-sort", "printed", false,
                                witness("n", 3, range("m", 1, 2, {evaluate(), exhaustive("p", evaluate())})), 256};
  const std::string text = certificate.to_json({.header = "ee11", .statement = "00ff"});
  CHECK(text == R"({
  "format": "attest.certificate/2",
  "claim": "positional.odd-even-sort",
  "header": "ee11",
  "statement": "printed",
  "hash": "00ff",
  "goal": false,
  "precision": "256",
  "steps":
    {"rule": "witness", "var": "n", "value": "3", "then":
      {"rule": "instances", "var": "m", "from": "1", "to": "2", "cases": [
        {"rule": "evaluate"},
        {"rule": "exhaustive", "var": "p", "then":
          {"rule": "evaluate"}}]}}
}
)");
  CHECK(
      Json::parse(text).dump() ==
      R"({"format":"attest.certificate/2","claim":"positional.odd-even-sort","header":"ee11","statement":"printed","hash":"00ff",)"
      R"("goal":false,"precision":"256","steps":{"rule":"witness","var":"n","value":"3","then":)"
      R"({"rule":"instances","var":"m","from":"1","to":"2","cases":[{"rule":"evaluate"},)"
      R"({"rule":"exhaustive","var":"p","then":{"rule":"evaluate"}}]}}})");
}

TEST_CASE("names are escaped") {
  const Step step = proof("a \"quoted\"\\path\n", "t");
  CHECK(Json::parse(step.to_json())["file"] == "a \"quoted\"\\path\n");
}

TEST_CASE("reals met as polynomials, and sums of squares") {
  const Value::List monomial = {1, "x"}, root = {monomial}, numbers = {2};
  const Value::List term = {Value(Rational(1, 2)), numbers, root};
  CHECK(Json::parse(polynomial("x", squares({Value(Value::List{term})})).to_json()).dump() ==
        R"({"rule":"polynomial","var":"x","then":{"rule":"squares","signs":[[["1/2",["2"],[["1","x"]]]]]}})");
  CHECK(Json::parse(function("y", Value(root), evaluate()).to_json()).dump() ==
        R"({"rule":"function","var":"y","value":[["1","x"]],"then":{"rule":"evaluate"}})");
  // A box without cells and instances of no variable are what they say, which both checkers refuse, and no other rule.
  CHECK(Json::parse(box("x", {}, evaluate()).to_json())["rule"] == "box");
  CHECK(Json::parse(instances("", {Value(1)}, evaluate()).to_json())["rule"] == "instances");
}
