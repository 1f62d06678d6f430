// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <iomanip>
#include <sstream>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/positional/bindings.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// delta = 1 / (1 + x) with x = 1 / (4 c)^2, for which c sqrt(log(1/delta)) <= c sqrt(x) = 1/4; and a loss of 2 c + 2.
Step for_constants(const char* variable, Rational (*choice)(const Rational&)) {
  std::vector<Value> constants;
  std::vector<Step> cases;
  for (const Rational& c : {Rational(1, 10), Rational(1), Rational(12), Rational(1000000)}) {
    constants.emplace_back(c);
    cases.push_back(witness(variable, choice(c), theory::evaluate()));
  }
  return instances("c", std::move(constants), std::move(cases));
}
Rational near_one(const Rational& c) { return Rational(1) / (Rational(1) + Rational(1) / (Rational(16) * c * c)); }
Rational large_loss(const Rational& c) { return Rational(2) * c + Rational(2); }

// The coin with A = e and C = e^2, so that log(A sqrt(m/C)) = 0, and delta = 1 / (1 + e^2): sqrt(C) and
// sqrt(log(1/delta)) are at most e, which is small against c (1 + log 2)^k < 2^k c.
Step for_all_constants() {
  std::vector<Value> factors, powers = {0, 1, 4};
  std::vector<Step> by_factor;
  for (const Rational& c : {Rational(1, 10), Rational(1), Rational(1000)}) {
    std::vector<Step> by_power;
    for (long k : {0L, 1L, 4L}) {
      const Rational e = Rational(1) / (Rational(8) * c * pow(Rational(2), k));
      by_power.push_back(witnesses({{"N", 2},
                                    {"K", 1},
                                    {"m", 1},
                                    {"p", Value::vector({Rational(1, 2), Rational(1, 2)})},
                                    {"V", Value::matrix({{0, 0}})},
                                    {"A", e},
                                    {"C", e * e},
                                    {"T", Value::matrix({{0, 1}})},
                                    {"delta", Rational(1) / (Rational(1) + e * e)}}));
    }
    factors.emplace_back(c);
    by_factor.push_back(instances("k", powers, std::move(by_power)));
  }
  return instances("c", std::move(factors), std::move(by_factor));
}

// Classes of K functions whose values are a thousandth apart or two, so that the covers' share of the bound is small;
// losses far from constant in the point. Every C of at least log K times the square of the largest distance is
// admissible.
Step small_classes(const std::vector<Value>& deltas) {
  Draw draw(505);
  const Rational A(1, 500);
  std::vector<Value> counts;
  std::vector<Step> by_K;
  for (long K = 1; K <= 3; ++K) {
    RationalMatrix V, T;
    for (long f = 0; f < K; ++f) {
      V.push_back({Rational(draw.integer(-1, 1), 1000), Rational(draw.integer(-1, 1), 1000)});
      T.push_back({Rational(1, 100) + V.back()[0], Rational(99, 100) - V.back()[1]});
    }
    const RationalVector p = draw.right_stochastic(2).front();
    std::vector<Step> by_m;
    for (long m = 2; m <= 5; ++m) {
      by_m.push_back(
          one_instance({{"p", Value::vector(p)}, {"V", Value::matrix(V)}, {"A", A}, {"C", A * A * Rational(m)}},
                       one_instance({{"T", Value::matrix(T)}}, instances("delta", deltas, theory::evaluate()))));
    }
    counts.emplace_back(K);
    by_K.push_back(range("m", 2, 5, std::move(by_m)));
  }
  return one_instance({{"N", 2}}, instances("K", counts, std::move(by_K)));
}

/// With C = e^2 and delta = 1/(1 + e^2) both roots are at most e, and e is what makes the bound 1/4.
Exhibit fair_coin() {
  Exhibit::Text text{{"The loss is 0 or 1, each with probability 1/2: the risk is 1/2.",
                      "One sample: the empirical risk is 0 or 1, so the gap is 1/2 on every sample.",
                      "The bound, with k = 1 and A = sqrt(C): c (1 + log 2) (sqrt(C) + sqrt(log(1/delta)))"}};
  for (const double c : {1.0, 10.0, 100.0}) {
    const double factor = c * (1 + std::log(2.0)), e = 1 / (8 * factor), root = std::sqrt(std::log1p(e * e));
    std::ostringstream line;
    line << std::setprecision(3) << "    c = " << c << ", C = e^2 and 1/delta = 1 + e^2 with e = " << e << ": "
         << factor << " * (" << e << " + " << root << ") = " << factor * (e + root);
    text.lines.push_back(line.str());
  }
  text.lines.emplace_back(
      "1/2 <= 1/4 never holds, so the bound is met with probability 0, where 1 - delta > 0 was promised.");
  return {"Letter by letter, for every delta below 1: a fair coin against any constant",
          "Both sides of the lemma for one function and one sample; a larger c only asks for a smaller C.", text};
}

}  // namespace

// Positional Attention, Lemma C.5: the step from Lemma C.4, and constants that cannot exist.
Findings positional_lemma_c5(const Effort&) {
  const std::string id = "positional.lemma-c5", file = "theory/proofs/bound_unbounded_losses.v";
  Findings findings;
  findings.certificates = {
      {id, "step_insert_lemma_c4", false, witnesses({{"m", 1}, {"V", Value::matrix({{1}, {-1}})}, {"A", 1}, {"C", 8}})},
      {id, "printed", true, witnesses({{"c", 24}, {"k", 1}}, small_classes({Rational(1, 100), Rational(1, 2)}))},
      {id, "literal", false, theory::cite("finding_negation_of_literal")},
      {id, "finding_negation_of_literal", true,
       theory::proof("theory/proofs/bound_lemma_c5.v", "lemma_c5_has_no_constants")},
      {id, "finding_negation_of_literal", true, for_all_constants()},
      {id, "repaired", true, small_classes({Rational(1, 100), Rational(1, 2), Rational(999, 1000)})},
      {id, "finding_delta_near_one", true, theory::proof("theory/proofs/bound_learnability.v", "delta_near_one")},
      {id, "finding_delta_near_one", true, for_constants("delta", near_one)},
      reflected(id, "finding_fair_coin"),
      {id, "finding_fair_coin", true, exhaustive("sample", theory::evaluate())},
      {id, "finding_unbounded_losses", true, theory::proof(file, "unbounded_losses")},
      {id, "finding_unbounded_losses", true, for_constants("b", large_loss)},
  };
  findings.exhibits = {
      {"Why no constant serves",
       "One function, a fair coin with losses 0 and 1, one sample: the gap is 1/2 on every sample, log N = 0, C as "
       "small as one likes.",
       Exhibit::Table{{"c", "delta", "c sqrt(log(1/delta))"},
                      {{"1", "16/17", "0.246"}, {"10", "1600/1601", "0.250"}, {"1000", "1 - 6.25e-8", "0.250"}}}},
      {"The step: what Lemma C.4 puts in the place of the complexity, both evaluated",
       "The class has two functions, the constants 1 and -1; one sample (m = 1), A = 1, C = 8 (positional.lemma-c4).",
       Exhibit::Text{{"Complexity: the mean over the signs e = 1 and e = -1 of the greater of e and -e",
                      "    = (1 + 1) / 2 = 1", "Put in its place: c sqrt(C/m) (1 + log(A sqrt(m/C)))",
                      "    = c sqrt(8) (1 + log(1/sqrt(8))) = c * 2.828 * (1 - 1.040) = -0.112 c",
                      "The step needs 1 <= -0.112 c. No c > 0 does that: a bound below 0 would be put on a gap."}}},
      fair_coin()};
  findings.exhibits[1].sides = {"the complexity is at most -0.112 c", "it is 1"};
  return findings;
}

}  // namespace attest::constructions
