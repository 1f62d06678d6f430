// SPDX-License-Identifier: Apache-2.0
#include "verify/command/exact.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "theory/error.hpp"

using namespace attest::verify::command;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Json = nlohmann::ordered_json;

namespace {

/// A file with the given text, for the time of a test.
class File {
 public:
  explicit File(const std::string& text)
      : path_((std::filesystem::temp_directory_path() / ("attest_exact_" + std::to_string(getpid()) + ".json"))
                  .string()) {
    std::ofstream(path_) << text;
  }
  ~File() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string attention(const Json& instance, bool json = false) {
  const File file(instance.dump());
  std::ostringstream out;
  exact_attention(file.path(), json, out);
  return out.str();
}
std::string transformer(const Json& instance, bool json = false) {
  const File file(instance.dump());
  std::ostringstream out;
  exact_transformer(file.path(), json, out);
  return out.str();
}

/// One head of dimension 1 with scores X_i X_j, whose value path is the identity.
Json layer() {
  return {{"weights", "softmax-2"},
          {"X", {{0}, {1}}},
          {"heads", {{{"WQ", {{1}}}, {"WK", {{1}}}, {"WV", {{1}}}, {"WO", {{1}}}}}}};
}
Json stack() {
  return {{"weights", "softmax-2"},
          {"X", {{0}, {1}}},
          {"blocks", {{{"heads", layer()["heads"]}, {"W1", {{1}}}, {"W2", {{1}}}}}}};
}

using Rows = std::vector<std::vector<std::string>>;
Rows weights_of_head(const Json& instance) {
  return Json::parse(attention(instance, true))["attention"][0].get<Rows>();
}

/// The lines of the command's output that the documentation shows after "$ attest exact ...".
std::vector<std::pair<std::string, std::string>> documented_runs() {
  std::ifstream page("docs/exact_inputs.md");
  std::vector<std::pair<std::string, std::string>> runs;
  bool inside = false;
  const std::string prompt = "    $ attest exact ";
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with(prompt)) {
      runs.emplace_back(line.substr(prompt.size()), "");
      inside = true;
    } else if (inside && line.starts_with("    ")) {
      runs.back().second += line.substr(4) + "\n";
    } else {
      inside = false;
    }
  }
  return runs;
}

}  // namespace

TEST_CASE("the documentation shows what the commands print") {
  const auto runs = documented_runs();
  REQUIRE(runs.size() == 6);
  for (const auto& [command, shown] : runs) {
    CAPTURE(command);
    std::ostringstream out;
    std::istringstream words(command);
    std::string operation, file;
    words >> operation >> file;
    if (operation == "attention") exact_attention(file, false, out);
    if (operation == "transformer") exact_transformer(file, false, out);
    if (operation == "bucket") exact_bucket(file, false, out);
    if (operation == "route") exact_route(file, "", "", false, out);
    if (command == "softmax-bound --n 3 --eps 1/10 --width 1/1000")
      exact_softmax_bound(3, "1/10", "1/1000", false, out);
    CHECK(out.str() == shown);
  }
}

TEST_CASE("attention in JSON: exact numbers as strings, enclosures as their ends") {
  const File file(layer().dump());
  std::ostringstream out;
  CHECK(exact_attention(file.path(), true, out) == 0);
  CHECK(Json::parse(out.str()) == Json::parse(R"({"arithmetic": "exact",
      "attention": [[["1/2", "1/2"], ["1/3", "2/3"]]], "output": [["1/2"], ["5/3"]]})"));
  Json enclosed = layer();
  enclosed["arithmetic"] = "enclosure";
  enclosed["precision"] = 64;
  const Json result = Json::parse(attention(enclosed, true));
  CHECK(result["arithmetic"] == "enclosures of 64 bits");
  CHECK(result["attention"][0][0][0] == Json({{"lo", "1/2"}, {"hi", "1/2"}}));
  CHECK(result["attention"][0][1][0]["lo"] != result["attention"][0][1][0]["hi"]);
}

TEST_CASE("every option of a head is read") {
  Json instance = layer();
  Json& head = instance["heads"][0];
  head["bias"] = {{"variant", "t5"}, {"m", {0, 0, 1}}};
  CHECK(weights_of_head(instance) == Rows{{"1/2", "1/2"}, {"1/2", "1/2"}});
  head["bias"] = {{"variant", "alibi"}, {"slope", 1}};
  CHECK(weights_of_head(instance) == Rows{{"2/3", "1/3"}, {"1/5", "4/5"}});
  head["bias"] = {{"variant", "shaw"}, {"r", {{0}, {0}, {1}}}};
  CHECK(weights_of_head(instance) == Rows{{"1/2", "1/2"}, {"1/2", "1/2"}});
  head["bias"] = {{"variant", "deberta"}, {"r", {{0}, {0}, {0}}}, {"s", {{1}, {0}, {0}}}};
  CHECK(weights_of_head(instance) == Rows{{"1/3", "2/3"}, {"1/3", "2/3"}});
  head["bias"] = {{"variant", "transformer_xl"}, {"r", {{0}, {0}, {0}}}, {"WR", {{1}}}, {"u", {1}}, {"v", {0}}};
  CHECK(weights_of_head(instance) == Rows{{"1/3", "2/3"}, {"1/5", "4/5"}});
  head["bias"] = {{"variant", "dense"}, {"B", {{1, 0}, {1, 0}}}};
  CHECK(weights_of_head(instance) == Rows{{"2/3", "1/3"}, {"1/2", "1/2"}});
  head["bias"] = {{"variant", "none"}};
  head["mask"] = "causal";
  CHECK(weights_of_head(instance) == Rows{{"1", "0"}, {"1/3", "2/3"}});
  head["mask"] = {{false, false}, {false, true}};
  CHECK(weights_of_head(instance) == Rows{{"0", "0"}, {"0", "1"}});
  head.erase("mask");
  head["C"] = {{2, 0}, {0, 3}};
  CHECK(weights_of_head(instance) == Rows{{"1", "0"}, {"0", "2"}});
  head.erase("C");
  head["c"] = {0, 1, 6};
  CHECK(weights_of_head(instance) == Rows{{"1/2", "0"}, {"2", "2/3"}});
  head.erase("c");
  head["bQ"] = {1};  // scores (X_i + 1) X_j: (0, 1) and (0, 2)
  CHECK(weights_of_head(instance) == Rows{{"1/3", "2/3"}, {"1/5", "4/5"}});
  head["bK"] = {-1};  // scores (X_i + 1)(X_j - 1): (-1, 0) and (-2, 0)
  CHECK(weights_of_head(instance) == Rows{{"1/3", "2/3"}, {"1/5", "4/5"}});
  head = {{"A", {{1, 1}, {0, 2}}}, {"WV", {{1}}}, {"bV", {10}}, {"WO", {{1}}}};
  instance["bO"] = {100};
  CHECK(Json::parse(attention(instance, true))["output"] == Json({{"121"}, {"123"}}));
  instance = layer();
  instance["P"] = {{1}, {0}};  // scores P_i P_j: (1, 0) and (0, 0)
  CHECK(weights_of_head(instance) == Rows{{"2/3", "1/3"}, {"1/2", "1/2"}});
}

TEST_CASE("a transformer in JSON, with its placement and normalizations") {
  CHECK(Json::parse(transformer(stack(), true))["blocks"] == Json::parse(R"([[["1"], ["10/3"]]])"));
  Json instance = stack();
  instance["blocks"].push_back(instance["blocks"][0]);
  instance["weights"] = "hardmax-first";
  // The first block: (0, 2) after the attention, (0, 4) after the FFN; the second: (0, 8), (0, 16).
  CHECK(Json::parse(transformer(instance, true))["output"] == Json::parse(R"([["0"], ["16"]])"));
  instance = stack();
  instance["blocks"][0]["norm2"] = {{"kind", "rms"}, {"eps", 0}, {"gain", {5}}, {"shift", {1}}};
  CHECK(Json::parse(transformer(instance, true))["output"] == Json::parse(R"([["6"], ["6"]])"));
  instance["blocks"][0]["placement"] = "pre";
  // After the attention (1/2, 5/3); each normalized to 1, scaled and shifted to 6, which the MLP adds.
  CHECK(Json::parse(transformer(instance, true))["output"] == Json::parse(R"([["13/2"], ["23/3"]])"));
}

TEST_CASE("bad instances: one line with the file, the place and what was expected") {
  struct Case {
    const char* pointer;
    Json value;
    const char* message;
  };
  const std::vector<Case> cases = {
      {"/weights", "softmax",
       "/weights: expected one of softmax-e, softmax-2, hardmax-all, hardmax-uniform, hardmax-first"},
      {"/weights", 2, "/weights: expected a string, found number"},
      {"/arithmetic", "float", "/arithmetic: expected one of exact, enclosure"},
      {"/precision", 63, "/precision: expected an integer from 64 to 8192, found 63"},
      {"/colour", 1, ": unknown key \"colour\": expected one of weights, arithmetic, precision, X, P, heads, bO"},
      {"/X", {{0}, {1, 2}}, "/X/1: expected a list of 1 numbers, found 2"},
      {"/X/0/0", "3/0", "/X/0/0: expected a denominator that is not 0, found \"3/0\""},
      {"/X/0/0", "2/4", "/X/0/0: expected the canonical form \"1/2\", found \"2/4\""},
      {"/X/0/0", "NaN", "/X/0/0: expected a canonical rational number such as \"-3\" or \"7/2\", found \"NaN\""},
      {"/P", {{1}}, "/P: expected a list of 2 rows, found 1"},
      {"/bO", {1, 2}, "/bO: expected a list of 1 numbers, found 2"},
      {"/heads", 1, "/heads: expected a list, found number"},
      {"/heads/0/WK", {{1, 2}}, "/heads/0/WK/0: expected a list of 1 numbers, found 2"},
      {"/heads/0/WO", {{1, 2}}, "/heads/0/WO/0: expected a list of 1 numbers, found 2"},
      {"/heads/0/A", {{1, 0}, {0, 1}}, "/heads/0: unknown key \"WQ\": expected one of A, WV, bV, WO"},
      {"/heads/0/C", {{1, 0}}, "/heads/0/C: expected a list of 2 rows, found 1"},
      {"/heads/0/c", {1, 0}, "/heads/0/c: expected a list of 3 numbers, found 2"},
      {"/heads/0/mask", "casual", "/heads/0/mask: expected \"causal\" or 2 lists of 2 booleans"},
      {"/heads/0/mask", {{true, true}, {true, 1}}, "/heads/0/mask/1/1: expected true or false, found number"},
      {"/heads/0/bias", {{"m", 1}}, "/heads/0/bias: expected an object with the key \"variant\""},
      {"/heads/0/bias", {{"variant", "t5"}, {"m", {1, 2}}}, "/heads/0/bias/m: expected a list of 3 numbers, found 2"},
      {"/heads/0/bias",
       {{"variant", "t5"}, {"r", {1}}},
       "/heads/0/bias: unknown key \"r\": expected one of variant, m"},
      {"/heads/0/bias", {{"variant", "rope"}}, "/heads/0/bias/variant: expected one of none, t5, shaw, deberta"},
      {"/X/0/0", "1/2", "softmax in base 2: expected scores that differ by integers, found two that differ by 1/4"},
  };
  for (const Case& bad : cases) {
    CAPTURE(bad.pointer, bad.message);
    Json instance = layer();
    instance[Json::json_pointer(bad.pointer)] = bad.value;
    const File file(instance.dump());
    std::ostringstream out;
    CHECK_THROWS_WITH(exact_attention(file.path(), false, out), Contains(file.path() + ":") && Contains(bad.message));
    CHECK_THROWS_AS(exact_attention(file.path(), false, out), attest::InputError);
    CHECK(out.str().empty());  // nothing half-written
  }
  for (const auto& [missing, place] : std::vector<std::pair<const char*, const char*>>{
           {"/X", ": expected the key \"X\""}, {"/heads/0/WV", ": /heads/0: expected the key \"WV\""}}) {
    Json instance = layer();
    const Json::json_pointer pointer(missing);
    instance[pointer.parent_pointer()].erase(pointer.back());
    CHECK_THROWS_WITH(attention(instance), EndsWith(place));
  }
}

TEST_CASE("bad stacks") {
  struct Case {
    const char* pointer;
    Json value;
    const char* message;
  };
  const std::vector<Case> cases = {
      {"/blocks", Json::array(), "/blocks: expected at least one block"},
      {"/blocks/0/W2", {{1}, {1}}, "/blocks/0/W2: expected a list of 1 rows, found 2"},
      {"/blocks/0/norm1", {{"kind", "batch"}}, "/blocks/0/norm1/kind: expected one of none, layer, rms"},
      {"/blocks/0/norm1", {{"kind", "layer"}}, "/blocks/0/norm1: expected the key \"eps\""},
      {"/blocks/0/norm1", {{"kind", "layer"}, {"eps", -1}}, "/blocks/0/norm1/eps: expected a number >= 0, found -1"},
      {"/blocks/0/norm1", {{"kind", "none"}, {"eps", 0}}, "/blocks/0/norm1: unknown key \"eps\": expected one of kind"},
      {"/blocks/0/norm1",
       {{"kind", "layer"}, {"eps", 0}},
       "block 1: normalization: expected a row that is not constant, or eps > 0"},
      {"/blocks/0/norm1",
       {{"kind", "layer"}, {"eps", 2}},
       "block 1: normalization: the square root of 2 is irrational"},
      {"/blocks/0/placement", "middle", "/blocks/0/placement: expected one of post, pre"},
      {"/weights", "softmax-2", ""},
  };
  for (const Case& bad : cases) {
    CAPTURE(bad.pointer, bad.message);
    Json instance = stack();
    instance[Json::json_pointer(bad.pointer)] = bad.value;
    if (std::string(bad.message).empty()) {
      CHECK_NOTHROW(transformer(instance));  // the instance that the cases change is good itself
    } else {
      CHECK_THROWS_WITH(transformer(instance), Contains(bad.message));
    }
  }
}

TEST_CASE("what enclosures cannot decide is said") {
  Json instance = layer();
  instance["weights"] = "hardmax-all";
  instance["arithmetic"] = "enclosure";
  instance["X"] = {{"1/3"}, {"1/3"}};
  CHECK_THROWS_WITH(attention(instance),
                    Contains("it is not known which score is the greatest; expected a greater precision"));
  instance = layer();
  instance["weights"] = "softmax-e";
  instance["arithmetic"] = "exact";
  CHECK_THROWS_WITH(attention(instance), Contains("/arithmetic: expected \"enclosure\""));
}

TEST_CASE("a file that cannot be read") {
  std::ostringstream out;
  CHECK_THROWS_WITH(exact_attention("docs/no_such_file.json", false, out),
                    "docs/no_such_file.json: expected a file that can be read");
  CHECK_THROWS_WITH(exact_transformer("docs", false, out), "docs: expected a file that can be read");
}

TEST_CASE("softmax-bound") {
  std::ostringstream out;
  CHECK(exact_softmax_bound(2, "1/2", "1/1000", false, out) == 0);
  CHECK_THAT(out.str(), Contains("least temperature:                 0 (every T > 0 is enough)"));
  out.str("");
  CHECK(exact_softmax_bound(3, "1/10", "1/1000", true, out) == 0);
  CHECK(Json::parse(out.str())["sufficient"] == "185/128");
  CHECK_THROWS_WITH(exact_softmax_bound(3, "2/4", "1", false, out),
                    Contains("eps: expected the canonical form \"1/2\""));
  CHECK_THROWS_WITH(exact_softmax_bound(3, "1/2", "0", false, out), Contains("width: expected a number > 0"));
  CHECK_THROWS_WITH(exact_softmax_bound(0, "1/2", "1", false, out), Contains("n: expected an integer >= 1"));
}
