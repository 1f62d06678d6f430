// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/urpe/contextual_checks.hpp"
#include "constructions/urpe/contextual_instances.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;

namespace {

// 4 tokens with 3 entries from {0, 1/4, 1/2, 3/4}: 4^12 = 16,777,216 inputs, with Lemma 8's u = (8, 6, 4, 2).
EngineCheck large_grid(const Effort& effort) {
  const std::string what = "the repaired construction is a contextual mapping for n = 4, d = 3, delta = 1/4";
  const ContextualConstruction c = half_open_construction(position_vectors(4)[1], 4, 3);
  const ContextualResult result = check_contextual_mapping(c, {.threads = effort.threads});
  return {what, result.is_contextual_mapping(),
          std::to_string(result.inputs) + " inputs, " + std::to_string(result.distinct) + " distinct values of " +
              std::to_string(result.values)};
}

std::string text(const RationalVector& values) {
  std::string entries;
  for (const Rational& e : values) entries += (entries.empty() ? "" : ", ") + e.to_string();
  return entries;
}

// What a construction makes of each of these inputs, one token a row and one column.
Exhibit::Table images(const ContextualConstruction& c, const std::vector<RationalVector>& inputs) {
  ContextualConstruction sweep = c;
  sweep.last.reset();
  Exhibit::Table table{{"X", "X z + u", "after the sweep", "q(X)"}, {}};
  for (const RationalVector& tokens : inputs) {
    RationalMatrix X;
    RationalVector values;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      X.push_back({tokens[i]});
      values.push_back(tokens[i] + c.u[i]);
    }
    table.rows.push_back(
        {text(tokens), text(values), text(contextual_values(sweep, X)), text(contextual_values(c, X))});
  }
  return table;
}

// Two inputs followed through both constructions.
Exhibit two_inputs(const ContextualConstruction& printed, const ContextualConstruction& repaired) {
  const Rational half(1, 2);
  const auto rows = [&](const ContextualConstruction& c) { return images(c, {{0, 0}, {half, 0}}).rows; };
  const auto line = [](const std::string& name, const std::vector<std::string>& row) {
    return "    " + name + ": tokens (" + row[1] + "), after the sweep (" + row[2] + "), q = (" + row[3] + ")";
  };
  const auto as_printed = rows(printed), as_repaired = rows(repaired);
  return {"Two inputs, X = (0, 0) and X' = (1/2, 0), and the four numbers that must differ",
          "u = (0, 2) and delta = 1/2. A contextual mapping gives every token of every input a number of its own.",
          Exhibit::Text{
              {"Printed: the shift at the first token adds (greatest - least), so the least lands on the greatest:",
               "    X: 0 + (2 - 0) = 2. X': 1/2 + (2 - 1/2) = 2. Now all tokens are 2, and nothing moves any more.",
               line("X ", as_printed[0]), line("X'", as_printed[1]),
               "Wanted: four different numbers. Found: one number, four times.",
               "Repaired: the shift is multiplied by 4, so the least overtakes the greatest:",
               line("X ", as_repaired[0]), line("X'", as_repaired[1])}}};
}

std::vector<Exhibit> exhibits() {
  const Rational half(1, 2);
  const std::vector<RationalVector> inputs = {{0, 0},    {0, half}, {0, 1},    {half, 0}, {half, half},
                                              {half, 1}, {1, 0},    {1, half}, {1, 1}};
  return {{"The printed construction, n = 2, d = 1, delta = 1/2, u = (0, 2)",
           "Two tokens of one input share a value, and so do inputs: the first token is forgotten.",
           images(printed_construction(GridKind::closed, {0, 2}, 2, 1, 1), inputs)},
          {"The repaired construction, the same n, d, delta and u",
           "Base 3, multiplier 3 + 1 = 4, factor (1 + 2) 2 4^2 = 96, threshold -1. The 18 values are distinct.",
           images(closed_construction({0, 2}, 2, 1), inputs)},
          two_inputs(printed_construction(GridKind::closed, {0, 2}, 2, 1, 1), closed_construction({0, 2}, 2, 1))};
}

}  // namespace

// URPE, Lemma 10: the printed construction, and the same blocks with numbers that work.
Findings urpe_lemma_10(const Effort& effort) {
  const std::string id = "urpe.lemma-10";
  Findings findings;
  findings.certificates = {
      {id, "printed", false, counterexample(2, 2, 1, {0, 2})},
      {id, "repaired", true, theory::proof("theory/proofs/bound_contextual_mapping.v", "closed_mapping")},
      {id, "finding_half_open", true, theory::proof("theory/proofs/bound_contextual_mapping.v", "half_open_mapping")},
      {id, "finding_cited_multiplier", false, counterexample(2, 2, 1, {0, 2})},
      {id, "finding_cited_multiplier_half_open", false, counterexample(2, 2, 1, {0, Rational(33, 2)})},
  };
  const auto at_every_u = [](long n, long, long d) { return at_positions(position_vectors(n, d)); };
  for (const Sizes& sizes : certified_sizes(GridKind::closed, 1, 1, effort.thorough))
    findings.certificates.push_back({id, "repaired", true, sizes(at_every_u)});
  for (const Sizes& sizes : certified_sizes(GridKind::half_open, 1, 1, effort.thorough))
    findings.certificates.push_back({id, "finding_half_open", true, sizes(at_every_u)});
  for (const Sizes& sizes : certified_sizes(GridKind::half_open, 2, 2, effort.thorough))
    findings.certificates.push_back({id, "finding_own_u", true, sizes([](long, long, long) { return evaluate(); })});
  findings.certificates.push_back(
      {id, "finding_any_order_of_the_groups", false,
       witness("n", 4,
               witness("m", 2, witness("d", 1, witness("groups", theory::Value::vector({4, 1, 2, 3}), evaluate()))))});
  const auto one_left_out = [](long n, long, long d) {
    return at_positions(position_vectors(n, d), theory::exhaustive("left_out", evaluate()));
  };
  for (const Sizes& sizes : certified_sizes(GridKind::half_open, 1, 1, effort.thorough))
    findings.certificates.push_back({id, "finding_one_group_less", true, sizes(one_left_out)});
  const auto two_left_out = [](long n, long, long d) {
    std::vector<Step> by_p;
    for (long p = 1; p <= n; ++p) by_p.push_back(theory::exhaustive("q", evaluate()));
    return at_positions(position_vectors(n, d), theory::exhaustive("p", std::move(by_p)));
  };
  for (const Sizes& sizes : certified_sizes(GridKind::half_open, 2, 2, effort.thorough))
    findings.certificates.push_back({id, "finding_two_groups_less", true, sizes(two_left_out)});
  findings.engine_checks = {
      distinct_on_grids("the repaired construction is a contextual mapping of {0, ..., 1}", effort,
                        Distinct::all_tokens, GridKind::closed, closed_construction),
      distinct_on_grids("the repaired construction is a contextual mapping of {0, ..., 1 - delta}", effort,
                        Distinct::all_tokens, GridKind::half_open, half_open_construction)};
  if (effort.thorough && effort.may_continue()) findings.engine_checks.push_back(large_grid(effort));
  findings.exhibits = exhibits();
  findings.exhibits[2].sides = {"four different numbers", "66, 66, 66, 66"};
  return findings;
}

}  // namespace attest::constructions
