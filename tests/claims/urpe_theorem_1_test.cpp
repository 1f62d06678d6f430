// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"
#include "tests/claims/trivial_networks.hpp"

using namespace attest::constructions;
using namespace attest::theory;
using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::tests::require_rejected;
using attest::tests::trivial_networks;

// Another route to the spike's integral: lower and upper sums of x^p on [0, 1], which bracket 1/(p+1) within 1/N.
TEST_CASE("urpe.theorem-1: the integral of the p-th power of a spike") {
  constexpr long steps = 64;
  for (long p = 1; p <= 4; ++p) {
    Rational lower = 0, upper = 0;
    for (long i = 0; i < steps; ++i) {
      lower += pow(Rational(i, steps), p) / Rational(steps);
      upper += pow(Rational(i + 1, steps), p) / Rational(steps);
    }
    CHECK(lower < Rational(1, p + 1));
    CHECK(Rational(1, p + 1) < upper);
    CHECK(upper - lower == Rational(1, steps));
  }
}

// A bias-free network of one token as two slopes: the five points are missed by 1/2 or more, wherever the knee -E is.
TEST_CASE("urpe.theorem-1: two slopes through a knee at height 0 miss the zigzag") {
  attest::constructions::Draw draw(471);
  for (int trial = 0; trial < 200; ++trial) {
    const Rational E(draw.integer(-24, 12), 12), right(draw.integer(-60, 60), 6), left(draw.integer(-60, 60), 6);
    Rational error = 0;
    for (long i = 0; i <= 4; ++i) {
      const Rational t = Rational(i, 4) + E;
      const Rational value = t > Rational(0) ? right * t : left * -t;
      error = max(error, abs(value - Rational(i % 2)));
    }
    CHECK(error >= Rational(1, 2));
  }
}

TEST_CASE("urpe.theorem-1: every certificate is accepted") {
  const auto shown = require_accepted("urpe.theorem-1");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_the_norms_differ"));
  CHECK(shown.at("finding_one_token_without_biases"));
  CHECK(shown.at("finding_one_token_with_biases"));
}

namespace {

Step near(const Target& f, const Rational& eps, const EncodedApproximant& encoded) {
  const Step parts = split({{"means", box("X", whole_line, evaluate())}, {"error", evaluate()}});
  const auto no_fields = [](const Head<Rational>&, std::size_t) { return Value::Record{}; };
  const Step network =
      witness("E", Value::matrix(encoded.E.to_rows()), approximant_step(encoded.network, 2, no_fields, parts));
  return instances("n", {2},
                   instances("d", {1},
                             instances("f", {f.to_value()},
                                       instances("p", {1}, instances("fine", {1}, instances("eps", {eps}, network))))));
}

}  // namespace

// With E = 0 the right network is a trivial one, too: it uses no positions.
TEST_CASE("urpe.theorem-1: trivial networks are near no target") {
  const std::string id = "urpe.theorem-1";
  const Matrix<Rational> zero({2, 1}), E = Matrix<Rational>::from_rows({{0}, {2}});
  for (const Target& f : {quarter_turn(1), running_maximum(0), sorted_pair(0)}) {
    for (const Approximant& network : trivial_networks({})) {
      require_rejected(id, "printed", true, near(f, Rational(1, 10), {E, network}));
      require_rejected(id, "printed", true, near(f, Rational(1, 10), {zero, network}));
    }
  }
  const EncodedApproximant right = with_encoding(conditions_quarter_turn({0, 1}));
  require_rejected(id, "printed", true, near(quarter_turn(1), Rational(1, 10), {zero, right.network}));
  CHECK(outcome_of(id, "printed", true, near(quarter_turn(1), Rational(1, 10), right)) == checker::Outcome::kAccepted);
}
