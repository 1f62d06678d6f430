// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <catch2/catch.hpp>
#include <map>

#include "constructions/srpe/process_chains.hpp"
#include "tests/claims/accepted.hpp"

using attest::constructions::process_class;
using attest::constructions::process_optimum;
using attest::constructions::TwoStateChain;
using attest::tests::require_accepted;
using attest::theory::Rational;

namespace {

// Another route: walk along the sequence, state by state, and keep for each count of the four transitions the total
// probability of the prefixes that have it. No sequences are counted and no runs looked at.
using Counts = std::array<long, 6>;  // first state, last state, and how often 00, 01, 10, 11 occurred

std::map<Counts, Rational> walk(const TwoStateChain& chain, long T) {
  std::map<Counts, Rational> now = {{{0, 0, 0, 0, 0, 0}, Rational(2, 3)}, {{1, 1, 0, 0, 0, 0}, Rational(1, 3)}};
  for (long t = 1; t < T; ++t) {
    std::map<Counts, Rational> next;
    for (const auto& [counts, probability] : now) {
      for (long state = 0; state <= 1; ++state) {
        const Rational leave = counts[1] == 0 ? chain.from0 : chain.from1;
        Counts after = counts;
        after[1] = state;
        ++after[static_cast<std::size_t>(2 + 2 * counts[1] + state)];
        next[after] += probability * (state == counts[1] ? Rational(1) - leave : leave);
      }
    }
    now = std::move(next);
  }
  return now;
}

}  // namespace

TEST_CASE("srpe.process: the optimum by dynamic programming over transition counts") {
  for (long T : {1L, 2L, 3L, 7L, 20L, 50L}) {
    INFO("T = " << T);
    const auto p = walk(process_class(1), T), q = walk(process_class(2), T);
    Rational any_rule = 0, order_blind = 0;
    std::map<long, std::pair<Rational, Rational>> by_ones;
    for (const auto& [counts, probability] : p) {
      any_rule += max(probability, q.at(counts));
      // Ones: the transitions into 1, and the start.
      auto& sums = by_ones[counts[0] + counts[3] + counts[5]];
      sums.first += probability;
      sums.second += q.at(counts);
    }
    for (const auto& [ones, sums] : by_ones) order_blind += max(sums.first, sums.second);
    CHECK(process_optimum(T).any_rule == any_rule / Rational(2));
    CHECK(process_optimum(T).order_blind == order_blind / Rational(2));
  }
}

TEST_CASE("srpe.process: every certificate is accepted") {
  const auto shown = require_accepted("srpe.process");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_table_1"));
  CHECK(shown.at("finding_closed_forms_at_50"));
  CHECK(shown.at("finding_closed_forms"));
  CHECK(shown.at("finding_values"));
  CHECK(shown.at("finding_neighbours_suffice"));
  CHECK(!shown.at("finding_without_order_it_is_chance"));
  CHECK(!shown.at("finding_order_helps_from_two_elements_on"));
  CHECK(shown.at("finding_order_helps_from_four_elements_on"));
  CHECK(shown.at("finding_non_pe_is_no_chance"));
  CHECK(shown.at("finding_repeats_are_rare"));
}
