// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"
#include "tests/claims/trivial_networks.hpp"

using namespace attest::constructions;
using namespace attest::theory;
using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::tests::require_rejected;
using attest::tests::trivial_networks;

// Another route, over machine integers: with the digits 1 + a in base B = K + 1, the token at rank r takes off
// 2 B^r (1 + a_r), and 2 B^n times what all tokens took off is added. All values differ, by 2 at least.
TEST_CASE("urpe.theorem-3: the sum of the digits is a contextual mapping") {
  struct Shape {
    long n, rows;
  };
  for (const auto& [n, rows] : {Shape{1, 2}, Shape{1, 9}, Shape{2, 2}, Shape{2, 5}, Shape{3, 3}, Shape{4, 2}}) {
    long inputs = 1, top = 1;
    for (long r = 0; r < n; ++r) inputs *= rows, top *= rows + 1;
    std::set<long> values;
    for (long input = 0; input < inputs; ++input) {
      long sum = 0, power = 2, rest = input;
      for (long r = 0; r < n; ++r, power *= rows + 1, rest /= rows) sum += power * (1 + rest % rows);
      power = 2, rest = input;
      for (long r = 0; r < n; ++r, power *= rows + 1, rest /= rows)
        values.insert(2 * top * sum - power * (1 + rest % rows));
    }
    CHECK(static_cast<long>(values.size()) == n * inputs);
    for (auto value = values.begin(), next = std::next(value); next != values.end(); value = next++) {
      CHECK(*next - *value >= 2);
    }
  }
}

TEST_CASE("urpe.theorem-3: every certificate is accepted") {
  const auto shown = require_accepted("urpe.theorem-3");
  CHECK(shown.at("printed"));
  CHECK(shown.at("step_equation_19"));
  CHECK(shown.at("step_equation_21"));
  CHECK(shown.at("finding_only_the_mean_is_needed"));
}

namespace {

Step near(const Target& f, const Rational& eps, const Approximant& network) {
  const Step means = box("X", whole_line, evaluate());
  const Step parts = split({{"means", means}, {"error", evaluate()}});
  return instances(
      "n", {2},
      instances(
          "d", {1},
          instances("v", {Value::vector({1, Rational(1, 2)})},
                    instances("f", {f.to_value()},
                              instances("p", {1},
                                        instances("fine", {1},
                                                  instances("eps", {eps},
                                                            approximant_step(network, 2, mean_fields, parts))))))));
}

}  // namespace

// Nor is an eps admitted that a trivial map could reach.
TEST_CASE("urpe.theorem-3: trivial networks are near no target") {
  const std::string id = "urpe.theorem-3";
  const Head<Rational> position_head = {.WV = Matrix<Rational>({1, 1}),
                                        .WO = Matrix<Rational>::from_rows({{1}}),
                                        .bV = Vector<Rational>{1},
                                        .A = Matrix<Rational>({2, 2})};
  for (const Target& f : {quarter_turn(1), running_maximum(0), sorted_pair(0)}) {
    for (const Approximant& network : trivial_networks(position_head)) {
      require_rejected(id, "printed", true, near(f, Rational(1, 10), network));
    }
    require_rejected(id, "printed", true, near(f, 1, conditions_quarter_turn({1, Rational(1, 2)})));
    CHECK((outcome_of(id, "printed", true, near(f, Rational(1, 10), conditions_quarter_turn({1, Rational(1, 2)}))) ==
           checker::Outcome::kAccepted) == (f.name == quarter_turn(1).name));
  }
}
