// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/srpe/process_chains.hpp"

namespace attest::constructions {

using theory::Rational;

namespace {

Exhibit accuracy_over_length() {
  Exhibit::Curve any_rule{"any rule", {}}, order_blind{"without order", {}};
  for (long T = 1; T <= 60; T += T < 10 ? 1 : 10) {
    const ProcessOptimum best = process_optimum(T);
    any_rule.points.emplace_back(static_cast<double>(T), best.any_rule.to_double());
    order_blind.points.emplace_back(static_cast<double>(T), best.order_blind.to_double());
  }
  return {"The best accuracy for sequences of T states", "Both classes equally frequent. Table 1 has T = 50.",
          Exhibit::Plot{"T", "best accuracy", false, {any_rule, order_blind}, {{50, "Process-50"}}}};
}

Exhibit small_lengths() {
  Exhibit::Table table{{"T", "any rule", "without order"}, {}};
  for (long T = 1; T <= 6; ++T) {
    const ProcessOptimum best = process_optimum(T);
    table.rows.push_back({std::to_string(T), best.any_rule.to_string(), best.order_blind.to_string()});
  }
  return {"Exact values for short sequences", "Order begins to help with four states.", table};
}

}  // namespace

// SRPE, table 1, Process-50: the best accuracies with and without order, exactly, and whether the table is possible.
Findings srpe_process(const Effort& effort) {
  const std::string id = "srpe.process";
  const auto evaluate = theory::evaluate();
  Findings findings;
  findings.certificates = {
      {id, "printed", true,
       theory::split({{"neighbours_tell_more_than_states", evaluate}, {"a_single_place_tells_nothing", evaluate}})},
      {id, "finding_table_1", true, evaluate},
      {id, "finding_closed_forms_at_50", true, evaluate},
      {id, "finding_closed_forms", true, range("T", 1, effort.thorough ? 8 : 5, evaluate)},
      {id, "finding_values", true, evaluate},
      {id, "finding_neighbours_suffice", true, range("T", 2, effort.thorough ? 8 : 5, evaluate)},
      {id, "finding_without_order_it_is_chance", false, witness("T", 2, evaluate)},
      {id, "finding_order_helps_from_two_elements_on", false, witness("T", 2, evaluate)},
      {id, "finding_order_helps_from_four_elements_on", true,
       theory::proof("theory/proofs/bound_process.v", "order_helps_from_four")},
      {id, "finding_order_helps_from_four_elements_on", true, range("T", 4, effort.thorough ? 60 : 12, evaluate)},
      {id, "finding_non_pe_is_no_chance", true, evaluate},
      {id, "finding_repeats_are_rare", true, evaluate},
  };
  findings.exhibits = {
      accuracy_over_length(),
      small_lengths(),
      {"Two states by hand", "Probabilities of 00, 01, 10, 11 in thirtieths.",
       Exhibit::Text{{"class 1: 00: 2/3 * 4/5 = 16, 01: 2/3 * 1/5 = 4, 10: 1/3 * 2/5 = 4, 11: 1/3 * 3/5 = 6",
                      "class 2: 00: 2/3 * 7/10 = 14, 01: 2/3 * 3/10 = 6, 10: 1/3 * 3/5 = 6, 11: 1/3 * 2/5 = 4",
                      "any rule: (16 + 6 + 6 + 6) / 60 = 17/30",
                      "without order: (16 + (6 + 6) + 6) / 60 = 17/30, the same: 01 and 10 need not be told apart"}}}};
  return findings;
}

}  // namespace attest::constructions
