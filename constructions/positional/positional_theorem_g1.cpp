// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// A row of a right-stochastic matrix is a distribution.
Value distribution(Draw& draw, long k) { return Value::vector(draw.right_stochastic(k)[0]); }

Step some_classes() {
  Draw draw(801);
  return for_every("k", 1, 4, [&](long k) {
    return for_every("size", 1, 3, [&](long size) {
      std::vector<Value> classes, tests, trains;
      for (int i = 0; i < 2; ++i) {
        classes.push_back(Value::matrix(draw.matrix(size, k)));
        if (i == 0 || k > 1) {
          tests.push_back(distribution(draw, k));
          trains.push_back(distribution(draw, k));
        }
      }
      if (classes[0].to_json() == classes[1].to_json()) classes.pop_back();
      auto once = [](std::vector<Value> values) {
        if (values.size() > 1 && values[0].to_json() == values[1].to_json()) values.pop_back();
        return values;
      };
      return instances(
          "H", classes,
          instances("test", once(tests),
                    instances("train", once(trains), exhaustive("f", exhaustive("h", theory::evaluate())))));
    });
  });
}

}  // namespace

// Positional Attention, appendix G, the risk on test data against the risk on training data and the discrepancy.
Findings positional_theorem_g1(const Effort&) {
  const std::string id = "positional.theorem-g1";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_theorem_g1.v", "theorem_g1")},
      {id, "printed", true, some_classes()},
      {id, "finding_any_true_function", false,
       witness("k", 2,
               witness("H", Value::matrix({{Rational(0), Rational(0)}}),
                       witness("test", Value::vector({Rational(0), Rational(1)}),
                               witness("train", Value::vector({Rational(1), Rational(0)}),
                                       witness("f", Value::vector({Rational(0), Rational(1)}), theory::evaluate())))))},
  };
  findings.exhibits = {
      {"The theorem in one line", "f and h in the class.",
       Exhibit::Text{
           {"R_test(h, f) - R_train(h, f) <= |R_test(h, f) - R_train(h, f)| <= disc, since (h, f) is one of the pairs",
            "without f in the class: two points, h = (0, 0) alone, f = (0, 1), training on the first point, testing on "
            "the",
            "second: R_test = 1, R_train = 0, disc = 0"}}}};
  return findings;
}

}  // namespace attest::constructions
