// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/half_case.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>

#include "kernels/formats.hpp"
#include "kernels/problem.hpp"
#include "kernels/registry.hpp"

namespace attest::test {

using namespace attest::kernels;

namespace {

constexpr std::uint16_t guard16 = 0x7fc3;  // NaN in both formats
constexpr std::uint32_t guard32 = 0x7fc0beef;
constexpr std::int32_t bucket_count = 5;

}  // namespace

std::string HalfCase::line() const {
  std::ostringstream out;
  out << operation_name(operation) << ' ' << dtype_name(dtype) << " batches " << batches << " heads " << heads
      << " queries " << queries << " keys " << keys << " width " << width << " value_width " << value_width << " scale "
      << scale << " bias " << term_name(bias) << " factor " << term_name(factor) << " mask " << mask_name(mask)
      << " diagonal " << diagonal << " ties " << ties_name(ties) << " gap " << gap << " spread " << spread
      << " integers " << integers << " seed " << seed;
  return out.str();
}

template <typename T>
HalfProblem::Buffer<T> HalfProblem::shape(std::int64_t rows, std::int64_t columns) const {
  Buffer<T> b;
  b.gap = made_.gap;
  b.row = columns + made_.gap;
  b.head = rows * b.row + made_.gap;
  b.batch = made_.heads * b.head + made_.gap;
  b.numbers.resize(static_cast<std::size_t>(made_.batches * b.batch + 2 * made_.gap));
  return b;
}

template <typename T, typename Visit>
void HalfProblem::each(const Buffer<T>& b, std::int64_t rows, std::int64_t columns, Visit visit) const {
  for (std::int64_t batch = 0; batch < made_.batches; ++batch)
    for (std::int64_t head = 0; head < made_.heads; ++head)
      for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column)
          visit(static_cast<std::size_t>(b.gap + batch * b.batch + head * b.head + row * b.row + column));
}

double HalfProblem::number(std::uint16_t bits) const {
  return made_.dtype == ATTEST_BFLOAT16 ? to_accumulator(BFloat16{bits}) : to_accumulator(Float16{bits});
}

HalfProblem::HalfProblem(const HalfCase& made) : made_(made) {
  std::mt19937 random(made.seed);
  std::normal_distribution<float> normal;
  std::uniform_int_distribution<int> small(-3, 3);
  const auto draw = [&](double spread) {
    return made.integers ? static_cast<float>(small(random)) : normal(random) * static_cast<float>(spread);
  };
  const auto fill = [&](Buffer<std::uint16_t>& b, std::int64_t rows, std::int64_t columns, double spread) {
    b = shape<std::uint16_t>(rows, columns);
    std::fill(b.numbers.begin(), b.numbers.end(), guard16);
    each(b, rows, columns, [&](std::size_t i) {
      const float x = draw(spread);
      b.numbers[i] =
          made.dtype == ATTEST_BFLOAT16 ? round_from<BFloat16, float>(x).bits : round_from<Float16, float>(x).bits;
    });
  };
  fill(query_, made.queries, made.width, made.spread);
  fill(key_, made.keys, made.width, made.spread);
  fill(value_, made.keys, made.value_width, 1);
  output_ = shape<std::uint16_t>(made.queries, made.value_width);
  row_sum_ = shape<float>(1, made.queries);
  log_sum_exp_ = shape<float>(1, made.queries);

  attest_problem& p = problem_;
  p.struct_size = sizeof p;
  p.operation = made.operation;
  p.dtype = made.dtype;
  p.ties = made.ties;
  p.batches = made.batches, p.heads = made.heads, p.queries = made.queries, p.keys = made.keys;
  p.width = made.width, p.value_width = made.value_width;
  p.scale = made.scale;
  p.query = query_.tensor(), p.key = key_.tensor(), p.value = value_.tensor();
  p.output = output_.tensor();
  p.row_sum = row_sum_.tensor();
  if (made.operation != ATTEST_HARDMAX) p.log_sum_exp = log_sum_exp_.tensor();

  const std::int64_t family = std::max<std::int64_t>(made.queries + made.keys - 1, 0);
  const auto term = [&](Buffer<float>& b, attest_term& t, std::uint32_t kind) {
    t.kind = kind;
    if (kind == ATTEST_TERM_NONE) return;
    const std::int64_t rows = kind == ATTEST_TERM_DENSE ? made.queries : kind == ATTEST_TERM_BUCKETS ? bucket_count : 1;
    const std::int64_t columns = kind == ATTEST_TERM_DENSE ? made.keys : kind == ATTEST_TERM_TOEPLITZ ? family : 1;
    b = shape<float>(rows, columns);
    std::fill(b.numbers.begin(), b.numbers.end(), std::numeric_limits<float>::quiet_NaN());
    each(b, rows, columns, [&](std::size_t i) {
      b.numbers[i] = kind == ATTEST_TERM_ALIBI && !made.integers ? 0.05f + std::fabs(draw(0.1)) : draw(1);
    });
    t.values = b.tensor();
  };
  term(bias_, p.bias, made.bias);
  term(factor_, p.factor, made.factor);
  if (made.bias == ATTEST_TERM_BUCKETS) {
    for (std::int64_t t = 0; t < family; ++t) bucket_.push_back(static_cast<std::int32_t>(random() % bucket_count));
    p.bias.buckets = bucket_count;
    p.bias.bucket = bucket_.data();
  }
  p.mask_kind = made.mask;
  p.diagonal = made.diagonal;
  if (made.mask == ATTEST_MASK_BYTES) {
    mask_ = shape<std::uint8_t>(made.queries, made.keys);
    for (std::uint8_t& byte : mask_.numbers) byte = random() % 3 == 0 ? 0 : static_cast<std::uint8_t>(random() | 1);
    // A row that sees nothing, and one that sees the last key alone.
    if (made.queries > 1) std::fill_n(mask_.data(), made.keys, std::uint8_t{0});
    if (made.queries > 2 && made.keys > 0) {
      std::fill_n(mask_.data() + mask_.row, made.keys, std::uint8_t{0});
      mask_.data()[mask_.row + made.keys - 1] = 1;
    }
    p.mask = mask_.tensor();
  }
  blank();
}

void HalfProblem::blank() {
  std::fill(output_.numbers.begin(), output_.numbers.end(), guard16);
  for (Buffer<float>* b : {&row_sum_, &log_sum_exp_})
    std::fill(b->numbers.begin(), b->numbers.end(), std::bit_cast<float>(guard32));
}

bool HalfProblem::guards_intact() const {
  const auto count = [](const auto& numbers, auto is_guard) {
    return std::count_if(numbers.begin(), numbers.end(), is_guard);
  };
  const std::int64_t rows = made_.batches * made_.heads * made_.queries;
  const auto is16 = [](std::uint16_t x) { return x == guard16; };
  const auto is32 = [](float x) { return std::bit_cast<std::uint32_t>(x) == guard32; };
  const auto left = [&](const auto& b, std::int64_t written) {
    return static_cast<std::int64_t>(b.numbers.size()) - written;
  };
  return count(output_.numbers, is16) == left(output_, rows * made_.value_width) &&
         count(row_sum_.numbers, is32) == left(row_sum_, rows) &&
         count(log_sum_exp_.numbers, is32) == left(log_sum_exp_, problem_.log_sum_exp.data != nullptr ? rows : 0);
}

std::vector<std::uint32_t> HalfProblem::bits() const {
  std::vector<std::uint32_t> all;
  each(output_, made_.queries, made_.value_width, [&](std::size_t i) { all.push_back(output_.numbers[i]); });
  for (const Buffer<float>* b : {&row_sum_, &log_sum_exp_})
    each(*b, 1, made_.queries, [&](std::size_t i) { all.push_back(std::bit_cast<std::uint32_t>(b->numbers[i])); });
  return all;
}

HalfProblem::Result HalfProblem::result() const {
  Result r;
  each(output_, made_.queries, made_.value_width,
       [&](std::size_t i) { r.output.push_back(number(output_.numbers[i])); });
  each(row_sum_, 1, made_.queries, [&](std::size_t i) { r.row_sum.push_back(row_sum_.numbers[i]); });
  each(log_sum_exp_, 1, made_.queries, [&](std::size_t i) { r.log_sum_exp.push_back(log_sum_exp_.numbers[i]); });
  return r;
}

HalfProblem::Result HalfProblem::specification(bool magnitudes) const {
  const auto wide16 = [&](const Buffer<std::uint16_t>& b, bool magnitude) {
    std::vector<double> w;
    for (std::uint16_t x : b.numbers) w.push_back(magnitude ? std::fabs(number(x)) : number(x));
    return w;
  };
  const auto wide32 = [](const Buffer<float>& b, bool magnitude) {
    std::vector<double> w;
    for (float x : b.numbers) w.push_back(magnitude ? std::fabs(double{x}) : double{x});
    return w;
  };
  std::vector<double> query = wide16(query_, false), key = wide16(key_, false), value = wide16(value_, magnitudes);
  std::vector<double> bias = wide32(bias_, false), factor = wide32(factor_, magnitudes);
  std::vector<double> output(output_.numbers.size()), row_sum(row_sum_.numbers.size()),
      log_sum_exp(log_sum_exp_.numbers.size());
  const std::int64_t gap = made_.gap;
  attest_problem p = problem_;
  p.dtype = ATTEST_FLOAT64;
  p.query.data = query.data() + gap, p.key.data = key.data() + gap, p.value.data = value.data() + gap;
  if (p.bias.kind != ATTEST_TERM_NONE) p.bias.values.data = bias.data() + gap;
  if (p.factor.kind != ATTEST_TERM_NONE) p.factor.values.data = factor.data() + gap;
  p.output.data = output.data() + gap, p.row_sum.data = row_sum.data() + gap;
  if (p.log_sum_exp.data != nullptr) p.log_sum_exp.data = log_sum_exp.data() + gap;
  std::string why;
  const std::string name = std::string(operation_name(p.operation)) + "_float64_scalar";
  if (run_problem(p, name, 1, why) != ATTEST_OK) throw std::runtime_error(why);
  Result r;
  each(output_, made_.queries, made_.value_width, [&](std::size_t i) { r.output.push_back(output[i]); });
  each(row_sum_, 1, made_.queries, [&](std::size_t i) { r.row_sum.push_back(row_sum[i]); });
  each(log_sum_exp_, 1, made_.queries, [&](std::size_t i) { r.log_sum_exp.push_back(log_sum_exp[i]); });
  return r;
}

double HalfProblem::greatest_score_magnitude() const {
  double most = 0;
  for (std::int64_t b = 0; b < made_.batches; ++b)
    for (std::int64_t h = 0; h < made_.heads; ++h)
      for (std::int64_t i = 0; i < made_.queries; ++i)
        for (std::int64_t j = 0; j < made_.keys; ++j) {
          double sum = 0;
          for (std::int64_t c = 0; c < made_.width; ++c)
            sum += std::fabs(number(row_of<std::uint16_t>(problem_.query, b, h, i)[c]) *
                             number(row_of<std::uint16_t>(problem_.key, b, h, j)[c]));
          most = std::max(most, sum);
        }
  double bias = 0;
  for (float x : bias_.numbers)
    if (x == x) bias = std::max(bias, std::fabs(double{x}));
  if (made_.bias == ATTEST_TERM_ALIBI) bias *= static_cast<double>(std::max(made_.queries, made_.keys));
  return most * std::fabs(made_.scale) + bias;
}

namespace {

/// The a-priori bound. With u = error.accumulate and M the greatest magnitude of a score's terms, a score and the
/// exponent made of it are wrong by at most
///   E = (width + 4 + 2 exp_argument) u (M + 1)
/// (width products and sums, scale, B and its multiple; the reference is at most 1 above the greatest score). A weight
/// is then wrong by the factor 1 + e, e = expm1(E) + exp_relative + u, once in the numerator and once in the sum that
/// divides it; the numerator's weights are rounded (weight_round) and multiplied by C (u); sums of `keys` numbers, in
/// blocks, cost (keys + 8) u of the sum of magnitudes; the division and the rounding to the output come last. A weight
/// that underflows is wrong by `underflow` of the greatest one, which is at least 1/2.
struct Bound {
  double scores, relative, output_round, absolute;

  Bound(const HalfCase& c, const attest_error_class& error, double u, double magnitude) {
    const bool hardmax = c.operation == ATTEST_HARDMAX;  // on integers: no score is rounded
    const auto keys = static_cast<double>(c.keys);
    scores = hardmax ? 0 : (static_cast<double>(c.width) + 4 + 2 * error.exp_argument) * u * (magnitude + 1);
    const double weight = hardmax ? 0 : std::expm1(scores) + error.exp_relative + u;
    const double sum = (keys + 8) * u;
    relative = std::numeric_limits<double>::infinity();  // scores too large to know any weight
    if (weight < 1)
      relative = (1 + weight) * (1 + error.weight_round) * (1 + 3 * u) * (1 + sum) / ((1 - weight) * (1 - sum)) - 1;
    output_round = error.output_round;
    absolute = 2 * keys * (error.underflow + error.weight_underflow);
  }
};

attest_error_class exact_class() {  // the specification's own, in float64
  attest_error_class e{};
  e.exp_argument = 1;
  e.exp_relative = 0x1p-52;
  return e;
}

std::string wrong(const HalfCase& c, const char* part, std::size_t i, double computed, double truth, double bound) {
  std::ostringstream out;
  out.precision(9);
  out << part << '[' << i << "]: computed " << computed << ", expected " << truth << " within " << bound << " ("
      << c.line() << ')';
  return out.str();
}

}  // namespace

std::string check_case(const HalfCase& made, const attest_error_class& error, const HalfRun& run) {
  HalfProblem problem(made);
  if (const int status = run(problem.problem(), 1); status != ATTEST_OK)
    return "status " + std::to_string(status) + " (" + made.line() + ')';
  if (!problem.guards_intact())
    return "a number outside the outputs was written, or one inside was not: " + made.line();
  const std::vector<std::uint32_t> bits = problem.bits();
  const HalfProblem::Result computed = problem.result();
  problem.blank();
  const int threads = 2 + static_cast<int>(made.seed % 4);
  if (run(problem.problem(), threads) != ATTEST_OK || problem.bits() != bits)
    return "other bits with " + std::to_string(threads) + " threads: " + made.line();

  const HalfProblem::Result truth = problem.specification(), size = problem.specification(true);
  const double magnitude = problem.greatest_score_magnitude();
  const Bound ours(made, error, error.accumulate, magnitude), theirs(made, exact_class(), 0x1p-53, magnitude);
  const double relative = ours.relative + theirs.relative;
  const auto within = [](double x, double y, double bound) { return x == y || std::fabs(x - y) <= bound; };
  for (std::size_t i = 0; i < truth.output.size(); ++i) {
    const double error_before = relative * size.output[i] + ours.absolute;
    const double bound = error_before + ours.output_round * (std::fabs(truth.output[i]) + error_before) +
                         (made.dtype == ATTEST_FLOAT16 ? 0x1p-25 : 0);
    if (!within(computed.output[i], truth.output[i], bound))
      return wrong(made, "output", i, computed.output[i], truth.output[i], bound);
  }
  for (std::size_t i = 0; i < truth.row_sum.size(); ++i) {
    const double bound = made.factor == ATTEST_TERM_NONE && made.operation != ATTEST_HARDMAX
                             ? theirs.relative  // exactly 1, or 0
                             : relative * size.row_sum[i] + ours.absolute;
    if (!within(computed.row_sum[i], truth.row_sum[i], bound))
      return wrong(made, "row_sum", i, computed.row_sum[i], truth.row_sum[i], bound);
  }
  if (problem.problem().log_sum_exp.data != nullptr)
    for (std::size_t i = 0; i < truth.log_sum_exp.size(); ++i) {
      const double bound = std::log1p(relative) + ours.scores + 2 * error.accumulate * std::fabs(truth.log_sum_exp[i]);
      if (!within(computed.log_sum_exp[i], truth.log_sum_exp[i], bound))
        return wrong(made, "log_sum_exp", i, computed.log_sum_exp[i], truth.log_sum_exp[i], bound);
    }
  return "";
}

std::vector<HalfCase> sweep(std::uint32_t operation, std::uint32_t dtype, std::size_t step) {
  std::vector<HalfCase> cases;
  std::uint32_t seed = 1;
  HalfCase base;
  base.operation = operation;
  base.dtype = dtype;
  base.heads = 2;
  base.queries = 37, base.keys = 45, base.width = 19, base.value_width = 21;
  base.scale = 0.25;
  base.gap = 3;
  if (operation == ATTEST_RPE || operation == ATTEST_URPE) base.bias = ATTEST_TERM_TOEPLITZ;
  if (operation == ATTEST_URPE) base.factor = ATTEST_TERM_TOEPLITZ;
  base.integers = operation == ATTEST_HARDMAX;
  const auto add = [&](auto change) {
    HalfCase c = base;
    change(c);
    c.seed = seed++;
    cases.push_back(c);
  };
  add([](HalfCase&) {});
  for (std::int64_t n : {0, 1, 2, 6, 7, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 65, 97}) {
    add([n](HalfCase& c) { c.queries = n; });
    add([n](HalfCase& c) { c.keys = n; });
    add([n](HalfCase& c) { c.width = n; });
    add([n](HalfCase& c) { c.value_width = n; });
    add([n](HalfCase& c) { c.queries = n, c.keys = n, c.mask = ATTEST_MASK_CAUSAL; });
  }
  for (std::int64_t n : {127, 128, 129, 255, 256, 257, 288, 511, 513, 530}) {
    add([n](HalfCase& c) { c.keys = n; });
    add([n](HalfCase& c) { c.keys = n, c.mask = ATTEST_MASK_BYTES; });
    add([n](HalfCase& c) { c.keys = n, c.mask = ATTEST_MASK_CAUSAL, c.diagonal = n - c.queries; });
  }
  add([](HalfCase& c) { c.queries = 200, c.keys = 300, c.width = 64, c.value_width = 64; });
  add([](HalfCase& c) { c.width = 128, c.value_width = 144; });
  for (std::int64_t n : {1100, 1601})  // three and four blocks of keys
    add([n](HalfCase& c) { c.heads = 1, c.keys = n; });
  for (std::int64_t diagonal : {-1000, -40, -5, -1, 1, 20, 1000})
    add([diagonal](HalfCase& c) { c.mask = ATTEST_MASK_CAUSAL, c.diagonal = diagonal; });
  add([](HalfCase& c) { c.batches = 3, c.heads = 5; });
  add([](HalfCase& c) { c.batches = 0; });
  add([](HalfCase& c) { c.gap = 0; });
  add([](HalfCase& c) { c.scale = 0; });
  add([](HalfCase& c) { c.scale = -0.25; });
  add([](HalfCase& c) { c.scale = 1e-3; });
  for (double spread : {1e-3, 30.0, 3e3}) add([spread](HalfCase& c) { c.spread = spread, c.keys = 300; });
  const std::vector<std::uint32_t> masks{ATTEST_MASK_NONE, ATTEST_MASK_CAUSAL, ATTEST_MASK_BYTES};
  const bool takes_bias = operation != ATTEST_ATTENTION, takes_factor = takes_bias && operation != ATTEST_RPE;
  for (std::uint32_t mask : masks)
    for (std::uint32_t bias = ATTEST_TERM_NONE; bias <= ATTEST_TERM_BUCKETS; ++bias)
      for (std::uint32_t factor = ATTEST_TERM_NONE; factor <= ATTEST_TERM_DENSE; ++factor) {
        if ((bias != ATTEST_TERM_NONE && !takes_bias) || (factor != ATTEST_TERM_NONE && !takes_factor)) continue;
        if (operation == ATTEST_RPE && bias == ATTEST_TERM_NONE) continue;
        if (operation == ATTEST_URPE && factor == ATTEST_TERM_NONE) continue;
        add([&](HalfCase& c) { c.mask = mask, c.bias = bias, c.factor = factor, c.keys = 261; });
      }
  if (operation == ATTEST_HARDMAX)
    for (std::uint32_t ties : {ATTEST_TIES_FIRST, ATTEST_TIES_ALL})
      for (std::uint32_t mask : masks)
        for (std::uint32_t factor : {ATTEST_TERM_NONE, ATTEST_TERM_TOEPLITZ})
          for (std::int64_t width : {0, 1, 3, 19})
            add([&](HalfCase& c) { c.ties = ties, c.mask = mask, c.factor = factor, c.width = width, c.keys = 300; });
  std::vector<HalfCase> chosen;
  for (std::size_t i = operation % step; i < cases.size(); i += step) chosen.push_back(cases[i]);
  return chosen;
}

}  // namespace attest::test
