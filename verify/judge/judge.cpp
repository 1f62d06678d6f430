// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "kernels/problem.hpp"
#include "kernels/threads.hpp"
#include "theory/error.hpp"
#include "verify/judge/precise_row.hpp"
#include "verify/judge/rungs.hpp"
#include "verify/judge/tally.hpp"

namespace attest::verify::judge {

using instances::FloatArray;
using instances::Instance;
using instances::Outputs;

namespace {

std::string words(const std::vector<std::int64_t>& shape) {
  std::string text = "[";
  for (std::int64_t length : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(length);
  return text + "]";
}

void expect(const std::string& part, const FloatArray& array, attest_dtype dtype,
            const std::vector<std::int64_t>& shape) {
  if (array.dtype() != dtype)
    throw InputError(
        part, std::string("expected ") + kernels::dtype_name(dtype) + ", found " + kernels::dtype_name(array.dtype()));
  if (array.shape() != shape)
    throw InputError(part, "expected shape " + words(shape) + ", found " + words(array.shape()));
}

void check(const Instance& instance, const Outputs& outputs) {
  const std::int64_t b = instance.batches, h = instance.heads, n = instance.queries;
  const attest_dtype term = instance.dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
  expect("output", outputs.output, instance.dtype, {b, h, n, instance.value_width});
  if (outputs.row_sum) expect("row_sum", *outputs.row_sum, term, {b, h, n});
  if (outputs.log_sum_exp) expect("log_sum_exp", *outputs.log_sum_exp, term, {b, h, n});
  if (outputs.log_sum_exp && instance.operation == ATTEST_HARDMAX)
    throw InputError("log_sum_exp", "expected none: hardmax has no log-sum-exp");
}

/// The rungs of the ladder for one head, made when they are first needed.
class Ladder {
 public:
  Ladder(const Instance& instance, const attest_error_class& error, const JudgeOptions& options, std::int64_t batch,
         std::int64_t head)
      : error_(error), head_(instance, batch, head, lambda_of(instance, options)) {
    const simd::Code* code = simd::code(options.instruction_set);
    if (options.only_multi_precision) return;
    const bool is_hardmax = instance.operation == ATTEST_HARDMAX, first = !is_hardmax && FirstRung::serves(error);
    packed_ = std::make_unique<PackedHead>(head_, *code, first);
    if (first) first_ = std::make_unique<FirstRung>(head_, error, *packed_, *code);
    if (is_hardmax) {
      hardmax_ = std::make_unique<HardmaxRung>(head_, error, *packed_, *code);
    } else {
      second_ = std::make_unique<SecondRung>(head_, error, *packed_, *code);
    }
  }

  const Head& head() const { return head_; }
  /// Null where the head is not for that rung.
  FirstRung* first() { return first_.get(); }
  /// Nothing where row i, or its head, is not for that rung.
  std::optional<ExpectedRow> second(std::int64_t i, const Wanted& wanted) {
    if (hardmax_) return hardmax_->row(i, wanted);
    return second_ ? second_->row(i, wanted) : std::nullopt;
  }
  const PreciseHead& precise() {
    if (!precise_) precise_ = std::make_unique<PreciseHead>(head_, error_);
    return *precise_;
  }

 private:
  const attest_error_class& error_;
  const Head head_;
  std::unique_ptr<PackedHead> packed_;
  std::unique_ptr<FirstRung> first_;
  std::unique_ptr<SecondRung> second_;
  std::unique_ptr<HardmaxRung> hardmax_;
  std::unique_ptr<PreciseHead> precise_;
};

/// Judges rows of one head and counts what it finds.
class RowJudge {
 public:
  RowJudge(const Instance& instance, const Outputs& outputs, const JudgeOptions& options, std::int64_t batch,
           std::int64_t head, Ladder& ladder, Judgement& counts)
      : instance_(instance),
        outputs_(outputs),
        options_(options),
        b_(batch),
        h_(head),
        ladder_(ladder),
        counts_(counts) {}

  void judge(std::int64_t first, std::int64_t end) {
    const std::int64_t step = FirstRung::rows_per_block;
    for (; first < end; first += step) {
      const std::int64_t count = std::min(step, end - first);
      std::vector<std::optional<ExpectedRow>> rows(static_cast<std::size_t>(count));
      if (FirstRung* rung = ladder_.first()) rows = rung->block(first, count, everything());
      for (std::int64_t r = 0; r < count; ++r) {
        judge(first + r, rows[static_cast<std::size_t>(r)]);
        output_.flush(counts_.output_errors);
        row_sum_.flush(counts_.row_sum_errors);
        log_sum_exp_.flush(counts_.log_sum_exp_errors);
        if (options_.keep_wrong_rows) keep_if_wrong();
      }
    }
  }

 private:
  /// One row, from the rung on whose result is at hand.
  void judge(std::int64_t i, const std::optional<ExpectedRow>& found) {
    Wanted open = everything();
    if (ladder_.head().visible_count(i) == 0) {
      const Expected zero{}, none{{-std::numeric_limits<double>::infinity(), 0, 0}, {}};
      settle(i, open, {std::vector<Expected>(open.columns.size(), zero), zero, none}, Rung::last);
      return;
    }
    if (found) settle(i, open, *found, Rung::first);
    if (open.any()) counts_.refined += size(open);
    if (open.any())
      if (const std::optional<ExpectedRow> row = ladder_.second(i, open)) settle(i, open, *row, Rung::middle);
    for (long precision = PreciseHead::least_precision; open.any(); precision *= 2) {
      const bool last = 2 * precision > PreciseHead::greatest_precision;
      settle(i, open, ladder_.precise().row(i, open, precision), last ? Rung::last : Rung::precise);
    }
  }

  void keep_if_wrong() {
    const auto is_outside = [](const ElementVerdict& v) { return v.standing == Standing::outside; };
    if (std::ranges::any_of(row_, is_outside)) counts_.wrong_rows.push_back(std::move(row_));
    row_.clear();
  }

  enum class Rung { first, middle, precise, last };

  Wanted everything() const {
    Wanted wanted{{}, outputs_.row_sum.has_value(), outputs_.log_sum_exp.has_value()};
    wanted.columns.resize(static_cast<std::size_t>(instance_.value_width));
    std::iota(wanted.columns.begin(), wanted.columns.end(), 0);
    return wanted;
  }
  static std::int64_t size(const Wanted& wanted) {
    return static_cast<std::int64_t>(wanted.columns.size()) + wanted.row_sum + wanted.log_sum_exp;
  }

  /// Counts the elements that this rung decides, all of them if it is the last; the others stay in `open`.
  void settle(std::int64_t i, Wanted& open, const ExpectedRow& row, Rung rung) {
    const std::int64_t index = (b_ * instance_.heads + h_) * instance_.queries + i;
    std::vector<std::int64_t> left;
    for (std::size_t k = 0; k < open.columns.size(); ++k)
      if (!count("output", i, open.columns[k], outputs_.output, index * instance_.value_width + open.columns[k],
                 row.output[k], rung))
        left.push_back(open.columns[k]);
    open.columns = std::move(left);
    if (open.row_sum) open.row_sum = !count("row_sum", i, 0, *outputs_.row_sum, index, *row.row_sum, rung);
    if (open.log_sum_exp)
      open.log_sum_exp = !count("log_sum_exp", i, 0, *outputs_.log_sum_exp, index, *row.log_sum_exp, rung);
  }

  bool count(const char* part, std::int64_t i, std::int64_t column, const FloatArray& array, std::int64_t element,
             const Expected& expected, Rung rung) {
    const ElementVerdict verdict = compare({part, b_, h_, i, column, array.dtype()}, array[element], expected);
    if (verdict.standing == Standing::undecided && rung != Rung::last) {
      // No precision makes an infinite bound finite; Arb can at best tell that the number is exact.
      const bool may_be_exact = verdict.error_low == 0 && rung != Rung::precise;
      if (!verdict.is_unbounded() || may_be_exact) return false;
    }
    // A verdict may be certain where the error is hardly known: that is for the next rung.
    if (rung == Rung::first && expected.exact.radius > expected.bound.low / 64) return false;
    (*part == 'o' ? output_ : *part == 'r' ? row_sum_ : log_sum_exp_).add(verdict);
    if (options_.keep_wrong_rows) row_.push_back(verdict);
    add(counts_, verdict, instance_.batches * instance_.heads, b_ * instance_.heads + h_, instance_.queries,
        options_.listed);
    return true;
  }

  const Instance& instance_;
  const Outputs& outputs_;
  const JudgeOptions& options_;
  const std::int64_t b_, h_;
  Ladder& ladder_;
  Judgement& counts_;
  RowErrors output_, row_sum_, log_sum_exp_;  ///< of the row at hand
  std::vector<ElementVerdict> row_;           ///< the same, if it may be kept
};

/// Rows of one task: enough of them to pay for preparing a head, few enough to share a head among threads.
constexpr std::int64_t rows_per_task = 11 * FirstRung::rows_per_block;

}  // namespace

/// (R.2): every sum that the bound speaks of, over the whole instance.
double lambda_of(const Instance& instance, const JudgeOptions& options) {
  if (!options.random_roundings || instance.operation == ATTEST_HARDMAX) return 0;
  const double rows = static_cast<double>(instance.batches * instance.heads) * static_cast<double>(instance.queries),
               terms =
                   static_cast<double>(instance.keys) * static_cast<double>(instance.width + instance.value_width + 4);
  return 1.001 * std::sqrt(2 * std::log(2 * std::max(rows * terms, 1.0) / kRandomFailure));
}

Judgement judge(const Instance& instance, const Outputs& outputs, const attest_error_class& error,
                const JudgeOptions& options) {
  instance.check();
  check(instance, outputs);
  check_error_class(error);
  if (simd::code(options.instruction_set) == nullptr)
    throw InputError("instruction_set", "expected baseline, avx2 or avx512, as far as this processor has it");

  const std::int64_t heads = instance.batches * instance.heads;
  const std::int64_t parts = (instance.queries + rows_per_task - 1) / rows_per_task;
  const Judgement blank = blank_judgement(instance.batches, instance.heads, instance.queries);
  std::vector<Judgement> counts(static_cast<std::size_t>(heads * parts), blank);
  kernels::parallel_for(heads * parts, options.threads, [&](std::int64_t task, int) {
    const std::int64_t batch = task / parts / instance.heads, head = task / parts % instance.heads, part = task % parts;
    Ladder ladder(instance, error, options, batch, head);
    RowJudge rows(instance, outputs, options, batch, head, ladder, counts[static_cast<std::size_t>(task)]);
    const std::int64_t end = std::min(instance.queries, (part + 1) * rows_per_task);
    rows.judge(part * rows_per_task, end);
    flint_cleanup();
  });

  Judgement result = blank;
  for (const Judgement& part : counts) merge(result, part, options.listed);
  return result;
}

}  // namespace attest::verify::judge
