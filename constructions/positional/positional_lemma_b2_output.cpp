// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;
using theory::Value;

namespace {

Step some_outputs(long largest_s) {
  Draw draw(421);
  return for_every("s", 1, largest_s, [&](long s) {
    std::vector<Value> outputs;
    // All entries different, so that no other place could be taken for the right one.
    RationalMatrix counted;
    for (long h = 0; h < s; ++h) {
      counted.emplace_back();
      for (long k = 0; k <= s; ++k) counted.back().emplace_back(h * (s + 1) + k + 1);
    }
    outputs.push_back(Value::matrix(counted));
    outputs.push_back(Value::matrix(draw.matrix(s, s + 1)));
    return instances("Y", std::move(outputs), evaluate());
  });
}

// s = 2: heads (a, b, id) and (c, d, id), to be picked: a and d. One Y serves every reading of k.
Step two_slots() {
  return witness("s", 2, exhaustive("K", witness("Y", Value::matrix({{1, 2, 3}, {4, 5, 6}}), evaluate())));
}

Exhibit by_hand() {
  Exhibit::Table table{{"row of W_O", "head, column", "holds", "printed, k = h", "as meant"}, {}};
  table.rows = {{"1", "head 1, slot 1", "1", "column 1", "column 1"},
                {"2", "head 1, slot 2", "2", "", ""},
                {"3", "head 1, identifier", "3", "", ""},
                {"4", "head 2, slot 1", "4", "column 2", ""},
                {"5", "head 2, slot 2", "5", "", "column 2"},
                {"6", "head 2, identifier", "6", "", ""}};
  return {
      "s = 2: two heads of three columns each",
      "Where the ones of W_O stand. Wanted: slot 1 of head 1 and slot 2 of head 2, which are 1 and 5. With the printed "
      "offset h + (h-1) s the second column takes slot 1 of head 2, which is 4. One k for both heads can give rows k "
      "and k + 2, not 1 and 5; all k at once give 1 + 2 and 3 + 4.",
      table};
}

/// What each reading of W_O makes of one row, by its formula: row `rows(k, h)` has the one of column h.
Exhibit in_numbers() {
  constexpr int s = 2;
  const std::vector<int> row = {10, 20, 7, 30, 40, 8};
  const auto picked = [&](const std::string& name, const auto& rows_of) {
    std::string places, values;
    for (int h = 1; h <= s; ++h) {
      int sum = 0;
      std::string places_of_column;
      for (const int place : rows_of(h)) {
        sum += row[std::size_t(place - 1)];
        places_of_column += (places_of_column.empty() ? "" : " + ") + std::to_string(place);
      }
      places += (h == 1 ? "" : ", ") + places_of_column;
      values += (h == 1 ? "" : ", ") + std::to_string(sum);
    }
    return name + ": entries " + places + " = (" + values + ")";
  };
  using Rows = std::vector<int>;
  return {
      "Two heads with s = 2: what the printed W_O and the meant one pick",
      "Head 1 brings slots 10 and 20 and the identifier 7, head 2 slots 30 and 40 and the identifier 8.",
      Exhibit::Text{{"Side by side: (10, 20, 7, 30, 40, 8)", "Wanted: slot 1 of head 1, slot 2 of head 2 = (10, 40)",
                     "Printed: the ones of column h stand in row k + (h-1) s",
                     picked("    k = h", [](int h) { return Rows{h + (h - 1) * s}; }),
                     picked("    k = 1", [](int h) { return Rows{1 + (h - 1) * s}; }),
                     picked("    k = 2", [](int h) { return Rows{2 + (h - 1) * s}; }),
                     picked("    k = 3", [](int h) { return Rows{3 + (h - 1) * s}; }),
                     picked("    every k up to s",
                            [](int h) {
                              return Rows{1 + (h - 1) * s, 2 + (h - 1) * s};
                            }),
                     "Meant: the one of column h stands in row h + (h-1) (s+1), as a head has s + 1 columns",
                     picked("    so", [](int h) { return Rows{h + (h - 1) * (s + 1)}; })}}};
}

}  // namespace

// Positional Attention, appendix B.4: the output matrix, as meant and with the printed offset.
Findings positional_lemma_b2_output(const Effort& effort) {
  const std::string id = "positional.lemma-b2-output";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_binary_tree.v", "output_matrix")},
      {id, "printed", true, some_outputs(effort.thorough ? 8 : 5)},
      {id, "literal", false, two_slots()},
  };
  findings.exhibits = {by_hand(), in_numbers()};
  return findings;
}

}  // namespace attest::constructions
