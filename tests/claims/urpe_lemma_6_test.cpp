// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "constructions/draw.hpp"
#include "constructions/urpe/modified_blocks.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;
using attest::theory::Rational;

namespace {

using Entries = std::vector<Rational>;

Rational range(const Entries& x) {
  return *std::max_element(x.begin(), x.end()) - *std::min_element(x.begin(), x.end());
}

// All vectors of length n over 1/2, 1, ..., 5/2: positive, with the window (1, 3) around a part of them.
std::vector<Entries> grid(std::size_t n) {
  std::vector<Entries> all = {{}};
  while (all.front().size() < n) {
    std::vector<Entries> longer;
    for (const Entries& x : all) {
      for (long k = 1; k <= 5; ++k) {
        longer.push_back(x);
        longer.back().push_back(Rational(k, 2));
      }
    }
    all = std::move(longer);
  }
  return all;
}

// Whether two positive inputs agree in first entry, greatest entry and sum, with x_1 in (1, 3), and not in their range.
bool two_look_alike(std::size_t n) {
  std::map<std::vector<std::string>, std::set<std::string>> ranges;
  for (const Entries& x : grid(n)) {
    if (!(Rational(1) < x[0] && x[0] < Rational(3))) continue;
    Rational sum;
    for (const Rational& e : x) sum += e;
    ranges[{x[0].to_string(), std::max_element(x.begin(), x.end())->to_string(), sum.to_string()}].insert(
        range(x).to_string());
  }
  return std::any_of(ranges.begin(), ranges.end(), [](const auto& entry) { return entry.second.size() > 1; });
}

}  // namespace

TEST_CASE("urpe.lemma-6: printed blocks confuse inputs from n = 3 on") {
  CHECK_FALSE(two_look_alike(2));
  CHECK(two_look_alike(3));
}

// Eqs. 13 and 14 by hand, d = 1, against the two-head block, for windows whose ends no row sits on.
TEST_CASE("urpe.lemma-6: the repaired block shifts by the range, and by parts of it at the ends") {
  attest::constructions::Draw draw(104);
  for (int trial = 0; trial < 200; ++trial) {
    const long n = draw.integer(1, 6);
    Entries x = draw.vector(n);
    const Rational b = draw.rational(), c = b + Rational(draw.integer(1, 9), 3), a = draw.rational();
    Rational mean;
    for (const Rational& e : x) mean += e / Rational(n);
    const auto shifted =
        attest::theory::modified_block(attest::constructions::selective_shift_block({1}, a, b, c),
                                       attest::theory::Matrix<Rational>::from_function(
                                           {x.size(), 1}, [&](std::size_t i, std::size_t) { return x[i]; }));
    for (std::size_t i = 0; i < x.size(); ++i) {
      Rational expected = x[i];
      if (b < x[i] && x[i] < c) expected += a * range(x);
      if (x[i] == b) expected += a * (mean - *std::min_element(x.begin(), x.end()));
      if (x[i] == c) expected += a * (*std::max_element(x.begin(), x.end()) - mean);
      CHECK(shifted(i, 0) == expected);
    }
  }
}

TEST_CASE("urpe.lemma-6: every certificate is accepted") {
  const auto shown = require_accepted("urpe.lemma-6");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("finding_two_tokens_are_confused"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_the_first_rule_serves_too"));
  CHECK(!shown.at("finding_one_for_each_serves_too"));
  CHECK(!shown.at("finding_the_ends_are_left_alone"));
  CHECK(shown.at("finding_exact_on_a_grid"));
  CHECK(!shown.at("finding_one_head_is_enough"));
  CHECK(shown.at("finding_c_is_lost"));
  CHECK(shown.at("finding_only_zero_differs"));
}
