// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Step factors(Step then) {
  return instances("c", {Value(Rational(3, 2)), Value(2), Value(10), Value(Rational(1001, 1000))}, std::move(then));
}

// Ranges on one side of [-1, 1], lists at their ends and inside.
Step lists_outside() {
  Draw draw(230);
  return for_every("n", 1, 4, [&](long n) {
    std::vector<Value> lists;
    for (int i = 0; i < 5; ++i) {
      RationalVector x;
      for (long e = 0; e < n; ++e) x.push_back(Rational(101, 100) + Rational(draw.integer(0, 99), 100));
      lists.push_back(Value::vector(x));
    }
    return instances("s", {Value(Rational(101, 100))},
                     instances("t", {Value(2)}, instances("x", lists, theory::evaluate())));
  });
}

Exhibit conditional_probabilities() {
  Exhibit::Table table{{"c", "A", "B", "C", "A, C rejected", "B, C rejected"}, {}};
  for (long c : {1L, 2L, 3L, 5L, 10L}) {
    const Rational a(2 * (c - 1), c * c), b((c - 1) * (c - 1), c * c), both(1, c * c);
    const bool some = c > 1;
    table.rows.push_back({std::to_string(c), a.to_string(), b.to_string(), both.to_string(),
                          some ? Rational(2 * (c - 1), c * c - 1).to_string() : "0/0",
                          some ? Rational((c - 1) * (c - 1), c * c - 1).to_string() : "0/0"});
  }
  return {"The events", "At c = 1 every draw is rejected.", table};
}

}  // namespace

// Positional Attention, appendix E, equations 23 and 25: the events A, B and C of the test sampling and their halves.
Findings positional_ood_events(const Effort&) {
  const std::string id = "positional.ood-events", file = "theory/proofs/bound_ood_events.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "events_and_halves")},
      {id, "printed", true,
       theory::split({{"exactly_one", exhaustive("p", theory::evaluate())},
                      {"events", factors(theory::evaluate())},
                      {"eq_23", factors(theory::evaluate())},
                      {"halves", factors(theory::evaluate())},
                      {"eq_25", lists_outside()}})},
      {id, "finding_as_drawn", true, theory::proof(file, "as_drawn")},
      {id, "finding_as_drawn", true, factors(theory::evaluate())},
      {id, "finding_lower_end_above_1", true, theory::proof(file, "lower_end_above_1")},
      {id, "finding_lower_end_above_1", true, factors(theory::evaluate())},
      {id, "finding_scale", true, theory::proof("theory/proofs/bound_ood.v", "inside_scaled")},
      {id, "finding_scale", true,
       range("n", 1, 3,
             instances("e", {Value(2), Value(Rational(1, 3))},
                       instances("s", {Value(-3), Value(Rational(-1, 2))},
                                 instances("t", {Value(Rational(1, 2)), Value(4)}, theory::evaluate()))))},
      {id, "finding_c_1", true, theory::evaluate()},
  };
  findings.exhibits = {
      conditional_probabilities(),
      {"Why the two numbers must be put in order", "Both numbers outside [-1, 1]: four cases, a quarter each.",
       Exhibit::Text{{"first < -1, second < -1: no list lies inside (B.1)",
                      "first > 1, second > 1: no list lies inside (B.1)",
                      "first < -1, second > 1: a range around [-1, 1] (B.2)",
                      "first > 1, second < -1: in order, the same (B.2); as drawn, no range at all"}}}};
  return findings;
}

}  // namespace attest::constructions
