// SPDX-License-Identifier: Apache-2.0
// The Fourier kernels of Positional Attention and their transforms.
#include <catch2/catch.hpp>
#include <complex>
#include <cstring>
#include <numbers>

#include "kernels/cpu.hpp"
#include "kernels/cpu/shared_weights/engine.hpp"
#include "tests/kernels/positional_case.hpp"

using namespace attest::kernels;

namespace {

template <typename T>
const std::string kFft = sizeof(T) == 8 ? "positional_float64_fft" : "positional_float32_fft";

bool here() {
  if (!cpu().avx2) WARN("skipped: this processor has no avx2");
  return cpu().avx2;
}

struct Transforms {
  const char* name;
  bool here;
  const shared_weights::Engine<double>* code;
};

/// Calls body(case) for shapes long enough that transforms pay, square and not, under masks.
template <typename T, typename Body>
void for_shapes(attest_term_kind bias, attest_term_kind factor, const Body& body) {
  // With 256-bit registers the direct kernel holds on for longer in float32, where it has twice the transforms' lanes.
  const std::int64_t times = cpu().avx512 ? 1 : 2;
  for (attest_mask_kind mask : {ATTEST_MASK_NONE, ATTEST_MASK_CAUSAL})
    for (const auto& [queries, keys, diagonal] :
         {std::array<std::int64_t, 3>{450, 450, 0}, {401, 243, -20}, {140, 500, 360}}) {
      PositionalCase<T> some({1, 1, times * queries, times * keys, 0, 11, bias, factor, mask, times * diagonal}, 23);
      body(some);
    }
}

/// Runs the Fourier kernel; the promise holds, and the number of elements that differ in bits from the direct kernel's:
/// 0 would say that no transform was taken.
template <typename T>
std::size_t check(PositionalCase<T>& some) {
  compare_with_scalar(some, kFft<T>, shared_weights::norm_relative<T>);
  const std::vector<T> output = some.output;
  some.run(std::string(sizeof(T) == 8 ? "positional_float64_" : "positional_float32_") +
           (cpu().avx512 ? "avx512" : "avx2"));
  std::size_t differ = 0;
  for (std::size_t i = 0; i < output.size(); ++i) differ += output[i] != some.output[i];
  return differ;
}

}  // namespace

TEST_CASE("transforms against sums in long double, and back") {
  for (const Transforms& t : {Transforms{"avx2", cpu().avx2, &shared_weights::avx2_float64},
                              Transforms{"avx512", cpu().avx512, &shared_weights::avx512_float64}}) {
    if (!t.here) {
      WARN("skipped: this processor has no " << t.name);
      continue;
    }
    constexpr std::int64_t longest = 256;
    std::vector<double> roots(2 * longest);
    shared_weights::fourier_roots(longest, roots.data());
    for (std::int64_t k = 0; k < longest; ++k) {
      const long double angle = -2 * std::numbers::pi_v<long double> * static_cast<long double>(k) / longest;
      REQUIRE(std::abs(static_cast<long double>(roots[2 * k]) - std::cos(angle)) <= 0x1p-53L);
      REQUIRE(std::abs(static_cast<long double>(roots[2 * k + 1]) - std::sin(angle)) <= 0x1p-53L);
    }
    for (std::int64_t size = 1; size <= longest; size *= 2) {
      const std::int64_t lanes = t.code->signals;
      std::mt19937 random(static_cast<unsigned>(size));
      alignas(64) static double x[2 * 8 * longest];
      for (double& v : x) v = static_cast<double>(random() % 2048) / 1024 - 1;
      const std::vector<double> original(x, x + 2 * lanes * size);
      t.code->fourier_forward(roots.data(), longest, x, size);
      for (std::int64_t lane = 0; lane < lanes; ++lane) {
        long double norm = 0, error = 0;
        for (std::int64_t k = 0; k < size; ++k) {
          std::complex<long double> sum = 0;
          std::int64_t reversed = 0;
          for (std::int64_t bit = 1; bit < size; bit *= 2) reversed = 2 * reversed + ((k & bit) != 0);
          for (std::int64_t m = 0; m < size; ++m) {
            const std::complex<long double> v(original[(2 * m) * lanes + lane], original[(2 * m + 1) * lanes + lane]);
            sum += v * std::polar(1.0L, -2 * std::numbers::pi_v<long double> * static_cast<long double>(k * m % size) /
                                            static_cast<long double>(size));
          }
          norm += std::norm(sum);
          error += std::norm(
              sum - std::complex<long double>(x[2 * reversed * lanes + lane], x[(2 * reversed + 1) * lanes + lane]));
        }
        INFO(t.name << ", size " << size << ", lane " << lane);
        REQUIRE(std::sqrt(error) <= 4.25L * 0x1p-53L * std::log2(static_cast<long double>(size)) * std::sqrt(norm));
      }
      t.code->fourier_backward(roots.data(), longest, x, size);
      for (std::size_t i = 0; i < original.size(); ++i)
        REQUIRE(std::abs(x[i] / static_cast<double>(size) - original[i]) < 0x1p-46);
    }
  }
}

TEMPLATE_TEST_CASE("every relative term and mask by transforms", "", float, double) {
  if (!here()) return;
  for (attest_term_kind bias : {ATTEST_TERM_NONE, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_ALIBI, ATTEST_TERM_BUCKETS})
    for (attest_term_kind factor : {ATTEST_TERM_NONE, ATTEST_TERM_TOEPLITZ})
      for_shapes<TestType>(bias, factor, [&](PositionalCase<TestType>& some) {
        for (TestType& slope : some.bias) slope = std::abs(slope) / (bias == ATTEST_TERM_ALIBI ? 64 : 1);
        REQUIRE(check(some) > 0);
      });
}

TEMPLATE_TEST_CASE("every tail of columns, batches and rows", "", float, double) {
  if (!here()) return;
  unsigned seed = 0;
  for (const auto& [batches, value_width] : {std::array<std::int64_t, 2>{1, 0},
                                             {1, 1},
                                             {3, 3},
                                             {1, 4},
                                             {2, 7},
                                             {1, 8},
                                             {1, 9},
                                             {1, 15},
                                             {17, 2},
                                             {1, 16},
                                             {2, 17},
                                             {1, 33}}) {
    PositionalCase<TestType> some({batches, 1, 400, 401, 0, value_width, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_TOEPLITZ},
                                  ++seed);
    check(some);
  }
  for (std::int64_t queries : {256, 257, 335, 336, 337})
    for (std::int64_t keys : {255, 257, 513}) {
      PositionalCase<TestType> some({1, 1, queries, keys, 0, 2, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_NONE}, ++seed);
      check(some);
    }
}

TEMPLATE_TEST_CASE("families of many magnitudes keep the promise", "", float, double) {
  if (!here()) return;
  const auto family = [](const char* name, auto&& b, auto&& c) {
    for_shapes<TestType>(ATTEST_TERM_TOEPLITZ, ATTEST_TERM_TOEPLITZ, [&](PositionalCase<TestType>& some) {
      const auto count = static_cast<double>(some.family());
      for (std::int64_t f = 0; f < some.family(); ++f) {
        const double place = static_cast<double>(f) / count;  // i - j from the least to the greatest
        some.bias[static_cast<std::size_t>(f)] = static_cast<TestType>(b(place, f));
        some.factor[static_cast<std::size_t>(f)] = static_cast<TestType>(c(place, f));
      }
      INFO(name);
      check(some);
    });
  };
  const auto one = [](double, std::int64_t) { return 1.0; };
  const auto sign = [](double, std::int64_t f) { return f % 2 == 0 ? 1.0 : -1.0; };
  const auto zero = [](double, std::int64_t) { return 0.0; };
  family(
      "growing to +-500", [](double x, std::int64_t) { return 1000 * x - 500; }, one);
  family(
      "falling to -500", [](double x, std::int64_t) { return 500 - 1000 * x; }, sign);
  family(
      "growing slowly", [](double x, std::int64_t) { return 20 * x; }, sign);
  family(
      "one spike", [](double, std::int64_t f) { return f == 417 ? 300.0 : 0.0; }, one);
  family(
      "a spike before the first row's window under a mask", [](double x, std::int64_t) { return x > .97 ? 60. : 0.; },
      sign);
  family("alternating signs that cancel", zero, sign);
  family("a band of zeros", zero, [](double x, std::int64_t) { return x > 0.3 && x < 0.8 ? 0.0 : 1.0; });
  family("large and small factors", zero, [](double, std::int64_t f) { return f % 3 == 0 ? 1e30 : 1e-30; });
}

TEMPLATE_TEST_CASE("values of many magnitudes keep the promise", "", float, double) {
  if (!here()) return;
  for_shapes<TestType>(ATTEST_TERM_TOEPLITZ, ATTEST_TERM_NONE, [&](PositionalCase<TestType>& some) {
    const std::int64_t width = some.s.value_width;
    for (std::int64_t j = 0; j < some.s.keys; ++j) {
      const auto set = [&](std::int64_t c, double v) {
        some.value[static_cast<std::size_t>(j * width + c)] = static_cast<TestType>(v);
      };
      set(0, 0);                                // nothing
      set(1, j == some.s.keys - 1 ? 1e30 : 1);  // a late number that early rows must not feel
      set(2, j == some.s.keys / 2 ? 1 : 0);     // one-hot: 0 before it, exactly
      set(9, 1e-30 * static_cast<double>(j));   // beside column 1 in one complex number
    }
    check(some);
    for (std::int64_t i = 0; i < some.s.queries; ++i) {
      const std::size_t row = static_cast<std::size_t>(PositionalCase<TestType>::kGuard + i * width);
      if (!some.visible(0, i, some.s.keys / 2)) REQUIRE(some.output[row + 2] == 0);
      REQUIRE(some.output[row] == 0);
    }
  });
  // Weights that fall along the keys by 2^36 and values that grow as much: every key counts, the norms are those of
  // few.
  for_shapes<TestType>(ATTEST_TERM_TOEPLITZ, ATTEST_TERM_NONE, [&](PositionalCase<TestType>& some) {
    for (std::int64_t f = 0; f < some.family(); ++f)
      some.bias[static_cast<std::size_t>(f)] =
          static_cast<TestType>(std::log(2) * 36 * static_cast<double>(f) / static_cast<double>(some.s.keys));
    for (std::size_t i = 0; i < some.value.size(); ++i)
      some.value[i] *=
          static_cast<TestType>(std::exp2(36 * static_cast<double>(i) / static_cast<double>(some.value.size())));
    check(some);
  });
  // Squares that leave float64's range measure nothing: the direct method's numbers.
  PositionalCase<double> huge({1, 1, 600, 600, 0, 3, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_NONE}, 4);
  for (double& v : huge.value) v *= 1e300;
  REQUIRE(check(huge) == 0);
}

TEMPLATE_TEST_CASE("transforms of small integers come out as integers", "", float, double) {
  // Uniform A over 512 keys: sums of 512 integers / 512; the transforms' error is far below half a unit of the sum.
  if (!here()) return;
  PositionalCase<TestType> some({1, 1, 512, 512, 0, 16, ATTEST_TERM_NONE, ATTEST_TERM_TOEPLITZ}, 31);
  for (TestType& v : some.value) v = std::round(8 * v);
  for (TestType& c : some.factor) c = std::round(4 * c);
  PositionalCase<double> exact = some.widened();
  some.run(kFft<TestType>);
  exact.run("positional_float64_scalar");
  for (std::size_t i = 0; i < exact.output.size(); ++i)
    REQUIRE(std::abs(512 * (static_cast<double>(some.output[i]) - exact.output[i])) < 1e-3);
}

TEMPLATE_TEST_CASE("the Fourier kernel's bits do not depend on threads", "", float, double) {
  if (!here()) return;
  PositionalCase<TestType> some({9, 3, 400, 400, 0, 40, ATTEST_TERM_ALIBI, ATTEST_TERM_TOEPLITZ, ATTEST_MASK_CAUSAL},
                                3);
  for (TestType& slope : some.bias) slope = std::abs(slope) / 32;
  some.run(kFft<TestType>, 1);
  const std::vector<TestType> output = some.output, sums = some.row_sum, logs = some.log_sum_exp;
  for (int threads : {2, 3, 5}) {
    some.run(kFft<TestType>, threads);
    REQUIRE(std::memcmp(some.output.data(), output.data(), output.size() * sizeof(TestType)) == 0);
    REQUIRE(std::memcmp(some.row_sum.data(), sums.data(), sums.size() * sizeof(TestType)) == 0);
    REQUIRE(std::memcmp(some.log_sum_exp.data(), logs.data(), logs.size() * sizeof(TestType)) == 0);
  }
}

TEST_CASE("what the Fourier kernel does not take is refused with one line") {
  if (!here()) return;
  std::string why;
  PositionalCase<float> wide({1, 1, 300, 300, 2, 4}, 1),
      masked({1, 1, 300, 300, 0, 4, ATTEST_TERM_NONE, ATTEST_TERM_NONE, ATTEST_MASK_BYTES}, 1),
      dense({1, 1, 300, 300, 0, 4, ATTEST_TERM_DENSE}, 1);
  REQUIRE(run_problem(wide.problem(), kFft<float>, 1, why) != ATTEST_OK);
  CHECK_THAT(why, Catch::Contains("width = 0"));
  REQUIRE(run_problem(masked.problem(), kFft<float>, 1, why) != ATTEST_OK);
  CHECK_THAT(why, Catch::Contains("causal"));
  REQUIRE(run_problem(dense.problem(), kFft<float>, 1, why) != ATTEST_OK);
  CHECK_THAT(why, Catch::Contains("bias"));
  PositionalCase<float> brief({2, 1, 40, 40, 0, 64, ATTEST_TERM_ALIBI}, 1);
  REQUIRE(run_problem(brief.problem(), kFft<float>, 1, why) != ATTEST_OK);
  CHECK_THAT(why, Catch::Contains("faster"));
}

TEST_CASE("transforms are chosen where they are faster") {
  if (!here()) return;
  for (const auto& [n, isa] :
       {std::pair<std::int64_t, std::string>{40, cpu().avx512 ? "avx512" : "avx2"}, {2048, "fft"}}) {
    PositionalCase<float> some({1, 1, n, n, 0, 64, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_NONE, ATTEST_MASK_CAUSAL}, 1);
    std::string why;
    const attest_kernel* chosen = select_kernel(some.problem(), "", why);
    REQUIRE(chosen != nullptr);
    CHECK(chosen->name == "positional_float32_" + isa);
  }
}
