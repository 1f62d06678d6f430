// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <fstream>
#include <numeric>
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

// Another route: the sums in machine integers, read from the definitions' text, which also finds a row that was copied
// with a column missing.
TEST_CASE("srpe.tables: the four comparisons in plain arithmetic") {
  std::ifstream file("theory/definitions/srpe_tables.stm");
  std::ostringstream content;
  content << file.rdbuf();
  const std::string text = content.str();
  const auto total = [](const std::vector<long>& x) { return std::accumulate(x.begin(), x.end(), 0L); };
  for (const char* model : {"non_pe", "t5_nob", "t5", "at5_nob", "at5"}) {
    CHECK(row(text, "table1", model).size() == 3);
    CHECK(row(text, "table3", model).size() == 6);
    if (std::string(model) != "non_pe") CHECK(row(text, "table6", model).size() == 4);
  }
  for (const char* name : {"test2014", "test2015", "test2016", "test2017", "corpus"})
    CHECK(row(text, "table5", name).size() == 6);
  const auto t5 = row(text, "table3", "t5"), at5 = row(text, "table3", "at5"), non_pe = row(text, "table3", "non_pe");
  CHECK(at5[3] - t5[3] == -2);     // MPQA
  CHECK(at5[0] - t5[0] == 6);      // MR, called large
  CHECK(at5[2] - non_pe[2] == 7);  // CR, called similar
  CHECK(total(at5) - total(t5) == 43);
  CHECK(total(row(text, "table1", "at5")) - total(row(text, "table1", "t5")) == 35);
  CHECK(total(row(text, "table6", "at5")) - total(row(text, "table6", "t5")) == 115);
}

TEST_CASE("srpe.tables: every certificate is accepted") {
  const auto shown = require_accepted("srpe.tables");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_better_somewhere_in_each_table"));
  CHECK(!shown.at("finding_every_column"));
  CHECK(shown.at("finding_differences"));
}
