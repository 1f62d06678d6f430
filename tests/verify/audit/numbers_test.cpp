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
  CHECK(urpe["row_sums"] == nlohmann::ordered_json({"1", "1/2"}));
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
  CHECK(urpe["heads"][1]["v"] == nlohmann::ordered_json({"1", "1/2"}));
  CHECK(urpe["heads"][1]["zero_for_earlier_tokens"] == true);
  CHECK(urpe["heads"][1]["zero_for_later_tokens"] == false);
  CHECK(urpe["heads"][2]["zero_for_later_tokens"] == true);
  CHECK(verify::audit::audit_weights({"attention", {2, 2}, {1, 0, 0, 1}}).is_null());
  CHECK_THROWS_AS(verify::audit::audit_weights({"urpe_factor", {1, 2}, {1, 1}}), InputError);
  CHECK_THROWS_AS(verify::audit::audit_weights({"slopes", {1, 1}, {1}}), InputError);
}
