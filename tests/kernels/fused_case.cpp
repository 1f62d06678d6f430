// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/fused_case.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <sstream>

#include "kernels/problem.hpp"
#include "kernels/registry.hpp"

namespace attest::test {

using namespace attest::kernels;

std::string FusedCase::line() const {
  std::ostringstream out;
  out << operation_name(operation) << " ties " << ties_name(ties) << " [" << batches << ' ' << heads << ' ' << queries
      << 'x' << keys << ' ' << width << ' ' << value_width << "] scale " << scale << " bias " << term_name(bias)
      << " factor " << term_name(factor) << " mask " << mask_name(mask) << " diagonal " << diagonal << " token_major "
      << token_major << " shared " << shared_keys << " reversed " << reversed_keys << " gap " << gap << " rising "
      << rising << " integers " << integers << " seed " << seed;
  return out.str();
}

template <typename T>
FusedProblem<T>::FusedProblem(const FusedCase& made) : made_(made), random_(made.seed) {
  p.struct_size = sizeof p;
  p.operation = made.operation;
  p.dtype = sizeof(T) == 8 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
  p.ties = made.ties;
  p.batches = made.batches, p.heads = made.heads, p.queries = made.queries, p.keys = made.keys;
  p.width = made.width, p.value_width = made.value_width;
  p.scale = made.scale;
  const std::int64_t key_heads = made.shared_keys ? 1 : made.heads;
  p.query = matrix(made.heads, made.queries, made.width, false, 0);
  p.key = matrix(key_heads, made.keys, made.width, made.reversed_keys, made.rising);
  p.value = matrix(key_heads, made.keys, made.value_width, made.reversed_keys, 0);
  p.bias = term(made.bias);
  p.factor = term(made.factor);
  p.mask_kind = made.mask;
  p.diagonal = made.diagonal;
  if (made.mask == ATTEST_MASK_BYTES) {
    const auto size = static_cast<std::size_t>(made.heads * made.queries * made.keys);
    auto* bytes = static_cast<std::uint8_t*>(arrays_.emplace_back(size, Guarded::Side::end).data());
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(random_() % 3 * 100);
    // A row without a visible key, and one whose first keys are hidden.
    if (size > 0) std::fill_n(bytes, made.keys, std::uint8_t{0});
    if (made.queries > 1) std::fill_n(bytes + made.keys, made.keys - made.keys / 4, std::uint8_t{0});
    p.mask = {bytes, 0, made.queries * made.keys, made.keys};
  }
  p.output = matrix(made.heads, made.queries, made.value_width, false, 0);
  const auto row_numbers = static_cast<std::size_t>(made.batches * made.heads * made.queries);
  p.row_sum = {array(row_numbers), made.heads * made.queries, made.queries, 0};
  if (made.operation != ATTEST_HARDMAX)
    p.log_sum_exp = {array(row_numbers), made.heads * made.queries, made.queries, 0};
}

template <typename T>
T* FusedProblem<T>::array(std::size_t n) {
  const Guarded::Side side = arrays_.size() % 2 == made_.seed % 2 ? Guarded::Side::begin : Guarded::Side::end;
  return static_cast<T*>(arrays_.emplace_back(n * sizeof(T), side).data());
}

template <typename T>
T FusedProblem<T>::number() {
  if (made_.integers) return static_cast<T>(static_cast<int>(random_() % 7) - 3);
  // Rounded to float, so that the case is the same in both types.
  return static_cast<T>(static_cast<float>(std::normal_distribution<double>()(random_)));
}

/// Rows of `columns` numbers in the case's layout, drawn.
template <typename T>
attest_tensor FusedProblem<T>::matrix(std::int64_t heads, std::int64_t rows, std::int64_t columns, bool reversed,
                                      double rising) {
  const std::int64_t between = columns + made_.gap;
  attest_tensor t{};
  t.row = made_.token_major ? between * heads : between;
  t.head = heads == 1 ? 0 : made_.token_major ? between : between * rows;
  t.batch = between * heads * rows;
  const std::int64_t all = made_.batches * heads * rows;
  if (all * columns == 0) return t;
  T* const begin = array(static_cast<std::size_t>(all * between - made_.gap));
  t.data = reversed ? begin + (rows - 1) * t.row : begin;
  if (reversed) t.row = -t.row;
  for (std::int64_t b = 0; b < made_.batches; ++b)
    for (std::int64_t h = 0; h < heads; ++h)
      for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t c = 0; c < columns; ++c)
          row_of<T>(t, b, h, i)[c] = number() + static_cast<T>(static_cast<float>(rising * static_cast<double>(i)));
  return t;
}

template <typename T>
attest_term FusedProblem<T>::term(std::uint32_t kind) {
  attest_term t{};
  t.kind = kind;
  const std::int64_t family = std::max<std::int64_t>(made_.queries + made_.keys - 1, 0);
  std::int64_t size = 0;
  if (kind == ATTEST_TERM_TOEPLITZ) {
    size = made_.heads * family;
    t.values.head = family;
  } else if (kind == ATTEST_TERM_DENSE) {
    size = made_.batches * made_.heads * made_.queries * made_.keys;
    t.values.row = made_.keys, t.values.head = made_.queries * made_.keys, t.values.batch = made_.heads * t.values.head;
  } else if (kind == ATTEST_TERM_ALIBI) {
    size = made_.heads;
    t.values.head = 1;
  } else if (kind == ATTEST_TERM_BUCKETS) {
    t.buckets = 5;
    size = made_.heads * t.buckets;
    t.values.head = 1, t.values.row = made_.heads;
    for (std::int64_t i = 0; i < family; ++i) bucket_.push_back(static_cast<std::int32_t>(random_() % 5));
    t.bucket = bucket_.data();
  }
  if (size == 0) return t;
  T* const values = array(static_cast<std::size_t>(size));
  for (std::int64_t i = 0; i < size; ++i) values[i] = number();
  t.values.data = values;
  return t;
}

template <typename T>
void FusedProblem<T>::take_magnitudes() {
  const auto absolute = [](T* x, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i) x[i] = std::abs(x[i]);
  };
  const std::int64_t key_heads = made_.shared_keys ? 1 : made_.heads;
  if (p.value_width > 0)
    for (std::int64_t b = 0; b < p.batches; ++b)
      for (std::int64_t h = 0; h < key_heads; ++h)
        for (std::int64_t j = 0; j < p.keys; ++j) absolute(row_of<T>(p.value, b, h, j), p.value_width);
  const attest_term& c = p.factor;
  if (c.kind == ATTEST_TERM_TOEPLITZ && p.queries * p.keys > 0)
    absolute(static_cast<T*>(c.values.data), p.heads * (p.queries + p.keys - 1));
  if (c.kind == ATTEST_TERM_DENSE) absolute(static_cast<T*>(c.values.data), p.batches * p.heads * p.queries * p.keys);
}

template <typename T>
void FusedProblem<T>::blank() {
  const std::int64_t rows = p.batches * p.heads * p.queries, between = made_.value_width + made_.gap;
  if (p.output.data != nullptr) std::fill_n(static_cast<T*>(p.output.data), rows * between - made_.gap, T{77});
  for (std::int64_t b = 0; b < p.batches; ++b)
    for (std::int64_t h = 0; h < p.heads; ++h)
      for (std::int64_t i = 0; i < p.queries; ++i) {
        constexpr T nan = std::numeric_limits<T>::quiet_NaN();
        std::fill_n(row_of<T>(p.output, b, h, i), p.value_width, nan);
        row_of<T>(p.row_sum, b, h, 0)[i] = nan;
        if (p.log_sum_exp.data != nullptr) row_of<T>(p.log_sum_exp, b, h, 0)[i] = nan;
      }
}

template <typename T>
bool FusedProblem<T>::gaps_intact() const {
  if (made_.gap == 0 || p.output.data == nullptr) return true;
  const std::int64_t rows = p.batches * p.heads * p.queries, between = made_.value_width + made_.gap;
  for (std::int64_t i = 0; i + 1 < rows; ++i)
    for (std::int64_t c = made_.value_width; c < between; ++c)
      if (static_cast<const T*>(p.output.data)[i * between + c] != T{77}) return false;
  return true;
}

template <typename T>
std::vector<T> FusedProblem<T>::results() const {
  std::vector<T> all;
  for (std::int64_t b = 0; b < p.batches; ++b)
    for (std::int64_t h = 0; h < p.heads; ++h)
      for (std::int64_t i = 0; i < p.queries; ++i) {
        const T* output = row_of<T>(p.output, b, h, i);
        all.insert(all.end(), output, output + p.value_width);
        all.push_back(row_of<T>(p.row_sum, b, h, 0)[i]);
        if (p.log_sum_exp.data != nullptr) all.push_back(row_of<T>(p.log_sum_exp, b, h, 0)[i]);
      }
  return all;
}

template <typename T>
std::vector<double> FusedProblem<T>::score_magnitudes() const {
  // sum |q k| <= the sum of |q| times the greatest |k|, which suffices here and is quick.
  std::vector<double> all;
  double bias = 0;
  const attest_term& t = p.bias;
  const std::int64_t family = p.queries + p.keys - 1;
  const std::int64_t count = t.kind == ATTEST_TERM_TOEPLITZ  ? p.heads * family
                             : t.kind == ATTEST_TERM_DENSE   ? p.batches * p.heads * p.queries * p.keys
                             : t.kind == ATTEST_TERM_ALIBI   ? p.heads
                             : t.kind == ATTEST_TERM_BUCKETS ? p.heads * t.buckets
                                                             : 0;
  if (t.values.data != nullptr)
    for (std::int64_t i = 0; i < count; ++i)
      bias = std::max(bias, std::abs(static_cast<double>(static_cast<const T*>(t.values.data)[i])));
  if (t.kind == ATTEST_TERM_ALIBI) bias *= static_cast<double>(std::max(p.queries, p.keys));
  for (std::int64_t b = 0; b < p.batches; ++b)
    for (std::int64_t h = 0; h < p.heads; ++h) {
      std::vector<double> key(static_cast<std::size_t>(p.width));
      for (std::int64_t j = 0; j < p.keys && p.width > 0; ++j)
        for (std::int64_t c = 0; c < p.width; ++c)
          key[c] = std::max(key[c], std::abs(static_cast<double>(row_of<T>(p.key, b, h, j)[c])));
      for (std::int64_t i = 0; i < p.queries; ++i) {
        double sum = 0;
        for (std::int64_t c = 0; c < p.width; ++c)
          sum += std::abs(static_cast<double>(row_of<T>(p.query, b, h, i)[c])) * key[c];
        all.push_back(std::abs(p.scale) * sum + bias);
      }
    }
  return all;
}

template class FusedProblem<float>;
template class FusedProblem<double>;

namespace {

/// Runs with scratch of exactly the size asked for, filled with NaN, in guarded memory.
std::string run(const attest_kernel& kernel, const attest_problem& p, int threads) {
  const std::size_t bytes = (kernel.scratch(&p, threads) + 63) / 64 * 64;
  const Guarded scratch(bytes, Guarded::Side::end);
  char text[256] = "";
  const int status = kernel.run(&p, scratch.data(), threads, {text, sizeof text});
  return status == ATTEST_OK ? "" : "refused: " + std::string(text);
}

template <typename T>
std::vector<double> truth(const FusedCase& made, bool magnitudes) {
  FusedProblem<double> exact(made);
  if (magnitudes) exact.take_magnitudes();
  exact.blank();
  run(*find_kernel(std::string(operation_name(made.operation)) + "_float64_scalar"), exact.p, 1);
  return exact.results();
}

/// The a-priori bound of a row. With a >= |score| and all its partial sums: a score's error is at most (width + 8) u a
/// (the query times the rounded scale, width products and sums, B's rounding to its unit and its addition, the
/// difference to the reference), a weight's relative error that, exponentiated, and exp's own; every rescaling adds
/// exp's error, its argument's and a product's. Sums over keys, C, the normalization: keys + 8 roundings. All of it
/// once in the numerator and once in the denominator.
struct RowBound {
  double relative, absolute;
  RowBound(const attest_problem& p, const attest_error_class& e, double a) {
    const double u = e.accumulate,
                 rescalings = std::ceil(static_cast<double>(p.keys) / static_cast<double>(e.key_block));
    const double score = (static_cast<double>(p.width) + 8) * (u * a + e.underflow);
    const double weight = score + (1 + rescalings) * (e.exp_relative + 2 * u * a + 2 * u);
    relative = std::expm1(2 * (weight + (static_cast<double>(p.keys) + 8) * u));
    absolute = 4 * static_cast<double>(p.keys + 1) * e.underflow;
  }
};

/// Truth and bound in the float64 of the specification: their own error, some 2^-29 of a float32 kernel's bound, is
/// charged to the bound by `specification`; a float64 kernel differs from the specification by at most both bounds,
/// which have the same form.
template <typename T>
std::string hold(const attest_kernel& kernel, const FusedCase& made) {
  FusedProblem<T> problem(made);
  problem.blank();
  if (std::string why = run(kernel, problem.p, 1); !why.empty()) return why;
  if (!problem.gaps_intact()) return "wrote between the output's rows";
  const std::vector<T> computed = problem.results();
  for (const int threads : {2, 3, 5}) {
    problem.blank();
    run(kernel, problem.p, threads);
    const std::vector<T> again = problem.results();
    if (!std::equal(computed.begin(), computed.end(), again.begin(), again.end(),
                    [](T a, T b) { return std::memcmp(&a, &b, sizeof a) == 0; }))
      return "other bits with " + std::to_string(threads) + " threads";
  }

  const std::vector<double> exact = truth<T>(made, false), magnitude = truth<T>(made, true);
  const std::vector<double> scores = problem.score_magnitudes();
  const bool hardmax = made.operation == ATTEST_HARDMAX;
  const auto columns = static_cast<std::size_t>(made.value_width) + (hardmax ? 1 : 2);
  const attest_error_class specification = find_kernel("attention_float64_scalar")->error;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double found = static_cast<double>(computed[i]);
    if (found == exact[i]) continue;
    const std::size_t row = i / columns, column = i % columns;
    attest_error_class once = specification;
    once.key_block = std::max<std::int64_t>(made.keys, 1);
    const RowBound bound(problem.p, kernel.error, scores[row]), reference(problem.p, once, scores[row]);
    const double relative = bound.relative + reference.relative, u = kernel.error.accumulate;
    const bool is_log = !hardmax && column + 1 == columns;
    double allowed = relative * magnitude[i] + bound.absolute * (1 + magnitude[i]);
    if (is_log) allowed = relative + 4 * u * (std::abs(exact[i]) + scores[row]);
    // Whole numbers: only the division by the number of winners rounds, in the specification that of every weight.
    if (made.integers) allowed = 0;
    if (made.integers && made.operation == ATTEST_HARDMAX && made.ties == ATTEST_TIES_UNIFORM)
      allowed = (3 * u + (static_cast<double>(made.keys) + 3) * specification.accumulate) * magnitude[i];
    if (!(std::abs(found - exact[i]) <= allowed)) {
      std::ostringstream out;
      out.precision(17);
      out << "row " << row << " column " << column << ": " << found << ", expected " << exact[i] << " within "
          << allowed;
      return out.str();
    }
  }
  return "";
}

}  // namespace

std::string check_kernel(const attest_kernel& kernel, const FusedCase& made) {
  const std::string wrong = kernel.dtype == ATTEST_FLOAT64 ? hold<double>(kernel, made) : hold<float>(kernel, made);
  return wrong.empty() ? "" : std::string(kernel.name) + ": " + made.line() + ": " + wrong;
}

}  // namespace attest::test
