// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Temperatures are looked for in floating point and rounded to rationals; that they are on the side claimed is for the
// checkers to decide, in enclosures.
double printed_temperature(long n, const Rational& eps) {
  return std::log(static_cast<double>(n) / eps.to_double()) / 2;
}
double least_temperature(long n, const Rational& eps) {
  const double e = eps.to_double();
  return std::log(static_cast<double>(n - 1) * (1 - e) / e) / 2;
}
double largest_error(long n, double temperature) {
  const double weight = std::exp(2 * temperature);
  return static_cast<double>(n - 1) / (weight + static_cast<double>(n - 1));
}

constexpr long kGrid = 1000000;  // rational temperatures are multiples of 1/kGrid
Rational grid_point_above(double temperature) {
  return Rational(static_cast<long>(std::floor(temperature * kGrid)) + 1, kGrid);
}

const std::vector<Rational>& errors() {
  static const std::vector<Rational> values = {Rational(2), Rational(1, 2), Rational(1, 10), Rational(1, 1000),
                                               pow(Rational(10), -12)};
  return values;
}

// At the printed T (rounded up to the grid), a little later, and far beyond.
Step temperatures_for_every_error(long n) {
  std::vector<Step> by_eps;
  for (const Rational& eps : errors()) {
    const Rational least = max(Rational(1, kGrid), grid_point_above(printed_temperature(n, eps)));
    by_eps.push_back(instances("T", {Value(least), Value(least + Rational(1, 10)), Value(least + Rational(20))},
                               theory::evaluate()));
  }
  return instances("eps", {errors().begin(), errors().end()}, std::move(by_eps));
}

Value hits_value(const std::vector<long>& hits) {
  Value::List list;
  for (long hit : hits) list.emplace_back(hit);
  return list;
}

// Every pattern up to some n, beyond it the identity, all ones in one column, and some random ones.
Step every_pattern(long largest_n) {
  return for_every("n", 1, largest_n, [&](long n) { return exhaustive("hits", temperatures_for_every_error(n)); });
}

Step some_patterns(std::vector<long> sizes) {
  Draw draw(61);
  std::vector<Value> values;
  std::vector<Step> by_n;
  for (long n : sizes) {
    std::vector<long> in_one_column(static_cast<std::size_t>(n), 1), last_first, random;
    for (long i = 0; i < n; ++i) {
      last_first.push_back(n - i);
      random.push_back(draw.integer(1, n));
    }
    values.emplace_back(n);
    by_n.push_back(instances("hits", {hits_value(in_one_column), hits_value(last_first), hits_value(random)},
                             temperatures_for_every_error(n)));
  }
  return instances("n", std::move(values), std::move(by_n));
}

// Cells in which eps grows by at most the factor 1 + 1/n: there the error at the right end is below the left end.
Step every_error(long largest_n) {
  return for_every("n", 2, largest_n, [&](long n) {
    std::vector<std::pair<std::string, std::string>> cells;
    const Rational last(999, 1000);
    for (Rational low(1, 1000); low < last;) {
      const Rational high = min(last, floor(low * Rational(n + 1, n) * Rational(kGrid)) / Rational(kGrid));
      cells.emplace_back(low.to_string(), high.to_string());
      low = high;
    }
    return box("eps", std::move(cells), theory::evaluate());
  });
}

// Both sides of the least T, one step of the grid apart.
Step least_temperatures(long largest_n) {
  return for_every("n", 2, largest_n, [&](long n) {
    std::vector<Value> values;
    std::vector<Step> by_eps;
    for (const Rational& eps : {Rational(1, 3), Rational(1, 10), Rational(1, 1000)}) {
      const Rational high = grid_point_above(least_temperature(n, eps));
      values.emplace_back(eps);
      by_eps.push_back(witness("low", high - Rational(1, kGrid), witness("high", high, theory::evaluate())));
    }
    return instances("eps", std::move(values), std::move(by_eps));
  });
}

// Temperatures on both sides of the least one, for the patterns of one column and of the diagonal.
Step on_both_sides(long largest_n) {
  return for_every("n", 2, largest_n, [&](long n) {
    std::vector<long> in_one_column(static_cast<std::size_t>(n), 1), diagonal;
    for (long i = 1; i <= n; ++i) diagonal.push_back(i);
    std::vector<Value> values;
    std::vector<Step> by_eps;
    for (const Rational& eps : {Rational(1, 3), Rational(9, 10), Rational(1, 1000)}) {
      const Rational high = grid_point_above(least_temperature(n, eps));
      values.emplace_back(eps);
      by_eps.push_back(instances("T", {Value(high - Rational(1, kGrid)), Value(high), Value(high + Rational(1))},
                                 theory::evaluate()));
    }
    return instances("hits", {hits_value(in_one_column), hits_value(diagonal)},
                     instances("eps", std::move(values), std::move(by_eps)));
  });
}

// A smaller temperature than the printed one: the least, or half the printed one where that is larger.
Step smaller_temperatures(long largest_n) {
  return for_every("n", 1, largest_n, [&](long n) {
    std::vector<Value> values;
    std::vector<Step> by_eps;
    for (const Rational& eps : {Rational(1, 2), Rational(1, 1000), Rational(n) - Rational(1, 4)}) {
      const double least = eps < Rational(1) && n > 1 ? least_temperature(n, eps) : 0;
      values.emplace_back(eps);
      by_eps.push_back(
          witness("T", grid_point_above(std::max(least, printed_temperature(n, eps) / 2)), theory::evaluate()));
    }
    return exhaustive("hits", instances("eps", std::move(values), std::move(by_eps)));
  });
}

Exhibit error_over_temperature() {
  Exhibit::Plot plot{"T", "largest difference of an entry", true, {}, {}};
  for (long n : {2L, 8L, 64L}) {
    Exhibit::Curve curve{"n = " + std::to_string(n), {}};
    for (int i = 0; i <= 100; ++i) curve.points.emplace_back(i * 0.06, largest_error(n, i * 0.06));
    plot.curves.push_back(std::move(curve));
  }
  const Rational eps(1, 100);
  plot.marks = {{least_temperature(8, eps), "least T"}, {printed_temperature(8, eps), "printed T"}};
  plot.curves.push_back({"eps = 1/100", {{0, 0.01}, {6, 0.01}}});
  return {"The error over T",
          "(n-1)/(exp(2T) + n - 1), where the one of the pattern is. Marked for n = 8 and eps = 1/100: where the curve "
          "crosses "
          "eps, and the printed temperature, which lies to its right.",
          plot};
}

Exhibit temperature_table() {
  auto decimal = [](double x) {
    std::string text = std::to_string(x);
    return text.substr(0, text.size() - 2);
  };
  Exhibit::Table table{{"n", "eps", "printed T", "least T", "error at the printed T"}, {}};
  for (long n : {2L, 8L, 64L, 1024L}) {
    for (const Rational& eps : {Rational(1, 10), Rational(1, 1000)}) {
      // At the printed T, exp(2T) = n/eps, so the error is rational.
      const Rational error = Rational(n - 1) / (Rational(n) / eps + Rational(n - 1));
      table.rows.push_back({std::to_string(n), eps.to_string(), decimal(printed_temperature(n, eps)),
                            decimal(least_temperature(n, eps)), error.to_string()});
    }
  }
  return {"Printed and least temperature", "Decimals are rounded; the last column is exact.", table};
}

}  // namespace

// Positional Attention, Lemma B.3: softmax patterns against hardmax patterns, the printed and the least temperature.
Findings positional_lemma_b3(const Effort& effort) {
  const std::string id = "positional.lemma-b3", proofs = "theory/proofs/bound_softmax.v";
  const long largest_n = effort.thorough ? 16 : 8;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(proofs, "lemma_b3")},
      {id, "printed", true, every_pattern(effort.thorough ? 5 : 4)},
      {id, "printed", true, some_patterns(effort.thorough ? std::vector<long>{6, 7} : std::vector<long>{5, 6})},
      {id, "finding_every_eps_at_the_printed_T", true, theory::proof(proofs, "errors_at_the_printed_T")},
      {id, "finding_every_eps_at_the_printed_T", true, every_error(largest_n)},
      {id, "finding_printed_T_is_least", false,
       witness("n", 2,
               witness("hits", Value::vector({1, 2}),
                       witness("eps", Rational(1, 4), witness("T", Rational(3, 5), theory::evaluate()))))},
      {id, "finding_least_T", true, theory::proof(proofs, "least_T_enclosed")},
      {id, "finding_least_T", true, least_temperatures(largest_n)},
      {id, "finding_met_exactly_from_the_least_T", true, theory::proof(proofs, "least_T")},
      {id, "finding_met_exactly_from_the_least_T", true, on_both_sides(4)},
      {id, "finding_printed_T_is_never_least", true, theory::proof(proofs, "printed_T_is_never_least")},
      {id, "finding_printed_T_is_never_least", true, smaller_temperatures(4)},
      {id, "step_case_1_index", false,
       witness("n", 2, witness("hits", Value::vector({2, 2}), witness("T", Rational(1, 2), theory::evaluate())))},
  };
  findings.exhibits = {
      error_over_temperature(),
      temperature_table(),
      {"One row by hand: n = 2, T = (1/2) ln 2 + (1/2) ln 4", "exp(2T) = 8, the printed temperature for eps = 1/4.",
       Exhibit::Text{{"scores T and -T; weights exp(T) and exp(-T), ratio exp(2T) = 8",
                      "softmax = (8/9, 1/9), so the error is 1/9 <= 1/4",
                      "the proof's first case has exp of the (i, i)-th entry of W_Q: where the one of row 1 is in "
                      "column 2, that is exp(-T), of weight 1/9",
                      "error <= 1/4 needs exp(2T) >= 3 only: least T = (1/2) ln 3 = 0.549..., printed 1.039..."}}}};
  findings.exhibits[2].sides = {"the one of row 1 in column 2: entry (1, 1) has the weight 8/9",
                                "entry (1, 1) has 1/9; 8/9 is that of entry (1, 2)"};
  return findings;
}

}  // namespace attest::constructions
