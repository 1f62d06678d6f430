// SPDX-License-Identifier: Apache-2.0
// The direct kernels of Positional Attention and their parts.
#include <catch2/catch.hpp>
#include <cstring>

#include "kernels/cpu.hpp"
#include "kernels/cpu/shared_weights/engine.hpp"
#include "kernels/cpu/simd/exp.hpp"
#include "tests/kernels/positional_case.hpp"

using namespace attest::kernels;

namespace {

constexpr attest_term_kind kBiases[] = {ATTEST_TERM_NONE, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE, ATTEST_TERM_ALIBI,
                                        ATTEST_TERM_BUCKETS};
constexpr attest_term_kind kFactors[] = {ATTEST_TERM_NONE, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE};
constexpr attest_mask_kind kMasks[] = {ATTEST_MASK_NONE, ATTEST_MASK_CAUSAL, ATTEST_MASK_BYTES};

template <typename T>
struct Isa {
  const char* name;
  bool here;
  const shared_weights::Engine<T>* code;
  std::string kernel() const { return std::string("positional_float") + (sizeof(T) == 8 ? "64_" : "32_") + name; }
};

template <typename T>
std::vector<Isa<T>> every_isa() {
  if constexpr (sizeof(T) == 8)
    return {{"avx2", cpu().avx2, &shared_weights::avx2_float64},
            {"avx512", cpu().avx512, &shared_weights::avx512_float64}};
  else
    return {{"avx2", cpu().avx2, &shared_weights::avx2_float32},
            {"avx512", cpu().avx512, &shared_weights::avx512_float32}};
}

/// Those that this machine has; the others are named.
template <typename T>
std::vector<Isa<T>> isas() {
  std::vector<Isa<T>> here;
  for (const Isa<T>& isa : every_isa<T>())
    if (isa.here)
      here.push_back(isa);
    else
      WARN("skipped: this processor has no " << isa.name);
  return here;
}

}  // namespace

TEMPLATE_TEST_CASE("every term and mask", "", float, double) {
  for (const auto& isa : isas<TestType>())
    for (attest_term_kind bias : kBiases)
      for (attest_term_kind factor : kFactors)
        for (attest_mask_kind mask : kMasks)
          for (std::int64_t width : {0, 5}) {
            PositionalCase<TestType> some({2, 3, 19, 37, width, 21, bias, factor, mask, 9}, 7);
            compare_with_scalar(some, isa.kernel());
          }
}

TEMPLATE_TEST_CASE("every tail", "", float, double) {
  unsigned seed = 0;
  for (const auto& isa : isas<TestType>()) {
    for (std::int64_t queries : {0, 1, 5, 6, 7, 13, 14, 15, 96, 97, 111, 112, 113, 127})
      for (std::int64_t keys : {0, 1, 7, 9, 16, 33}) {
        PositionalCase<TestType> some({2, 1, queries, keys, 3, 5, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_TOEPLITZ}, ++seed);
        compare_with_scalar(some, isa.kernel());
      }
    for (std::int64_t value_width : {0, 1, 3, 4, 8, 15, 16, 17, 31, 32, 33, 64, 65})
      for (std::int64_t width : {1, 2, 17}) {
        PositionalCase<TestType> some({3, 2, 9, 11, width, value_width, ATTEST_TERM_NONE, ATTEST_TERM_NONE}, ++seed);
        compare_with_scalar(some, isa.kernel());
      }
    for (std::int64_t keys : {255, 256, 257, 513}) {  // blocks of the product's depth
      PositionalCase<TestType> some({2, 1, 17, keys, keys, 33, ATTEST_TERM_ALIBI, ATTEST_TERM_TOEPLITZ}, ++seed);
      compare_with_scalar(some, isa.kernel());
    }
  }
}

TEMPLATE_TEST_CASE("causal masks of every diagonal", "", float, double) {
  for (const auto& isa : isas<TestType>())
    for (std::int64_t diagonal = -40; diagonal <= 40; ++diagonal) {
      PositionalCase<TestType> some(
          {1, 1, 30, 26, 2, 3, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_TOEPLITZ, ATTEST_MASK_CAUSAL, diagonal}, 5);
      compare_with_scalar(some, isa.kernel());
    }
}

TEMPLATE_TEST_CASE("integers, on which rounding cannot occur, bit by bit", "", float, double) {
  // Scores are 0 but for hidden keys, so that A is 1 / 2^k; values and factors are small integers.
  for (const auto& isa : isas<TestType>())
    for (std::int64_t keys : {1, 2, 64, 512}) {
      PositionalCase<TestType> some({3, 2, 131, keys, 4, 37, ATTEST_TERM_NONE, ATTEST_TERM_TOEPLITZ}, 11);
      for (TestType& x : some.query) x = 0;
      for (TestType& x : some.value) x = std::round(x * 8);
      for (TestType& x : some.factor) x = std::round(x * 4);
      PositionalCase<double> exact = some.widened();
      some.run(isa.kernel());
      exact.run("positional_float64_scalar");
      REQUIRE(std::equal(some.output.begin(), some.output.end(), exact.output.begin(), exact.output.end()));
      REQUIRE(std::equal(some.row_sum.begin(), some.row_sum.end(), exact.row_sum.begin(), exact.row_sum.end()));
    }
}

TEMPLATE_TEST_CASE("the same bits for every number of threads", "", float, double) {
  for (const auto& isa : isas<TestType>()) {
    PositionalCase<TestType> some({2, 3, 300, 70, 8, 40, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE, ATTEST_MASK_BYTES},
                                  3);
    some.run(isa.kernel(), 1);
    const std::vector<TestType> output = some.output, sums = some.row_sum;
    for (int threads : {2, 3, 5}) {
      some.run(isa.kernel(), threads);
      REQUIRE(std::memcmp(some.output.data(), output.data(), output.size() * sizeof(TestType)) == 0);
      REQUIRE(std::memcmp(some.row_sum.data(), sums.data(), sums.size() * sizeof(TestType)) == 0);
    }
  }
}

TEMPLATE_TEST_CASE("strides: interleaved heads, distant rows, reversed keys", "", float, double) {
  for (const auto& isa : isas<TestType>()) {
    const PositionalShape shape{2, 3, 15, 18, 4, 32, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_NONE};
    PositionalCase<TestType> dense(shape, 17), strided = dense;
    dense.run(isa.kernel());
    for (std::int64_t gap : {0, 1000}) {  // rows that are read in place, and rows that are packed
      attest_problem p = strided.problem();
      const std::int64_t row = shape.heads * shape.value_width + gap;
      std::vector<TestType> value(static_cast<std::size_t>(shape.batches * shape.keys * row)),
          output(static_cast<std::size_t>(shape.batches * shape.queries * row), TestType{-7});
      for (std::int64_t b = 0; b < shape.batches; ++b)
        for (std::int64_t h = 0; h < shape.heads; ++h)
          for (std::int64_t j = 0; j < shape.keys; ++j)  // the last key first
            std::memcpy(&value[(b * shape.keys + shape.keys - 1 - j) * row + h * shape.value_width],
                        &dense.value[((b * shape.heads + h) * shape.keys + j) * shape.value_width],
                        static_cast<std::size_t>(shape.value_width) * sizeof(TestType));
      p.value = {value.data() + (shape.keys - 1) * row, shape.keys * row, shape.value_width, -row};
      p.output = {output.data(), shape.queries * row, shape.value_width, row};
      std::string why;
      REQUIRE(run_problem(p, isa.kernel(), 2, why) == ATTEST_OK);
      for (std::int64_t b = 0; b < shape.batches; ++b)
        for (std::int64_t h = 0; h < shape.heads; ++h)
          for (std::int64_t i = 0; i < shape.queries; ++i)
            REQUIRE(std::memcmp(&output[(b * shape.queries + i) * row + h * shape.value_width],
                                &dense.output[static_cast<std::size_t>(PositionalCase<TestType>::kGuard +
                                                                       ((b * shape.heads + h) * shape.queries + i) *
                                                                           shape.value_width)],
                                static_cast<std::size_t>(shape.value_width) * sizeof(TestType)) == 0);
      if (gap > 0) REQUIRE(output[static_cast<std::size_t>(row) - 1] == TestType{-7});
    }
  }
}

TEMPLATE_TEST_CASE("positions that differ from batch to batch are refused with one line", "", float, double) {
  PositionalCase<TestType> some({2, 1, 4, 4, 2, 2, ATTEST_TERM_DENSE, ATTEST_TERM_DENSE, ATTEST_MASK_BYTES}, 1);
  for (attest_tensor attest_problem::*part : {&attest_problem::query, &attest_problem::key, &attest_problem::mask}) {
    attest_problem p = some.problem();
    (p.*part).batch = 1;
    std::string why;
    for (const auto& isa : isas<TestType>()) {
      REQUIRE(run_problem(p, isa.kernel(), 1, why) != ATTEST_OK);
      CHECK_THAT(why, Catch::Contains("batch"));
    }
  }
}

TEMPLATE_TEST_CASE("product against sums of integers", "", float, double) {
  for (const auto& isa : isas<TestType>())
    for (std::int64_t rows : {1, 13, 14, 15, 113})
      for (std::int64_t depth : {0, 1, 255, 256, 257})
        for (std::int64_t columns : {1, 16, 31, 32, 65}) {
          std::mt19937 random(static_cast<unsigned>(rows * 1000 + depth * 10 + columns));
          const auto integers = [&](std::int64_t count) {
            std::vector<TestType> list(static_cast<std::size_t>(count));
            for (TestType& x : list) x = static_cast<TestType>(random() % 9) - 4;
            return list;
          };
          const std::vector<TestType> left = integers(rows * depth), right = integers(depth * columns);
          std::vector<TestType> out(static_cast<std::size_t>(rows * columns), TestType{0.5}),
              scratch(static_cast<std::size_t>(isa.code->product_scratch(rows)));
          isa.code->product(
              {rows, depth, columns, 1, left.data(), depth, right.data(), 0, columns, out.data(), 0, columns},
              scratch.data());
          for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t c = 0; c < columns; ++c) {
              TestType sum = 0;
              for (std::int64_t k = 0; k < depth; ++k) sum += left[i * depth + k] * right[k * columns + c];
              REQUIRE(out[static_cast<std::size_t>(i * columns + c)] == sum);
            }
        }
}

TEMPLATE_TEST_CASE("exp within the error that the kernels declare", "", float, double) {
  const long double unit = std::numeric_limits<TestType>::epsilon() / 2;
  const auto least = static_cast<long double>(std::numeric_limits<TestType>::min());
  std::vector<TestType> x{0, -std::numeric_limits<TestType>::min(), -std::numeric_limits<TestType>::infinity(),
                          -std::numeric_limits<TestType>::max()};
  const double last = sizeof(TestType) == 8 ? 760 : 110;
  for (int i = 0; i < 400000; ++i) x.push_back(static_cast<TestType>(-last * i / 400000 + (i % 7) * 1e-3 - 6e-3));
  for (int i = 0; i < 100000; ++i) x.push_back(static_cast<TestType>(-1.5 * i / 100000));
  std::vector<TestType> y(x.size());
  for (const auto& isa : isas<TestType>()) {
    isa.code->exp_of_nonpositive(x.data(), static_cast<std::int64_t>(x.size()), y.data());
    long double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const long double exact = std::exp(static_cast<long double>(x[i])), computed = y[i];
      if (exact < least)
        REQUIRE((computed >= 0 && computed <= least));
      else if (computed >= least || exact > least * (1 + simd::exp_error<TestType>))
        worst = std::max(worst, std::abs(computed - exact) / exact);
    }
    INFO(isa.name << ": " << static_cast<double>(worst / unit) << " u");
    CHECK(static_cast<double>(worst) <= simd::exp_error<TestType>);
    CHECK(worst > unit / 2);  // the comparison is not vacuous
  }
}
