// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>

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

// Another route to the contextual mapping, over machine integers and from the formula alone: the numbers
// x_i m-ths + 4 b^(n-1-i) sum_j b^j (1 + a_j), times m, are pairwise different over all inputs and positions.
TEST_CASE("urpe.proposition-4: the formula of the contextual mapping is injective") {
  struct Shape {
    long n, m;
  };
  for (const auto& [n, m] :
       {Shape{1, 1}, Shape{1, 6}, Shape{2, 1}, Shape{2, 6}, Shape{3, 2}, Shape{4, 2}, Shape{5, 1}}) {
    long base = 2;
    while (base <= m + 1) base *= 2;
    long inputs = 1;
    for (long i = 0; i < n; ++i) inputs *= m + 1;
    std::set<long> contexts;
    for (long input = 0; input < inputs; ++input) {
      long sum = 0, power = 1, rest = input;
      for (long j = 0; j < n; ++j, power *= base, rest /= m + 1) sum += power * (1 + rest % (m + 1));
      rest = input;
      long scale = power / base;  // b^(n-1)
      for (long i = 0; i < n; ++i, scale /= base, rest /= m + 1) contexts.insert(rest % (m + 1) + m * 4 * scale * sum);
    }
    CHECK(static_cast<long>(contexts.size()) == n * inputs);
    // In steps of 1/m: any two are at least 3 apart.
    long least = 3 * m;
    for (auto next = std::next(contexts.begin()), last = contexts.begin(); next != contexts.end(); last = next++) {
      least = std::min(least, *next - *last);
    }
    CHECK(least == 3 * m);
  }
}

TEST_CASE("urpe.proposition-4: every certificate is accepted") {
  const auto shown = require_accepted("urpe.proposition-4");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_one_head_is_a_contextual_mapping"));
  CHECK(shown.at("finding_one_block_on_the_grid"));
  CHECK(shown.at("finding_context_needs_C"));
}

namespace {

Step near(const Target& f, const Rational& eps, const Approximant& network) {
  const Step encodings = exhaustive("variant", box("r", whole_line, box("X", whole_line, evaluate())));
  const Step parts = split({{"encodings", encodings}, {"error", evaluate()}});
  return instances(
      "n", {2},
      instances("d", {1},
                instances("f", {f.to_value()},
                          instances("p", {1},
                                    instances("fine", {1},
                                              instances("eps", {eps},
                                                        approximant_step(network, 2, toeplitz_fields, parts)))))));
}

}  // namespace

// Nor is an eps admitted that a trivial map could reach.
TEST_CASE("urpe.proposition-4: trivial networks are near no target") {
  const std::string id = "urpe.proposition-4";
  for (const Target& f : {quarter_turn(1), running_maximum(0), sorted_pair(0)}) {
    for (const Approximant& network : trivial_networks(toeplitz_head({1, 0, 0}, 1, {0}, 1, {1}))) {
      require_rejected(id, "printed", true, near(f, Rational(1, 10), network));
    }
    require_rejected(id, "printed", true, near(f, 1, urpe_quarter_turn(1)));
    CHECK((outcome_of(id, "printed", true, near(f, Rational(1, 10), urpe_quarter_turn(1))) ==
           checker::Outcome::kAccepted) == (f.name == quarter_turn(1).name));
  }
}
