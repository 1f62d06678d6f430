// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "constructions/urpe/modified_blocks.hpp"
#include "tests/claims/accepted.hpp"

using attest::constructions::Draw;
using attest::constructions::read_out;
using attest::constructions::read_out_in_place;
using attest::constructions::Readout;
using attest::tests::require_accepted;
using attest::theory::Matrix;
using attest::theory::Rational;

namespace {

Rational read(const std::vector<attest::theory::ModifiedBlock>& blocks, const Rational& t) {
  return modified_network(blocks, Matrix<Rational>{{t}})(0, 0);
}

// d = 1: the values x become the values y.
std::vector<Readout> table(const std::vector<Rational>& x, const std::vector<Rational>& y) {
  std::vector<Readout> rows;
  for (std::size_t k = 0; k < x.size(); ++k) rows.push_back({{x[k]}, {y[k]}});
  return rows;
}

}  // namespace

TEST_CASE("urpe.lemma-11: every permutation of four values is read out, in place only some") {
  const std::vector<Rational> x = {0, 1, Rational(3, 2), 5};
  std::vector<std::size_t> order = {0, 1, 2, 3};
  long in_place = 0, all = 0;
  do {
    std::vector<Rational> y;
    for (const std::size_t k : order) y.push_back(x[k]);
    const auto blocks = read_out(table(x, y), {1}), without_departure = read_out_in_place(table(x, y), {1});
    bool every_row = true;
    for (std::size_t k = 0; k < x.size(); ++k) {
      CHECK(read(blocks, x[k]) == y[k]);
      every_row = every_row && read(without_departure, x[k]) == y[k];
    }
    // In place, in this order, row k lands in a window that is still to come exactly if y_k = x_l with l > k.
    bool expected = true;
    for (std::size_t k = 0; k < x.size(); ++k) expected = expected && order[k] <= k;
    CHECK(every_row == expected);
    in_place += every_row ? 1 : 0;
    ++all;
  } while (std::next_permutation(order.begin(), order.end()));
  CHECK(all == 24);
  CHECK(in_place == 1);  // the identity
}

TEST_CASE("urpe.lemma-11: rows of several columns, with values that are close or of either sign") {
  Draw draw(105);
  for (int trial = 0; trial < 40; ++trial) {
    const long d = draw.integer(1, 3), count = draw.integer(1, 6);
    auto z = draw.vector(d);
    z[0] = draw.integer(1, 3);
    std::vector<Readout> rows;
    for (const Rational& value : draw.distinct_vector(count)) {
      auto from = draw.vector(d);
      from[0] = Rational(0);
      from[0] = (value / Rational(1000000) - dot(from, z)) / z[0];
      rows.push_back({from, draw.vector(d)});
    }
    const auto blocks = read_out(rows, z);
    CHECK(blocks.size() == rows.size() + 1);
    for (const auto& block : blocks) {
      CHECK_NOTHROW(attest::theory::require_modified_block(block, static_cast<std::size_t>(d)));
    }
    for (const Readout& row : rows) {
      CHECK(modified_network(blocks, Matrix<Rational>::from_rows({row.from})) == Matrix<Rational>::from_rows({row.to}));
    }
  }
}

TEST_CASE("urpe.lemma-11: a table with equal values, or an empty one, cannot be read out") {
  CHECK_THROWS_AS(read_out(table({1, 1}, {0, 1}), {1}), std::invalid_argument);
  CHECK_THROWS_AS(read_out({}, {1}), std::invalid_argument);
}

TEST_CASE("urpe.lemma-11: every certificate is accepted") {
  const auto shown = require_accepted("urpe.lemma-11");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_one_block_more_than_values"));
  CHECK(shown.at("finding_moved_rows_stay"));
  CHECK(!shown.at("finding_one_block_for_each_value"));
  CHECK(!shown.at("finding_any_mapping_can_be_read_out"));
}
