// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/routing.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The temperature is looked for in floating point and rounded up; that it is beyond the bound is for the checkers.
Rational temperature(long nodes, const Rational& eps) {
  const double bound = std::log(static_cast<double>(nodes) / eps.to_double()) / 2;
  return Rational(static_cast<long>(std::floor(bound * 1000)) + 1, 1000);
}

Step at_some_errors(long n) {
  std::vector<Value> errors;
  std::vector<Step> by_eps;
  for (const Rational& eps : {Rational(1, 4), Rational(1, 1000), pow(Rational(10), -12)}) {
    errors.emplace_back(eps);
    const Rational least = temperature(n + 1, eps);
    by_eps.push_back(instances("T", {Value(least), Value(least + Rational(5))}, evaluate()));
  }
  return instances("eps", std::move(errors), std::move(by_eps));
}

Step at_every_machine(long largest_n) {
  Draw draw(441);
  return for_every("N", 1, largest_n, [&](long n) {
    std::vector<Value> some = {Value(Value::List{})};
    const Routing routing = random_routing(draw, n, 2);
    if (!routing.empty()) some.push_back(routing_value(routing));
    return instances("s", {Value(2)}, instances("H", std::move(some), exhaustive("h", at_some_errors(n))));
  });
}

// N = 1 and nothing to receive: both scores of row 1 are alike, so softmax gives 1/2 and 1/2 at every T.
Step idle_machine() {
  return witness(
      "N", 1,
      witness("s", 1,
              witness("H", Value(Value::List{}),
                      witness("h", 1, witness("eps", Rational(1, 4), box("T", theory::whole_line, evaluate()))))));
}

// N = 1, the machine sends to itself: scores 1 and 0, weights e/(e+1) and 1/(e+1).
Step one_source() {
  return witness(
      "N", 1,
      witness("s", 1,
              witness("H", routing_value({{1, 1, 1}}), witness("h", 1, witness("eps", Rational(1, 4), evaluate())))));
}

Exhibit by_hand() {
  Exhibit::Table table{{"row 1 of W_Q", "hardmax (eq. 6)", "softmax(T (2 W_Q - 1))", "largest difference"}, {}};
  table.rows = {{"0 0 (printed, nothing to receive)", "1 1", "1/2 1/2 for every T", "1/2"},
                {"1 0 (a source)", "1 0", "1/(1 + exp(-2T)) and the rest", "1/(exp(2T) + 1)"},
                {"1 0, scores 1 and 0 as printed", "1 0", "e/(e+1) = 0.731..., 0.268...", "0.268..."},
                {"0 1 (repaired, nothing to receive)", "0 1", "the rest and 1/(1 + exp(-2T))", "1/(exp(2T) + 1)"}};
  return {"One machine and the sink", "The machine's row.", table};
}

}  // namespace

// Positional Attention, appendix B.4: softmax for hardmax in the printed and in the repaired routing.
Findings positional_lemma_b2_softmax(const Effort& effort) {
  const std::string id = "positional.lemma-b2-softmax";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_lemma_b2_routing.v", "printed_routing_softmax")},
      {id, "printed", true, at_every_machine(effort.thorough ? 6 : 4)},
      {id, "finding_idle_rows", false, idle_machine()},
      {id, "finding_zero_one_scores", false, one_source()},
      {id, "finding_all_rows", true,
       theory::proof("theory/proofs/bound_lemma_b2_routing.v", "repaired_routing_softmax")},
      {id, "finding_all_rows", true, at_every_machine(effort.thorough ? 6 : 4)},
  };
  findings.exhibits = {by_hand()};
  return findings;
}

}  // namespace attest::constructions
