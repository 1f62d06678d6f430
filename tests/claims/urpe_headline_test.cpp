// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/urpe/cones_network.hpp"
#include "constructions/urpe/uniform_heads.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"
#include "tests/claims/trivial_networks.hpp"

using namespace attest::constructions;
using namespace attest::theory;
using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::tests::require_rejected;
using attest::tests::trivial_networks;

// Another route to the measure of the obstacle: of m^n cells (d = 1), those with one number in all places are counted
// by the numbers themselves.
TEST_CASE("urpe.headline: m of m^n cells have identical rows") {
  for (long n = 1; n <= 4; ++n) {
    for (long m = 1; m <= 4; ++m) {
      long cells = 1, identical = 0;
      for (long i = 0; i < n; ++i) cells *= m;
      for (long cell = 0; cell < cells; ++cell) {
        long rest = cell;
        bool same = true;
        for (long i = 0; i < n; ++i, rest /= m) same = same && rest % m == cell % m;
        identical += same;
      }
      CHECK(identical == m);
    }
  }
}

TEST_CASE("urpe.headline: every certificate is accepted") {
  const auto shown = require_accepted("urpe.headline");
  CHECK(!shown.contains("printed"));
  CHECK(shown.at("finding_not_in_the_sup_norm"));
  CHECK(!shown.at("step_theorem_2_in_lp"));
  CHECK(shown.at("finding_near_in_lp"));
  CHECK(shown.at("finding_sup_norm_of_the_targets"));
  CHECK(shown.at("finding_measure_of_the_obstacle"));
  CHECK(shown.at("finding_urpe_computes_cones"));
  CHECK(shown.at("finding_urpe_in_the_sup_norm"));
}

namespace {

Step near(const Target& f, const Rational& eps, const Approximant& network) {
  return instances(
      "n", {2},
      instances("d", {1},
                instances("f", {f.to_value()},
                          instances("p", {1},
                                    instances("fine", {1},
                                              instances("eps", {eps},
                                                        approximant_step(network, 2, weight_fields, evaluate())))))));
}

}  // namespace

// Nor is an eps admitted that a trivial map could reach.
TEST_CASE("urpe.headline: trivial networks are near no target") {
  const std::string id = "urpe.headline", statement = "finding_near_in_lp";
  const Rational gap(1, 1000);
  for (const Target& f : {quarter_turn(1), running_maximum(1), sorted_pair(1)}) {
    for (const Approximant& network : trivial_networks({})) {
      require_rejected(id, statement, true, near(f, Rational(1, 10), network));
    }
    require_rejected(id, statement, true, near(f, 1, t5_quarter_turn(gap)));
    CHECK((outcome_of(id, statement, true, near(f, Rational(1, 10), t5_quarter_turn(gap))) ==
           checker::Outcome::kAccepted) == (f.name == quarter_turn(1).name));
  }
}

// What the gap leaves out is what the distance rests on: with no gap the network is not affine on its cells.
TEST_CASE("urpe.headline: the gap is needed") {
  Approximant network = t5_quarter_turn(Rational(1, 1000));
  network.cut.margin = 0;
  require_rejected("urpe.headline", "finding_near_in_lp", true, near(quarter_turn(1), Rational(1, 10), network));
}

namespace {

// One point of one token's row each, a cone on it, at one input.
Step cone(const std::vector<ValuedPoint>& points, const std::vector<attest::constructions::Block>& blocks,
          const RationalMatrix& X) {
  Value::List list;
  for (const ValuedPoint& point : points)
    list.push_back(Value::Record{{"P", Value::matrix(point.input)}, {"V", Value::matrix(point.values)}});
  return instances("n", {2},
                   instances("d", {1},
                             instances("points", {Value(list)},
                                       instances("L", {2},
                                                 instances("M", {5},
                                                           witness("blocks", network_value(blocks),
                                                                   instances("X", {Value::matrix(X)}, evaluate())))))));
}

}  // namespace

// The values differ by position, also at equal tokens; blocks that do nothing, a constant one, no points, and a factor
// C without its zero on the diagonal give something else.
TEST_CASE("urpe.headline: nothing simpler than the network of cones computes them") {
  const std::string id = "urpe.headline", statement = "finding_urpe_computes_cones";
  const std::vector<ValuedPoint> points = {{{{Rational(1, 2)}, {Rational(1, 2)}}, {{1}, {2}}},
                                           {{{0}, {1}}, {{3}, {0}}}};
  const RationalMatrix X = {{Rational(1, 3)}, {Rational(1, 3)}};
  const std::vector<attest::constructions::Block> network = cones_network(2, 1, points, 2, 5);
  REQUIRE(outcome_of(id, statement, true, cone(points, network, X)) == checker::Outcome::kAccepted);

  attest::constructions::Block identity = identity_block(3, 1);
  identity.heads = {uniform_head(2, 3, 1, [](long) { return false; })};
  attest::constructions::Block constant = constant_block({1, 0, 0});
  constant.heads = identity.heads;
  require_rejected(id, statement, true, cone(points, {}, X));
  require_rejected(id, statement, true, cone(points, {identity}, X));
  require_rejected(id, statement, true, cone(points, {constant}, X));
  require_rejected(id, statement, true, cone(points, cones_network(2, 1, {}, 2, 5), X));
  std::vector<attest::constructions::Block> spoiled = network;
  spoiled[2].heads[0].parameters.back().second = Value::vector({2, 2, 2});
  require_rejected(id, statement, true, cone(points, spoiled, X));
}
