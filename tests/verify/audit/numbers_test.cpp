// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "theory/error.hpp"
#include "verify/audit/audit.hpp"

namespace {

using namespace attest;
using theory::Rational;
using verify::audit::RationalArray;

RationalArray matrix(std::vector<Rational> values, std::size_t n) { return {"A", {n, n}, std::move(values)}; }

}  // namespace

TEST_CASE("a matrix is judged by its exact row sums") {
  const Rational half(1, 2), third(1, 3);
  const auto causal = verify::audit::audit_matrix(matrix({1, 0, half, half}, 2));
  CHECK(causal["right_stochastic"] == true);
  CHECK(causal["row_sums_all_equal"] == true);
  CHECK(causal["no_weight_on_later_tokens"] == true);
  CHECK(causal["toeplitz"] == false);
  const auto urpe = verify::audit::audit_matrix(matrix({half, half, 0, half}, 2));
  CHECK(urpe["right_stochastic"] == false);
  CHECK(urpe["row_sums"] == nlohmann::ordered_json({1, "1/2"}));
  CHECK(urpe["row_sums_distinct"] == true);
  CHECK(urpe["no_weight_on_later_tokens"] == false);
  CHECK(urpe["toeplitz"] == true);
  CHECK(urpe["largest_deviation_of_a_row_sum_from_1"] == "1/2");
  const auto differential = verify::audit::audit_matrix(matrix({2, -1, third, third + third}, 2));
  CHECK(differential["a_negative_entry"] == true);
  CHECK(differential["right_stochastic"] == false);
  CHECK(differential["row_sums_all_equal"] == true);
  // Thirds in double do not sum to 1, and no tolerance hides that.
  const Rational rounded = Rational::from_double(1.0 / 3);
  CHECK(verify::audit::audit_matrix(matrix(std::vector<Rational>(9, rounded), 3))["right_stochastic"] == false);
  CHECK_THROWS_AS(verify::audit::audit_matrix({"A", {1, 2}, {0, 1}}), InputError);
  CHECK_THROWS_AS(verify::audit::audit_matrix({"A", {0, 0}, {}}), InputError);
}

TEST_CASE("trained weights are recognized by their names") {
  const auto t5 = verify::audit::audit_weights(
      {"file: encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight", {3, 2}, {1, 5, 2, 5, 1, 5}});
  CHECK(t5["kind"] == "t5");
  CHECK(t5["heads"][0]["constant"] == false);
  CHECK(t5["heads"][0]["distinct_buckets"] == 2);
  CHECK(t5["heads"][1]["constant"] == true);
  const auto alibi = verify::audit::audit_weights({"slopes", {2}, {Rational(1, 2), 0}});
  CHECK(alibi["heads"][0]["prefers_near_tokens"] == true);
  CHECK(alibi["heads"][1]["sees_distances"] == false);
  const auto urpe = verify::audit::audit_weights({"urpe_factor", {3, 3}, {1, 1, 1, 1, 1, 0, 0, 1, 0}});
  CHECK(urpe["heads"][0]["right_stochastic"] == true);
  CHECK(urpe["heads"][0]["position_aware_with_uniform_attention"] == false);
  CHECK(urpe["heads"][1]["position_aware_with_uniform_attention"] == true);
  CHECK(urpe["heads"][1]["v"] == nlohmann::ordered_json({1, "1/2"}));
  CHECK(urpe["heads"][1]["zero_for_earlier_tokens"] == true);
  CHECK(urpe["heads"][1]["zero_for_later_tokens"] == false);
  CHECK(urpe["heads"][2]["zero_for_later_tokens"] == true);
  CHECK(verify::audit::audit_weights({"attention", {2, 2}, {1, 0, 0, 1}}).is_null());
  CHECK_THROWS_AS(verify::audit::audit_weights({"urpe_factor", {1, 2}, {1, 1}}), InputError);
  CHECK_THROWS_AS(verify::audit::audit_weights({"slopes", {1, 1}, {1}}), InputError);
}

namespace {

using verify::audit::Interval;
using Intervals = theory::Matrix<Interval>;

Intervals exactly(const std::vector<std::vector<Rational>>& rows) {
  return Intervals::from_function({rows.size(), rows.front().size()}, [&](std::size_t i, std::size_t j) {
    return Interval{rows[i][j], rows[i][j]};
  });
}

// 2^((y_i - c) y_j), each row divided by its sum.
std::vector<std::vector<Rational>> attentive(const std::vector<long>& y, long c) {
  std::vector<std::vector<Rational>> rows;
  for (long query : y) {
    Rational sum = 0;
    rows.emplace_back();
    for (long key : y) {
      rows.back().push_back(pow(Rational(2), (query - c) * key));
      sum += rows.back().back();
    }
    for (Rational& weight : rows.back()) weight = weight / sum;
  }
  return rows;
}

}  // namespace

TEST_CASE("whether a matrix is that of the attentive condition") {
  using theory::Truth;
  using verify::audit::is_attentive;
  const Rational half(1, 2), third(1, 3), quarter(1, 4);
  for (long c : {0, 1, 5}) {
    const auto rows = attentive({1, 0, 3, -2}, c);
    CHECK(is_attentive(exactly(rows)) == Truth::yes);
    auto moved = rows;  // another row of the same sum
    std::swap(moved[2][1], moved[2][2]);
    CHECK(is_attentive(exactly(moved)) == Truth::no);
  }
  CHECK(is_attentive(exactly(std::vector(3, std::vector<Rational>(3, third)))) == Truth::yes);
  // All rows alike but not uniform: y is constant, and then so are the scores.
  CHECK(is_attentive(exactly({{third, third + third}, {third, third + third}})) == Truth::no);
  CHECK(is_attentive(exactly({{third, third + third}, {quarter, half + quarter}})) == Truth::yes);
  CHECK(is_attentive(exactly({{third, third + third}, {half, half}})) == Truth::no);  // the square of a number below 0
  CHECK(is_attentive(exactly({{1, 0}, {half, half}})) == Truth::no);
  CHECK(is_attentive(exactly({{half, third}, {half, half}})) == Truth::no);
  // What is known within 2^-40 alone is not known to be so, but may be known not to be.
  const Rational radius = pow(Rational(2), -40);
  const auto around = [&](const std::vector<std::vector<Rational>>& rows) {
    return exactly(rows).map([&](const Interval& x) { return Interval{x.lo - radius, x.hi + radius}; });
  };
  CHECK(is_attentive(around(attentive({1, 0, 3}, 1))) == Truth::unknown);
  CHECK(is_attentive(
            around({{half, quarter, quarter}, {quarter, half, quarter}, {quarter, third, third + third - quarter}})) ==
        Truth::no);
}

TEST_CASE("a computed matrix: what its intervals leave open is null") {
  const Rational half(1, 2), third(1, 3);
  const auto exact = verify::audit::audit_intervals("head 1", exactly({{half, half, 0}, {third, third, third}}));
  CHECK(exact["right_stochastic"] == true);
  CHECK(exact["keys"] == 3);
  CHECK_FALSE(exact.contains("attentive"));
  CHECK(exact["row_sums"] == nlohmann::ordered_json({1, 1}));
  Intervals open = exactly({{half, half}, {0, 1}});
  open(0, 0).hi = Rational(2, 3);
  open(0, 1).lo = third;
  open(1, 0).lo = Rational(-1);
  const auto unknown = verify::audit::audit_intervals("head 1", open);
  CHECK(unknown["right_stochastic"].is_null());
  CHECK(unknown["a_negative_entry"].is_null());
  CHECK(unknown["no_weight_on_later_tokens"] == false);
  CHECK(unknown["row_sums"][0]["lo"] == "5/6");  // a string only where JSON has no such number
  CHECK(unknown["row_sums"][1]["lo"] == 0);
  CHECK(unknown["row_sums"][1]["hi"] == 1);
  open(1, 0).hi = Rational(-1, 2);
  CHECK(verify::audit::audit_intervals("head 1", open)["a_negative_entry"] == true);
  CHECK(verify::audit::audit_intervals("head 1", open)["right_stochastic"] == false);
}
