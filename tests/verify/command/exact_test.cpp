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

/// Integers are numbers, other exact numbers strings.
std::string text_of(const Json& number) { return number.is_string() ? number.get<std::string>() : number.dump(); }

using Rows = std::vector<std::vector<std::string>>;
Rows rows_of(const Json& matrix) {
  Rows rows;
  for (const Json& row : matrix) {
    rows.emplace_back();
    for (const Json& entry : row) rows.back().push_back(text_of(entry));
  }
  return rows;
}
Rows weights_of_head(const Json& instance) { return rows_of(Json::parse(attention(instance, true))["attention"][0]); }
Rows output_of(const Json& instance) { return rows_of(Json::parse(attention(instance, true))["output"]); }

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

TEST_CASE("queries and keys of different tokens, without a skip connection") {
  Json cross = layer();  // scores 0, 0 and 1, 2 in base 2; the family's order is i-j = -1, 0, 1
  cross["Z"] = {{1}, {2}, {0}};
  cross["skip"] = false;
  cross["heads"][0]["WO"] = {{1, 3}};
  CHECK(weights_of_head(cross) == Rows{{"1/3", "1/3", "1/3"}, {"2/7", "4/7", "1/7"}});
  CHECK(output_of(cross) == Rows{{"1", "3"}, {"10/7", "30/7"}});
  cross["heads"][0]["bias"] = {{"variant", "t5"}, {"m", {0, 1, 0, 1}}};  // i-j = -2, ..., 1
  CHECK(weights_of_head(cross) == Rows{{"1/4", "1/2", "1/4"}, {"2/5", "2/5", "1/5"}});
  cross["heads"][0]["bias"]["m"] = {0, 0, 0};
  CHECK_THROWS_WITH(attention(cross), Contains("expected a list of 4 numbers"));
  cross["heads"][0].erase("bias");
  cross["heads"][0]["mask"] = "causal";
  CHECK_THROWS_WITH(attention(cross), Contains("2 lists of 3 booleans"));
  cross["heads"][0].erase("mask");
  cross.erase("skip");
  CHECK_THROWS_WITH(attention(cross), Contains("/heads/0/WO/0: expected a list of 1 numbers"));
  cross["skip"] = false;
  cross["heads"] = Json::array();
  CHECK_THROWS_WITH(attention(cross), Contains("at least one head"));
}

TEST_CASE("weights or scores in place of queries and keys") {
  Json given = layer();
  given["heads"] = {{{"weights", {{1, 2}, {3, 0}}}}};
  CHECK(weights_of_head(given) == Rows{{"1/3", "2/3"}, {"1", "0"}});
  CHECK(output_of(given) == Rows{{"2/3"}, {"1"}});
  given["heads"] = {{{"weights", {{1, 2}, {0, 0}}}}};
  CHECK_THROWS_WITH(attention(given), Contains("no row of zeros"));
  given["heads"] = {{{"weights", {{1, -2}, {1, 0}}}}};
  CHECK_THROWS_WITH(attention(given), Contains("none below 0"));
  given["heads"] = {{{"scores", {{0, 1}, {-1, 1}}}}};
  CHECK(weights_of_head(given) == Rows{{"1/3", "2/3"}, {"1/5", "4/5"}});
  given["heads"][0]["sink"] = 0;
  CHECK(weights_of_head(given) == Rows{{"1/4", "1/2"}, {"1/7", "4/7"}});
  given["heads"][0]["WQ"] = {{1}};
  CHECK_THROWS_WITH(attention(given), Contains("unknown key"));
}

TEST_CASE("other weightings, exactly") {
  Json given = layer();
  given["heads"] = {{{"scores", {{0, 1}, {-1, "-1/2"}}}}};
  given["weights"] = "sparsemax";
  CHECK(weights_of_head(given) == Rows{{"0", "1"}, {"1/4", "3/4"}});
  given["weights"] = "scores";
  CHECK(weights_of_head(given) == Rows{{"0", "1"}, {"-1", "-1/2"}});
  given["heads"] = {{{"scores", {{0, 1}, {-1, 2}}}}};
  given["weights"] = "sigmoid-2";
  CHECK(weights_of_head(given) == Rows{{"1/2", "2/3"}, {"1/3", "4/5"}});
  given["weights"] = "softmax-plus-one-2";
  CHECK(weights_of_head(given) == Rows{{"1/4", "1/2"}, {"1/11", "8/11"}});
  given["heads"][0]["sink"] = 1;
  CHECK(weights_of_head(given) == Rows{{"1/6", "1/3"}, {"1/15", "8/15"}});
  given["weights"] = "sigmoid-2";
  CHECK_THROWS_WITH(attention(given), Contains("a sink takes part in a denominator"));
  given["heads"][0].erase("sink");
  given["heads"][0]["softcap"] = 2;
  CHECK_THROWS_WITH(attention(given), Contains("tanh"));
  given["heads"][0]["softcap"] = 0;
  CHECK_THROWS_WITH(attention(given), Contains("expected a number above 0"));
  given["heads"][0] = {{"scores", {{0, 0}, {0, 0}}}, {"softcap", 2}};
  CHECK(weights_of_head(given) == Rows{{"1/2", "1/2"}, {"1/2", "1/2"}});
  given["weights"] = "sigmoid-e";
  given["arithmetic"] = "exact";
  CHECK_THROWS_WITH(attention(given), Contains("irrational"));
}

TEST_CASE("a softcap and sparsemax over enclosures") {
  Json given = layer();
  given["weights"] = "scores";
  given["arithmetic"] = "enclosure";
  given["precision"] = 64;
  given["heads"] = {{{"scores", {{2, 0}, {0, 0}}}, {"softcap", 2}}};
  const Json capped = Json::parse(attention(given, true))["attention"][0][0][0];
  CHECK(capped["decimal"].get<std::string>().starts_with("[1.523188311911529"));  // 2 tanh 1
  given["heads"] = {{{"scores", {{1, 0}, {0, 0}}}}};                              // the second entry is 0, just so
  given["weights"] = "sparsemax";
  const Json edge = Json::parse(attention(given, true))["attention"][0];
  CHECK(edge[0][0]["lo"] == 1);
  CHECK(edge[0][1]["hi"] == 0);
  CHECK(edge[1][1]["lo"] == "1/2");
}

TEST_CASE("the activation of a modified block in place of ReLU") {
  Json given = stack();
  given["weights"] = "hardmax-uniform";
  given["blocks"][0]["heads"] = Json::array();
  // t - 1 from 1 on, 5 at 0, 0 elsewhere: 0 -> 0 + 5, 1 -> 1 + 0, 3 -> 3 + 2.
  given["blocks"][0]["phi"] = {{"breaks", {0, 1}}, {"slopes", {0, 0, 1}}, {"intercepts", {0, 0, -1}}, {"at", {5, 0}}};
  given["X"] = {{0}, {1}, {3}, {"-1/2"}};
  CHECK(Json::parse(transformer(given, true))["output"] == Json{{5}, {1}, {5}, {"-1/2"}});
  given["arithmetic"] = "enclosure";
  CHECK(Json::parse(transformer(given, true))["output"][0][0]["lo"] == 5);

  const auto rejects = [](const Json& phi, const std::string& expected) {
    Json bad = stack();
    bad["blocks"][0]["phi"] = phi;
    CHECK_THROWS_WITH(transformer(bad), Contains(expected));
  };
  rejects({{"breaks", {1, 0}}, {"slopes", {0, 0, 1}}, {"intercepts", {0, 0, 0}}, {"at", {0, 0}}},
          "/blocks/0/phi/breaks");
  rejects({{"breaks", {1, 1}}, {"slopes", {0, 0, 1}}, {"intercepts", {0, 0, 0}}, {"at", {0, 0}}},
          "strictly increasing");
  rejects({{"breaks", {0}}, {"slopes", {0}}, {"intercepts", {0, 0}}, {"at", {0}}}, "/blocks/0/phi/slopes");
  rejects({{"breaks", {0}}, {"slopes", {0, 0}}, {"intercepts", {0, 0}}}, "\"at\"");
  rejects({{"breaks", {0}}, {"slope", {0, 0}}}, "unknown key");
}

TEST_CASE("a head's own weights, and softmax without its denominator") {
  Json given = layer();
  given["heads"].push_back(given["heads"][0]);
  given["heads"][1]["weights"] = "scores";
  const Json mixed = Json::parse(attention(given, true))["attention"];
  CHECK(mixed[0] == Json::parse(R"([["1/2", "1/2"], ["1/3", "2/3"]])"));
  CHECK(mixed[1] == Json{{0, 0}, {0, 1}});
  given["heads"][1]["weights"] = "exp-2";
  CHECK(Json::parse(attention(given, true))["attention"][1] == Json{{1, 1}, {1, 2}});
  given["heads"][1]["weights"] = "exp-e";
  CHECK_THROWS_WITH(attention(given), Contains("/heads/1/weights") && Contains("enclosure"));
  given["arithmetic"] = "enclosure";
  CHECK(
      Json::parse(attention(given, true))["attention"][1][1][1]["decimal"].get<std::string>().starts_with("[2.71828"));
  given["heads"][1]["weights"] = "softmin";
  CHECK_THROWS_WITH(attention(given), Contains("/heads/1/weights: expected one of softmax-e"));

  given = layer();
  given["weights"] = "exp-2";
  given["X"] = {{0}, {"1/2"}};
  CHECK_THROWS_WITH(attention(given), Contains("integers"));
  given["X"] = {{0}, {2000}};
  CHECK_THROWS_WITH(attention(given), Contains("at most 2^20"));
}

TEST_CASE("what published variants add to a head") {
  Json bos = layer();  // scores with the extra token are 0, and so is its value
  bos["first"] = {0};
  CHECK(weights_of_head(bos).size() == 3);
  CHECK(output_of(bos) == Rows{{"1/3"}, {"3/2"}});
  bos["Z"] = {{1}};
  CHECK_THROWS_WITH(attention(bos), Contains("expected one of"));

  Json window = layer();
  window["X"] = {{0}, {0}, {0}};
  window["heads"][0]["mask"] = {{"window", 2}};
  CHECK(weights_of_head(window) == Rows{{"1/2", "1/2", "0"}, {"1/3", "1/3", "1/3"}, {"0", "1/2", "1/2"}});
  window["heads"][0]["mask"]["causal"] = true;
  CHECK(weights_of_head(window) == Rows{{"1", "0", "0"}, {"1/2", "1/2", "0"}, {"0", "1/2", "1/2"}});

  Json minus = layer();
  minus["heads"][0]["minus"] = {{"lambda", "1/2"}, {"WQ", {{0}}}, {"WK", {{0}}}};
  CHECK(weights_of_head(minus) == Rows{{"1/4", "1/4"}, {"1/12", "5/12"}});

  Json values = layer();
  values["heads"][0]["a"] = {{1}, {0}, {-1}};  // i-j = -1, 0, 1
  CHECK(output_of(values) == Rows{{"1"}, {"4/3"}});
  values["heads"][0]["WG"] = {{1}};  // sigmoids 1/2 and 2/3 of A V + A a = 1 and 1/3
  CHECK(output_of(values) == Rows{{"1/2"}, {"11/9"}});

  Json turned = layer();  // a quarter turn from token to token: equal tokens are orthogonal
  turned["X"] = {{1}, {1}};
  turned["heads"][0]["WQ"] = {{1, 0}};
  turned["heads"][0]["WK"] = {{1, 0}};
  turned["heads"][0]["angles"] = {{0, 1}};
  CHECK(weights_of_head(turned) == Rows{{"2/3", "1/3"}, {"1/3", "2/3"}});
  turned["heads"][0]["normQ"] = {{"kind", "rms"}, {"eps", "-1/2"}};
  CHECK_THROWS_WITH(attention(turned), Contains("normQ/eps"));
  turned["heads"][0]["normQ"] = {{"kind", "rms"}, {"eps", "7/2"}};  // q / 2: half a score is irrational in base 2
  CHECK_THROWS_WITH(attention(turned), Contains("differ by integers"));
  turned["heads"][0]["normK"] = {{"kind", "rms"}, {"eps", "7/2"}, {"gain", {4, 4}}};
  CHECK(weights_of_head(turned) == Rows{{"2/3", "1/3"}, {"1/3", "2/3"}});
}

TEST_CASE("the documentation shows what the commands print") {
  const auto runs = documented_runs();
  REQUIRE(runs.size() == 8);
  for (const auto& [command, shown] : runs) {
    CAPTURE(command);
    std::ostringstream out;
    std::istringstream words(command);
    std::string operation, file;
    words >> operation >> file;
    if (operation == "attention") exact_attention(file, false, out);
    if (operation == "transformer") exact_transformer(file, false, out);
    if (operation == "bucket") exact_bucket(file, false, out);
    if (operation == "benes") exact_benes(file, "", 1, false, out);
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
      "attention": [[["1/2", "1/2"], ["1/3", "2/3"]]], "row_sums": [[1, 1]], "output": [["1/2"], ["5/3"]]})"));
  Json enclosed = layer();
  enclosed["arithmetic"] = "enclosure";
  enclosed["precision"] = 64;
  const Json result = Json::parse(attention(enclosed, true));
  CHECK(result["arithmetic"] == "enclosures of 64 bits");
  CHECK(result["attention"][0][0][0]["lo"] == "1/2");
  CHECK(result["attention"][0][0][0]["hi"] == "1/2");
  CHECK(result["attention"][0][1][0]["decimal"].get<std::string>().starts_with("[0.3333333333333333"));
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
  CHECK(Json::parse(attention(instance, true))["output"] == Json({{121}, {123}}));
  instance = layer();
  instance["P"] = {{1}, {0}};  // scores P_i P_j: (1, 0) and (0, 0)
  CHECK(weights_of_head(instance) == Rows{{"2/3", "1/3"}, {"1/2", "1/2"}});
}

TEST_CASE("a transformer in JSON, with its placement and normalizations") {
  CHECK(Json::parse(transformer(stack(), true))["blocks"] == Json::parse(R"([[[1], ["10/3"]]])"));
  Json instance = stack();
  instance["blocks"].push_back(instance["blocks"][0]);
  instance["weights"] = "hardmax-first";
  // The first block: (0, 2) after the attention, (0, 4) after the FFN; the second: (0, 8), (0, 16).
  CHECK(Json::parse(transformer(instance, true))["output"] == Json::parse(R"([[0], [16]])"));
  instance = stack();
  instance["blocks"][0]["norm2"] = {{"kind", "rms"}, {"eps", 0}, {"gain", {5}}, {"shift", {1}}};
  CHECK(Json::parse(transformer(instance, true))["output"] == Json::parse(R"([[6], [6]])"));
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
      {"/weights", "softmax", "/weights: expected one of softmax-e, softmax-2, softmax-plus-one-e"},
      {"/weights", 2, "/weights: expected a string, found number"},
      {"/arithmetic", "float", "/arithmetic: expected one of exact, enclosure"},
      {"/precision", 63, "/precision: expected an integer from 64 to 8192, found 63"},
      {"/colour", 1,
       ": unknown key \"colour\": expected one of weights, arithmetic, precision, X, P, PZ, Z, first, skip, heads, "
       "talking, bO"},
      {"/X", {{0}, {1, 2}}, "/X/1: expected a list of 1 numbers, found 2"},
      {"/X/0/0", "3/0", "/X/0/0: expected a denominator that is not 0, found \"3/0\""},
      {"/X/0/0", "2/4", "/X/0/0: expected the canonical form \"1/2\", found \"2/4\""},
      {"/X/0/0", "NaN", "/X/0/0: expected a canonical rational number such as \"-3\" or \"7/2\", found \"NaN\""},
      {"/P", {{1}}, "/P: expected a list of 2 rows, found 1"},
      {"/bO", {1, 2}, "/bO: expected a list of 1 numbers, found 2"},
      {"/heads", 1, "/heads: expected a list, found number"},
      {"/heads/0/WK", {{1, 2}}, "/heads/0/WK/0: expected a list of 1 numbers, found 2"},
      {"/heads/0/WO", {{1, 2}}, "/heads/0/WO/0: expected a list of 1 numbers, found 2"},
      {"/heads/0/A", {{1, 0}, {0, 1}}, "/heads/0: unknown key \"WQ\": expected one of A, WV, bV, WO, a, WG"},
      {"/heads/0/C", {{1, 0}}, "/heads/0/C: expected a list of 2 rows, found 1"},
      {"/heads/0/c", {1, 0}, "/heads/0/c: expected a list of 3 numbers, found 2"},
      {"/heads/0/mask", "casual", "/heads/0/mask: expected \"causal\", {\"window\": w} or 2 lists of 2 booleans"},
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
           {"/X", ": expected the key \"X\""}, {"/heads/0/WQ", ": /heads/0: expected the key \"WQ\""}}) {
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
