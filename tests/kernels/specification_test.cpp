// SPDX-License-Identifier: Apache-2.0
// The specification on inputs on which rounding cannot occur, against results by hand.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/cpu/specification/attention.hpp"
#include "kernels/formats.hpp"
#include "kernels/problem.hpp"
#include "kernels/registry.hpp"

using namespace attest::kernels;

namespace {

/// One head of two queries and four keys, all scores 0, so that A is 1/4 everywhere (exact); value is 4, 8, 16, 32.
template <typename T>
struct Uniform {
  using Real = decltype(to_accumulator(T{}));
  std::vector<T> query = std::vector<T>(2), key = std::vector<T>(4), value, output = std::vector<T>(2);
  std::vector<Real> family, row_sum = std::vector<Real>(2), log_sum_exp = std::vector<Real>(2);
  std::vector<std::uint8_t> mask;
  attest_problem p{};

  Uniform(attest_operation operation, attest_dtype dtype) {
    for (double v : {4, 8, 16, 32}) value.push_back(round_from<T>(static_cast<Real>(v)));
    p.struct_size = sizeof p;
    p.operation = operation;
    p.dtype = dtype;
    p.batches = p.heads = 1;
    p.queries = 2, p.keys = 4, p.width = p.value_width = 1;
    p.scale = 1;
    p.query = {query.data(), 0, 0, 1};
    p.key = {key.data(), 0, 0, 1};
    p.value = {value.data(), 0, 0, 1};
    p.output = {output.data(), 2, 2, 1};
    p.row_sum = {row_sum.data(), 2, 2, 0};
    if (operation != ATTEST_HARDMAX) p.log_sum_exp = {log_sum_exp.data(), 2, 2, 0};
  }

  /// c_{i-j} for i - j = -3, ..., 1
  void factor(std::vector<Real> values) {
    family = std::move(values);
    p.factor.kind = ATTEST_TERM_TOEPLITZ;
    p.factor.values = {family.data(), 0, 5, 0};
  }

  std::vector<double> run() {
    const std::string name = std::string(operation_name(p.operation)) + "_" + dtype_name(p.dtype) + "_scalar";
    std::string why;
    REQUIRE(run_problem(p, name, 1, why) == ATTEST_OK);
    return {to_accumulator(output[0]), to_accumulator(output[1])};
  }
};

template <typename T>
void specification(attest_dtype dtype) {
  using List = std::vector<double>;
  const auto infinity = std::numeric_limits<typename Uniform<T>::Real>::infinity();

  Uniform<T> plain(ATTEST_ATTENTION, dtype);
  REQUIRE(plain.run() == List{15, 15});
  REQUIRE(plain.row_sum[0] == 1);
  REQUIRE(plain.log_sum_exp[1] == std::log(decltype(plain.log_sum_exp[1] + 0){4}));

  Uniform<T> urpe(ATTEST_URPE, dtype);
  urpe.factor({-4, 2, 1, 0, 3});  // c_{-3}, c_{-2}, c_{-1}, c_0, c_1; query 0 reads c_0, c_{-1}, c_{-2}, c_{-3}
  REQUIRE(urpe.run() == List{(0 * 4 + 1 * 8 + 2 * 16 - 4 * 32) / 4.0, (3 * 4 + 0 * 8 + 1 * 16 + 2 * 32) / 4.0});
  REQUIRE(urpe.row_sum[0] == -0.25);
  REQUIRE(urpe.row_sum[1] == 1.5);

  Uniform<T> causal(ATTEST_ATTENTION, dtype);
  causal.p.mask_kind = ATTEST_MASK_CAUSAL;
  REQUIRE(causal.run() == List{4, 6});
  causal.p.diagonal = -1;
  REQUIRE(causal.run() == List{0, 4});
  REQUIRE(causal.row_sum[0] == 0);
  REQUIRE(causal.log_sum_exp[0] == -infinity);

  Uniform<T> masked(ATTEST_ATTENTION, dtype);
  masked.mask = {0, 1, 0, 1, 0, 0, 0, 0};
  masked.p.mask_kind = ATTEST_MASK_BYTES;
  masked.p.mask = {masked.mask.data(), 0, 0, 4};
  REQUIRE(masked.run() == List{20, 0});

  Uniform<T> hard(ATTEST_HARDMAX, dtype);
  REQUIRE(hard.run() == List{15, 15});
  hard.p.ties = ATTEST_TIES_FIRST;
  REQUIRE(hard.run() == List{4, 4});
  hard.p.ties = ATTEST_TIES_ALL;
  REQUIRE(hard.run() == List{60, 60});
  REQUIRE(hard.row_sum[0] == 4);
  hard.key[2] = round_from<T>(typename Uniform<T>::Real{1});
  hard.query[1] = round_from<T>(typename Uniform<T>::Real{1});
  REQUIRE(hard.run() == List{60, 16});

  Uniform<T> alibi(ATTEST_HARDMAX, dtype);  // the greatest score is at distance 0
  alibi.family = {1};
  alibi.p.bias.kind = ATTEST_TERM_ALIBI;
  alibi.p.bias.values = {alibi.family.data(), 0, 0, 0};
  REQUIRE(alibi.run() == List{4, 8});

  Uniform<T> bucketed(ATTEST_HARDMAX, dtype);  // i - j = -3, ..., 1; the greatest for i - j = -2
  const std::vector<std::int32_t> bucket{0, 1, 0, 0, 0};
  bucketed.family = {0, 5};
  bucketed.p.bias = {ATTEST_TERM_BUCKETS, 2, bucket.data(), {bucketed.family.data(), 0, 0, 1}};
  REQUIRE(bucketed.run() == List{16, 32});

  Uniform<T> none(ATTEST_ATTENTION, dtype);
  none.p.keys = 0;
  REQUIRE(none.run() == List{0, 0});
}

}  // namespace

TEST_CASE("the specification, float64") { specification<double>(ATTEST_FLOAT64); }
TEST_CASE("the specification, float32") { specification<float>(ATTEST_FLOAT32); }
TEST_CASE("the specification, bfloat16") { specification<BFloat16>(ATTEST_BFLOAT16); }
TEST_CASE("the specification, float16") { specification<Float16>(ATTEST_FLOAT16); }

TEST_CASE("positional attention needs no queries where the width is 0") {
  Uniform<float> positional(ATTEST_POSITIONAL, ATTEST_FLOAT32);
  positional.p.width = 0;
  positional.p.query.data = positional.p.key.data = nullptr;
  REQUIRE(positional.run() == std::vector<double>{15, 15});
}
