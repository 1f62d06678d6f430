// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/registry.hpp"

namespace attest::kernels {

/// Sizes, terms and mask of a problem of Positional Attention.
struct PositionalShape {
  std::int64_t batches = 1, heads = 1, queries = 1, keys = 1, width = 0, value_width = 1;
  attest_term_kind bias = ATTEST_TERM_NONE, factor = ATTEST_TERM_NONE;
  attest_mask_kind mask = ATTEST_MASK_NONE;
  std::int64_t diagonal = 0;
};

/// Such a problem with its numbers: query, key and terms the same for all batches, outputs between guards.
template <typename T>
struct PositionalCase {
  static constexpr std::int64_t kGuard = 32;
  static constexpr int kBuckets = 5;
  static constexpr T kUntouched = static_cast<T>(12345.5);

  PositionalShape s;
  double scale = 1;
  std::vector<T> query, key, value, bias, factor;
  std::vector<std::int32_t> bucket;
  std::vector<std::uint8_t> mask;
  std::vector<T> output, row_sum, log_sum_exp;

  PositionalCase() = default;

  /// All numbers random in [-1, 1), those of the bias in [-spread, spread).
  PositionalCase(const PositionalShape& shape, unsigned seed, double spread = 2) : s(shape) {
    std::mt19937 random(seed);
    const auto number = [&](double most) {
      return static_cast<T>(most * (static_cast<double>(random() % 65536) / 32768 - 1));
    };
    const auto fill = [&](std::vector<T>& to, std::int64_t count, double most) {
      for (std::int64_t i = 0; i < count; ++i) to.push_back(number(most));
    };
    scale = s.width > 0 ? 1 / std::sqrt(static_cast<double>(s.width)) : 1;
    fill(query, s.heads * s.queries * s.width, 1);
    fill(key, s.heads * s.keys * s.width, 1);
    fill(value, s.batches * s.heads * s.keys * s.value_width, 1);
    fill(bias, numbers(s.bias), spread);
    fill(factor, numbers(s.factor), 1);
    if (s.bias == ATTEST_TERM_BUCKETS)
      for (std::int64_t i = 0; i < family(); ++i) bucket.push_back(static_cast<std::int32_t>(random() % kBuckets));
    if (s.mask == ATTEST_MASK_BYTES)
      for (std::int64_t i = 0; i < s.heads * s.queries * s.keys; ++i)
        mask.push_back(static_cast<std::uint8_t>(random() % 3 * (i / std::max<std::int64_t>(s.keys, 1) % 7 != 3)));
  }

  std::int64_t family() const { return s.queries + s.keys > 0 ? s.queries + s.keys - 1 : 0; }
  std::int64_t outputs() const { return s.batches * s.heads * s.queries * s.value_width; }
  std::int64_t rows() const { return s.batches * s.heads * s.queries; }

  std::int64_t numbers(attest_term_kind kind) const {
    switch (kind) {
      case ATTEST_TERM_TOEPLITZ:
        return s.heads * family();
      case ATTEST_TERM_DENSE:
        return s.heads * s.queries * s.keys;
      case ATTEST_TERM_ALIBI:
        return s.heads;
      case ATTEST_TERM_BUCKETS:
        return s.heads * kBuckets;
      default:
        return 0;
    }
  }

  attest_term term(attest_term_kind kind, std::vector<T>& numbers) {
    attest_term t{};
    t.kind = kind;
    t.values.data = numbers.data();
    t.values.head = kind == ATTEST_TERM_TOEPLITZ ? family() : kind == ATTEST_TERM_DENSE ? s.queries * s.keys : 1;
    t.values.row = kind == ATTEST_TERM_DENSE ? s.keys : 0;
    if (kind == ATTEST_TERM_BUCKETS) {
      t.values.row = s.heads;
      t.buckets = kBuckets;
      t.bucket = bucket.data();
    }
    return t;
  }

  attest_problem problem() {
    attest_problem p{};
    p.struct_size = sizeof p;
    p.operation = ATTEST_POSITIONAL;
    p.dtype = sizeof(T) == 8 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
    p.batches = s.batches, p.heads = s.heads, p.queries = s.queries, p.keys = s.keys;
    p.width = s.width, p.value_width = s.value_width;
    p.scale = scale;
    p.query = {query.data(), 0, s.queries * s.width, s.width};
    p.key = {key.data(), 0, s.keys * s.width, s.width};
    p.value = {value.data(), s.heads * s.keys * s.value_width, s.keys * s.value_width, s.value_width};
    p.bias = term(s.bias, bias);
    p.factor = term(s.factor, factor);
    p.mask_kind = s.mask;
    p.diagonal = s.diagonal;
    if (s.mask == ATTEST_MASK_BYTES) p.mask = {mask.data(), 0, s.queries * s.keys, s.keys};
    const auto guarded = [](std::vector<T>& to, std::int64_t count) {
      to.assign(static_cast<std::size_t>(count + 2 * kGuard), kUntouched);
      return to.data() + kGuard;
    };
    p.output = {guarded(output, outputs()), s.heads * s.queries * s.value_width, s.queries * s.value_width,
                s.value_width};
    p.row_sum = {guarded(row_sum, rows()), s.heads * s.queries, s.queries, 0};
    p.log_sum_exp = {guarded(log_sum_exp, rows()), s.heads * s.queries, s.queries, 0};
    return p;
  }

  void run(const std::string& name, int threads = 1) {
    const attest_problem p = problem();
    std::string why, ran;
    const attest_status status = run_problem(p, name, threads, why, &ran);
    INFO(name << ": " << why);
    REQUIRE(status == ATTEST_OK);
    REQUIRE(ran == name);
    for (const std::vector<T>* out : {&output, &row_sum, &log_sum_exp})
      for (std::int64_t i = 0; i < kGuard; ++i)
        REQUIRE(((*out)[i] == kUntouched && (*out)[out->size() - 1 - i] == kUntouched));
  }

  PositionalCase<double> widened() const {
    PositionalCase<double> w;
    w.s = s;
    w.scale = scale;
    const auto copy = [](const std::vector<T>& from) { return std::vector<double>(from.begin(), from.end()); };
    w.query = copy(query), w.key = copy(key), w.value = copy(value), w.bias = copy(bias), w.factor = copy(factor);
    w.bucket = bucket, w.mask = mask;
    return w;
  }

  double term_at(attest_term_kind kind, const std::vector<T>& numbers, std::int64_t head, std::int64_t i,
                 std::int64_t j, double absent) const {
    switch (kind) {
      case ATTEST_TERM_TOEPLITZ:
        return numbers[head * family() + i - j + s.keys - 1];
      case ATTEST_TERM_DENSE:
        return numbers[(head * s.queries + i) * s.keys + j];
      case ATTEST_TERM_ALIBI:
        return -numbers[head] * std::abs(static_cast<double>(i - j));
      case ATTEST_TERM_BUCKETS:
        return numbers[bucket[i - j + s.keys - 1] * s.heads + head];
      default:
        return absent;
    }
  }

  bool visible(std::int64_t head, std::int64_t i, std::int64_t j) const {
    if (s.mask == ATTEST_MASK_BYTES) return mask[(head * s.queries + i) * s.keys + j] != 0;
    return s.mask == ATTEST_MASK_NONE || j <= i + s.diagonal;
  }

  /// The Euclidean norm of row i of A .* C, for width = 0.
  double weight_norm(std::int64_t head, std::int64_t i) const {
    double most = -std::numeric_limits<double>::infinity(), sum = 0, squares = 0;
    const auto score = [&](std::int64_t j) { return term_at(s.bias, bias, head, i, j, 0); };
    for (std::int64_t j = 0; j < s.keys; ++j)
      if (visible(head, i, j)) most = std::max(most, score(j));
    for (std::int64_t j = 0; j < s.keys; ++j) {
      if (!visible(head, i, j)) continue;
      const double weight = std::exp(score(j) - most);
      sum += weight;
      squares += std::pow(weight * term_at(s.factor, factor, head, i, j, 1), 2);
    }
    return sum > 0 ? std::sqrt(squares) / sum : 0;
  }

  /// The Euclidean norm of column c of V over the keys that row i sees.
  double value_norm(std::int64_t batch, std::int64_t head, std::int64_t i, std::int64_t c) const {
    double squares = 0;
    for (std::int64_t j = 0; j < s.keys; ++j)
      if (visible(head, i, j))
        squares += std::pow(value[((batch * s.heads + head) * s.keys + j) * s.value_width + c], 2);
    return std::sqrt(squares);
  }

  /// The greatest error of a score, and of a score less its row's greatest, in arithmetic of unit u: the product of
  /// width terms, scale, B; then the difference. |scores| are at most `size`.
  double score_error(double u) const {
    double size = 0;
    for (T b : bias) size = std::max(size, std::abs(static_cast<double>(b)));
    if (s.bias == ATTEST_TERM_ALIBI) size *= static_cast<double>(std::max(s.queries, s.keys));
    double q = 0, k = 0;
    for (T x : query) q = std::max(q, std::abs(static_cast<double>(x)));
    for (T x : key) k = std::max(k, std::abs(static_cast<double>(x)));
    size += std::abs(scale) * static_cast<double>(s.width) * q * k;
    return (static_cast<double>(s.width) + 6) * u * size;
  }
};

/// Runs a kernel and holds it to the scalar one in float64 on the same numbers. Each weight is off by e^(2 score_error)
/// and some 4u, each sum of n terms by n u of its terms' magnitudes; the reference has the same error in float64.
/// norm_relative: what METHOD_FFT adds, see docs/numerics/positional_fft.md.
template <typename T>
void compare_with_scalar(PositionalCase<T>& kernel, const std::string& name, double norm_relative = 0,
                         int threads = 1) {
  kernel.run(name, threads);
  PositionalCase<double> exact = kernel.widened(), sizes = exact;
  exact.run("positional_float64_scalar");
  for (std::vector<double>* v : {&sizes.value, &sizes.factor})
    for (double& x : *v) x = std::abs(x);
  sizes.run("positional_float64_scalar");

  const auto& s = kernel.s;
  const double unit = std::numeric_limits<T>::epsilon() / 2,
               reference_unit = std::numeric_limits<double>::epsilon() / 2;
  const auto relative = [&](double u) {
    return std::expm1(2 * kernel.score_error(u) + (2 * static_cast<double>(s.keys) + 20) * u);
  };
  const double share = relative(unit) + relative(reference_unit);
  const double tiny = static_cast<double>(std::numeric_limits<T>::min()) * static_cast<double>(s.keys + 1) * 4;
  for (std::int64_t row = 0; row < kernel.rows(); ++row) {
    const std::int64_t at = PositionalCase<T>::kGuard + row;
    const std::int64_t i = row % s.queries, head = row / s.queries % s.heads, batch = row / s.queries / s.heads;
    double row_norm = -1;  // when it is needed
    for (std::int64_t c = 0; c < s.value_width; ++c) {
      const std::int64_t o = PositionalCase<T>::kGuard + row * s.value_width + c;
      const double error = std::abs(static_cast<double>(kernel.output[o]) - exact.output[o]);
      double bound = share * sizes.output[o] + tiny;
      if (norm_relative > 0 && !(error <= bound)) {
        if (row_norm < 0) row_norm = exact.weight_norm(head, i);
        bound += norm_relative * row_norm * exact.value_norm(batch, head, i, c);
      }
      INFO(name << ": row " << row << ", column " << c << " of " << s.batches << " x " << s.heads << " x " << s.queries
                << " x " << s.keys << ", width " << s.width << ", value_width " << s.value_width << ", bias "
                << term_name(s.bias) << ", factor " << term_name(s.factor) << ", mask " << mask_name(s.mask));
      REQUIRE(error <= bound);
    }
    INFO(name << ": row " << row);
    REQUIRE(std::abs(static_cast<double>(kernel.row_sum[at]) - exact.row_sum[at]) <= share * sizes.row_sum[at] + tiny);
    if (std::isinf(exact.log_sum_exp[at]))
      REQUIRE(static_cast<double>(kernel.log_sum_exp[at]) == exact.log_sum_exp[at]);
    else
      REQUIRE(std::abs(static_cast<double>(kernel.log_sum_exp[at]) - exact.log_sum_exp[at]) <=
              share + 4 * unit * std::abs(exact.log_sum_exp[at]));
  }
}

}  // namespace attest::kernels
