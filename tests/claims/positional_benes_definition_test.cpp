// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/claims/accepted.hpp"
#include "theory/networks/benes.hpp"
#include "theory/statement/record.hpp"
#include "verify/trusted/checker.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.benes-definition: the engine's graph has 2n edges between layers for larger k") {
  for (unsigned k = 1; k <= 7; ++k) {
    const attest::theory::BenesNetwork network(k);
    for (unsigned layer = 1; layer < 2 * k; ++layer) {
      std::size_t edges = 0;
      for (std::uint32_t i = 0; i < network.labels(); ++i) {
        for (std::uint32_t j = 0; j < network.labels(); ++j) edges += network.edge({layer, i}, {layer + 1, j});
      }
      CHECK(edges == 2 * network.labels());
    }
  }
}

// A network of 2k layers with 2n edges between two and two ends each whose columns all change digit 1: labels that
// differ in digit 2 are not connected.
TEST_CASE("positional.benes-definition: a network whose columns all change digit 1 is none") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "attest_disconnected_network";
  fs::create_directories(folder);
  for (const auto& entry : fs::directory_iterator("theory/definitions")) {
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    std::string changed = text.str();
    const std::string definition = "def column_digit(l, k) = k - abs(l - k);";
    if (const auto place = changed.find(definition); place != std::string::npos) {
      changed.replace(place, definition.size(), "def column_digit(l, k) = 1;");
    }
    std::ofstream(folder / entry.path().filename()) << changed;
  }
  const auto value = [&](const std::string& expression, const std::string& definitions) {
    const auto result = checker::evaluate(attest::theory::claim_of_record("positional_benes_definition"), expression,
                                          64, {.definitions = definitions});
    INFO(expression << ": " << result.text << result.reason);
    REQUIRE(result.outcome == checker::Outcome::kAccepted);
    return result.text.substr(0, 4) == "true";
  };
  const std::string edges =
      "all(count(edge(l, i, l + 1, j, 2) for j in labels(2)) = 2 and edge(l, i, l + 1, i, 2) for l in 1..3, i in "
      "labels(2))";
  const std::string digits = "[column_digit(l, 2) for l in 1..3] = [1, 2, 1]";
  const std::string reached = "all(c > 0 for i in labels(2), c in path_counts(1, i, 4, 2))";
  for (const std::string& expression : {edges, digits, reached}) {
    CHECK(value(expression, ""));
    CHECK(value(expression, folder.string()) == (expression == edges));
  }
  fs::remove_all(folder);
}

TEST_CASE("positional.benes-definition: every certificate is accepted") {
  const auto shown = require_accepted("positional.benes-definition");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_reachable"));
}
