// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "constructions/universal/urpe_network.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"
#include "tests/claims/trivial_networks.hpp"

using namespace attest::constructions;
using namespace attest::theory;
using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::tests::require_rejected;
using attest::tests::trivial_networks;

// Another route to "an attentive head needs ones": solve for the row of C by Cramer's rule from two attentive rows, n
// = 2.
TEST_CASE("urpe.shared-c: two attentive rows of two tokens leave only c = 1") {
  attest::constructions::Draw draw(383);
  for (int trial = 0; trial < 50; ++trial) {
    const Rational p(draw.integer(1, 9), 10), q(draw.integer(1, 9), 10);
    if (p == q) continue;
    // p a + (1 - p) b = 1 and q a + (1 - q) b = 1, with a = 1 / c_0 and b = 1 / c_-1.
    const Rational determinant = p * (Rational(1) - q) - q * (Rational(1) - p);
    const Rational a = ((Rational(1) - q) - (Rational(1) - p)) / determinant, b = (p - q) / determinant;
    CHECK(a == Rational(1));
    CHECK(b == Rational(1));
  }
}

// All assignments of the two kinds to H heads: the proof needs one head of the first kind and two of the other.
TEST_CASE("urpe.shared-c: three heads are the least") {
  auto enough = [](int heads) {
    for (int kinds = 0; kinds < 1 << heads; ++kinds) {
      const int attentive = __builtin_popcount(static_cast<unsigned>(kinds));
      if (attentive >= 2 && attentive < heads) return true;
    }
    return false;
  };
  CHECK(!enough(1));
  CHECK(!enough(2));
  CHECK(enough(3));
}

TEST_CASE("urpe.shared-c: every certificate is accepted") {
  const auto shown = require_accepted("urpe.shared-c");
  CHECK(shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(!shown.at("step_two_heads_carry_the_proof"));
  CHECK(shown.at("finding_three_heads_carry_the_proof"));
  CHECK(shown.at("finding_n_1"));
  CHECK(shown.at("finding_one_head_of_each_kind"));
  CHECK(shown.at("finding_attentive_needs_ones"));
  CHECK(shown.at("finding_ones_are_not_position_aware"));
  CHECK(shown.at("finding_every_row_occurs"));
  CHECK(shown.at("finding_two_attentive_heads_are_RPE"));
}

namespace {

Step near(const Target& f, const Rational& eps, const RationalVector& c, const Approximant& network) {
  const Step encodings = exhaustive("variant", box("r", whole_line, box("X", whole_line, evaluate())));
  const Step parts = split({{"encodings", encodings}, {"error", evaluate()}});
  const auto no_fields = [](const Head<Rational>&, std::size_t) { return Value::Record{}; };
  const Step body = witness("c", Value::vector(c), approximant_step(network, 2, no_fields, parts));
  return instances("n", {2},
                   instances("d", {1},
                             instances("f", {f.to_value()},
                                       instances("p", {1}, instances("fine", {1}, instances("eps", {eps}, body))))));
}

}  // namespace

// Neither a trivial network will do, nor the right one with a C that is all ones, which makes it an RPE Transformer.
TEST_CASE("urpe.shared-c: trivial networks are near no target") {
  const std::string id = "urpe.shared-c";
  const RationalVector c = {0, 0, 2}, ones = {1, 1, 1};
  const Target f = running_maximum(0);
  for (const Approximant& network : trivial_networks(toeplitz_head({0, 0, 2}, 1, {0}, 1, {1}))) {
    require_rejected(id, "repaired", true, near(f, Rational(1, 10), c, network));
  }
  require_rejected(id, "repaired", true, near(f, Rational(1, 10), ones, urpe_running_maximum()));
  CHECK(outcome_of(id, "repaired", true, near(f, Rational(1, 10), c, urpe_running_maximum())) ==
        checker::Outcome::kAccepted);
}
