// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>

#include "tests/claims/accepted.hpp"
#include "theory/scalar/rational.hpp"

using attest::tests::require_accepted;
using attest::theory::Rational;

namespace {

// Another route to a ceiling: group the positions of all sequences by what is seen, in a map, and count the commonest
// target of each group.
using Sight = std::vector<long>;

Rational ceiling(long n, long V, const std::function<Sight(const std::vector<long>&, long)>& seen,
                 const std::function<long(const std::vector<long>&, long)>& target) {
  std::map<Sight, std::map<long, long>> groups;
  long sequences = 1;
  for (long i = 0; i < n; ++i) sequences *= V;
  for (long code = 0; code < sequences; ++code) {
    std::vector<long> w;
    for (long i = 0, rest = code; i < n; ++i, rest /= V) w.push_back(rest % V);
    for (long i = 0; i < n; ++i) ++groups[seen(w, i)][target(w, i)];
  }
  long right = 0;
  for (const auto& [sight, counts] : groups) {
    long most = 0;
    for (const auto& [answer, times] : counts) most = std::max(most, times);
    right += most;
  }
  return Rational(right, sequences * n);
}

}  // namespace

TEST_CASE("urpe.synthetic-ceilings: the closed forms, by grouping") {
  auto nope = [](const std::vector<long>& w, long i) {
    Sight sight = w;
    std::sort(sight.begin(), sight.end());
    sight.push_back(w[static_cast<std::size_t>(i)]);
    return sight;
  };
  auto rpe = [](const std::vector<long>& w, long i) {
    Sight sight = w;
    if (std::count(w.begin(), w.end(), w[0]) != static_cast<long>(w.size())) sight.push_back(i);
    return sight;
  };
  for (const auto& [n, V] : std::vector<std::pair<long, long>>{
           {1, 1}, {1, 4}, {2, 1}, {2, 2}, {2, 5}, {3, 3}, {4, 3}, {5, 3}, {6, 3}, {7, 2}, {8, 2}, {10, 2}}) {
    INFO("n = " << n << ", V = " << V);
    auto position = [](const std::vector<long>&, long i) { return i; };
    auto even = [&, n = n](const std::vector<long>& w, long i) {
      return i < n / 2 ? w[static_cast<std::size_t>(2 * i + 1)] : -1;
    };
    const Rational constant = pow(Rational(V), 1 - n), eos((n + 1) / 2, n);
    CHECK(ceiling(n, V, nope, position) == Rational(1, n));
    CHECK(ceiling(n, V, nope, even) == eos);
    CHECK(ceiling(n, V, rpe, position) == Rational(1) - (Rational(1) - Rational(1, n)) * constant);
    CHECK(ceiling(n, V, rpe, even) == Rational(1) - (Rational(1) - eos) * constant);
  }
}

TEST_CASE("urpe.synthetic-ceilings: every certificate is accepted") {
  const auto shown = require_accepted("urpe.synthetic-ceilings");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("step_the_limitation_explains_the_gap"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_one_in_n_over_the_rotations"));
  CHECK(shown.at("finding_one_order_can_be_learnt"));
  CHECK(shown.at("finding_bars_of_5_to_7_percent"));
  CHECK(shown.at("finding_weights_from_biases"));
  CHECK(shown.at("finding_two_heads_tell_the_index"));
  CHECK(shown.at("finding_rpe_reaches_its_ceiling"));
  CHECK(shown.at("finding_no_more_is_seen_without_positions"));
}
