// SPDX-License-Identifier: Apache-2.0
// The exact result that the ladder encloses against the exact engine's semantics: rational scores, theory's softmax and
// hardmax of a row.
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>

#include "tests/verify/instances/instances.hpp"
#include "theory/attention/hardmax.hpp"
#include "verify/judge/judge.hpp"
#include "verify/judge/precise_row.hpp"
#include "verify/judge/rungs.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::judge;
using theory::Enclosure;
using theory::Matrix;
using theory::Rational;
using theory::Truth;
using theory::Vector;
using theory::Weighting;

namespace {

constexpr long precision = 300;

Rational exact(double x) { return Rational::from_double(x); }

/// Of one row, straight from the definition at the head of attest_kernel.h, by indices alone.
struct Row {
  std::vector<std::int64_t> keys;
  Vector<Rational> scores, factors;
};

double term(const Instance& in, const Term& t, std::int64_t i, std::int64_t j, double absent) {
  switch (t.kind) {
    case ATTEST_TERM_TOEPLITZ:
      return t.values[i - j + in.keys - 1];
    case ATTEST_TERM_DENSE:
      return t.values[i * in.keys + j];
    case ATTEST_TERM_BUCKETS:
      return t.values[t.bucket[static_cast<std::size_t>(i - j + in.keys - 1)]];
    default:
      return absent;
  }
}

Row row_of(const Instance& in, std::int64_t i) {
  Row row;
  for (std::int64_t j = 0; j < in.keys; ++j) {
    if (!in.visible(0, 0, i, j)) continue;
    Rational sum = 0;
    for (std::int64_t c = 0; c < in.width; ++c)
      sum += exact(in.query[i * in.width + c]) * exact(in.key[j * in.width + c]);
    sum *= exact(in.scale);
    if (in.bias.kind == ATTEST_TERM_ALIBI)
      sum -= exact(in.bias.values[0]) * Rational(static_cast<long>(i < j ? j - i : i - j));
    else
      sum += exact(term(in, in.bias, i, j, 0));
    row.keys.push_back(j);
    row.scores.push_back(sum);
    row.factors.push_back(exact(term(in, in.factor, i, j, 1)));
  }
  return row;
}

Vector<Enclosure> weights_of(const Instance& in, const Row& row) {
  Vector<Enclosure> result;
  if (in.operation == ATTEST_HARDMAX) {
    const Weighting rule = in.ties == ATTEST_TIES_UNIFORM ? Weighting::hardmax_uniform
                           : in.ties == ATTEST_TIES_FIRST ? Weighting::hardmax_first
                                                          : Weighting::hardmax_all;
    for (const Rational& w : theory::hardmax_row(row.scores, rule)) result.push_back(Enclosure(w, precision));
    return result;
  }
  const auto scores = Matrix<Enclosure>::from_function(
      {1, row.scores.size()}, [&](auto, std::size_t j) { return Enclosure(row.scores[j], precision); });
  const Matrix<Enclosure> a = theory::weights(scores, Weighting::softmax_e);
  for (std::size_t j = 0; j < row.scores.size(); ++j) result.push_back(a(0, j));
  return result;
}

void check_holds(const Expected& found, const Enclosure& truth) {
  const Enclosure middle = Enclosure(exact(found.exact.high), precision) + Enclosure(exact(found.exact.low), precision);
  CHECK((abs(middle - truth) <= Enclosure(exact(found.exact.radius), precision) +
                                    Enclosure(Rational(1) / pow(Rational(2), 250), precision)) == Truth::yes);
}

}  // namespace

TEST_CASE("the exact result is the exact engine's") {
  std::mt19937_64 random(12);
  const simd::Code& code = *simd::code("");
  int rows = 0;
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64, ATTEST_BFLOAT16, ATTEST_FLOAT16, ATTEST_FLOAT8_E4M3})
    for (int trial = 0; trial < 120; ++trial) {
      const tests::Shape shape = tests::random_shape(dtype, random);
      const Instance in = tests::random_instance(shape, random);
      const attest_error_class error = default_error_class(dtype);
      const Head head(in, 0, 0);
      const PreciseHead precise(head, error);
      const PackedHead packed(head, code, false);
      const bool is_hardmax = in.operation == ATTEST_HARDMAX;
      HardmaxRung hardmax(head, error, packed, code);
      SecondRung second(head, error, packed, code);
      Wanted all{{}, true, false};
      for (std::int64_t c = 0; c < in.value_width; ++c) all.columns.push_back(c);
      for (std::int64_t i = 0; i < in.queries; ++i) {
        const Row row = row_of(in, i);
        REQUIRE(static_cast<std::int64_t>(row.keys.size()) == head.visible_count(i));
        if (row.keys.empty()) continue;
        ++rows;
        const Vector<Enclosure> weights = weights_of(in, row);
        const ExpectedRow found = precise.row(i, all, 256);
        const std::optional<ExpectedRow> faster = is_hardmax ? hardmax.row(i, all) : second.row(i, all);
        INFO("dtype " << dtype << " trial " << trial << " operation " << in.operation << " row " << i);
        for (std::int64_t c = -1; c < in.value_width; ++c) {
          Enclosure truth(Rational(0), precision);
          for (std::size_t k = 0; k < row.keys.size(); ++k) {
            const Rational v = c < 0 ? Rational(1) : exact(in.value[row.keys[k] * in.value_width + c]);
            truth += weights[k] * Enclosure(row.factors[k] * v, precision);
          }
          const auto at = static_cast<std::size_t>(c < 0 ? 0 : c);
          check_holds(c < 0 ? *found.row_sum : found.output[at], truth);
          if (faster && std::isfinite(faster->output[0].exact.radius))
            check_holds(c < 0 ? *faster->row_sum : faster->output[at], truth);
        }
      }
    }
  CHECK(rows > 1000);
}
