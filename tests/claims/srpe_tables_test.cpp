// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

namespace {

// The numbers of "<name>: [a, b, ...]" after `table` in the claim's text.
std::vector<long> row(const std::string& text, const std::string& table, const std::string& name) {
  const std::size_t start = text.find(name + ": [", text.find("def " + table + " ="));
  REQUIRE(start != std::string::npos);
  const std::size_t from = text.find('[', start) + 1;
  std::istringstream list(text.substr(from, text.find(']', from) - from));
  std::vector<long> numbers;
  for (std::string item; std::getline(list, item, ',');) numbers.push_back(std::stol(item));
  return numbers;
}

}  // namespace

// Another route: the differences in machine integers, read from the claim's text, which also finds a row that was
// copied with a column missing.
TEST_CASE("srpe.tables: the three comparisons that fail, in plain arithmetic") {
  std::ifstream file("theory/claims/srpe_tables.claim");
  std::ostringstream content;
  content << file.rdbuf();
  const std::string text = content.str();
  for (const char* model : {"non_pe", "t5_nob", "t5", "at5_nob", "at5"}) {
    CHECK(row(text, "table1", model).size() == 3);
    CHECK(row(text, "table3", model).size() == 6);
  }
  const auto t5 = row(text, "table3", "t5"), at5 = row(text, "table3", "at5"), non_pe = row(text, "table3", "non_pe");
  CHECK(at5[3] - t5[3] == -2);     // MPQA
  CHECK(at5[0] - t5[0] == 6);      // MR, called large
  CHECK(at5[2] - non_pe[2] == 7);  // CR, called similar
  CHECK(row(text, "table1", "at5")[1] == row(text, "table1", "at5_nob")[1]);
  for (const char* model : {"t5_nob", "at5_nob", "at5"}) CHECK(row(text, "table6", model).size() == 4);
}

TEST_CASE("srpe.tables: every certificate is accepted") {
  const auto shown = require_accepted("srpe.tables");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_better_somewhere_in_each_table"));
  CHECK(shown.at("finding_no_number_separates_large_from_similar"));
  CHECK(shown.at("finding_answering_apart"));
  CHECK(!shown.at("finding_translation_apart"));
  CHECK(shown.at("finding_at5_nob_below_t5_nob"));
  CHECK(shown.at("finding_quick_thoughts"));
  CHECK(shown.at("finding_ten_folds"));
}
