// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/positional/columns.hpp"
#include "kernels/positional/direct.hpp"
#include "kernels/positional/family.hpp"
#include "kernels/positional/fourier.hpp"
#include "kernels/positional/isa.hpp"

namespace attest::kernels::positional::ATTEST_ISA {

/// Positional Attention with scores b_{i-j} and factors c_{i-j} for one head and some batches, by Fourier transforms
/// where they are both faster and accurate enough, by the direct method (direct.hpp) elsewhere. What decides are the
/// problem's sizes, the family, and V's numbers, in this order; never threads or time. docs/numerics/positional_fft.md.
template <typename T>
class Toeplitz {
 public:
  Toeplitz(const attest_problem& problem, const Complex<double>* roots, std::int64_t roots_length, char* scratch)
      : p(problem),
        fourier_(roots, roots_length),
        numbers_(reinterpret_cast<Numbers*>(scratch)),
        kernel_(reinterpret_cast<Complex<double>*>(numbers_ + roots_length)),
        family_(p, reinterpret_cast<double*>(kernel_ + roots_length)),
        direct_(p, reinterpret_cast<T*>(reinterpret_cast<char*>(kernel_ + roots_length) + Family<T>::scratch_size(p))),
        block_(reinterpret_cast<T*>(reinterpret_cast<char*>(kernel_ + roots_length) + Family<T>::scratch_size(p)) +
               Weights<T>::scratch_size(p)),
        stretches_(reinterpret_cast<Stretch*>(block_ + block_numbers(p))),
        by_transform_(reinterpret_cast<std::uint8_t*>(stretches_ + most_stretches(p))),
        again_(by_transform_ + p.queries) {}

  static std::int64_t scratch_size(const attest_problem& p, std::int64_t roots_length) {
    return roots_length * static_cast<std::int64_t>(sizeof(Numbers) + sizeof(Complex<double>)) +
           Family<T>::scratch_size(p) +
           (Weights<T>::scratch_size(p) + block_numbers(p)) * static_cast<std::int64_t>(sizeof(T)) +
           most_stretches(p) * static_cast<std::int64_t>(sizeof(Stretch)) + p.queries * (1 + batches_of_task(p));
  }

  /// Batches that share a task, so that the plan and the family's transform cost little beside theirs.
  static std::int64_t batches_of_task(const attest_problem& p) {
    const std::int64_t wanted = (16 + groups(p) - 1) / (groups(p) > 0 ? groups(p) : 1);
    return wanted < p.batches ? wanted : p.batches;
  }

  /// Batches batch, ..., batch + batches - 1 of a head. The task of batch 0 writes the rows' own outputs.
  void run(std::int64_t head, std::int64_t batch, std::int64_t batches) {
    head_ = head, batch_ = batch, batches_ = batches;
    family_.start_head(head);
    direct_.start_head(head);
    stretch_count_ = 0;
    plan(0, p.queries);
    for (std::int64_t i = 0; i < p.queries; ++i) by_transform_[i] = 0;
    for (std::int64_t r = 0; r < batches * p.queries; ++r) again_[r] = 1;
    for (std::int64_t s = 0; s < stretch_count_; ++s)
      if (stretches_[s].transform) transform(stretches_[s].first, stretches_[s].last);
    compute_directly();
  }

 private:
  using Numbers = Complex<Vector<double>>;
  using Columns = ColumnPairs<T>;

  struct Stretch {
    std::int64_t first, last;
    bool transform;
  };

  static constexpr std::int64_t kShortest = 64;  // rows that are not divided further

  static std::int64_t groups(const attest_problem& p) {
    return (p.value_width + Columns::kWidth - 1) / Columns::kWidth;
  }
  static std::int64_t block_numbers(const attest_problem& p) { return (kRowBlock * p.value_width + 15) / 16 * 16; }
  static std::int64_t most_stretches(const attest_problem& p) { return 4 * (p.queries / kShortest + 1); }

  /// The shortest transform that keeps the stretch's sums apart from those that wrap around.
  static std::int64_t length(std::int64_t rows, std::int64_t keys) { return transform_length(rows + keys - 1); }

  // ---- Which rows by which method. Costs in cycles of the measured machine: docs/measurements/positional_kernels.md.

  double cost_directly(double visible) const {
    const std::int64_t tiles = batches_ * ((p.value_width + kTileColumns<T> - 1) / kTileColumns<T>);
    constexpr double fused_multiply_add = ATTEST_VECTOR_BYTES == 64 ? 0.75 : 0.5;
    return visible * (static_cast<double>(tiles * kTileVectors) * fused_multiply_add + 0.375 * sizeof(T));
  }
  double cost_by_transform(std::int64_t size) const {
    constexpr double both_ways = ATTEST_VECTOR_BYTES == 64 ? 6 : 4;
    return static_cast<double>(size) * transform_levels(size) *
           (static_cast<double>(batches_ * groups(p)) * both_ways + 8);
  }
  double visible_in(std::int64_t first, std::int64_t last) const {
    double sum = 0;
    for (std::int64_t i = first; i < last; ++i) sum += static_cast<double>(visible_keys(p, i));
    return sum;
  }

  /// Divides rows into stretches of one method at the least cost, a binary division deep; returns the cost.
  double plan(std::int64_t first, std::int64_t last) {
    const double directly = cost_directly(visible_in(first, last));
    const std::int64_t keys = last > first ? visible_keys(p, last - 1) : 0;
    if (keys == 0 || last - first < kShortest || cost_by_transform(length(last - first, keys)) >= directly) {
      stretches_[stretch_count_++] = {first, last, false};
      return directly;
    }
    family_.evaluate(first, last);
    double failing = 0;
    for (std::int64_t i = first; i < last; ++i)
      if (!accurate(i)) failing += static_cast<double>(visible_keys(p, i));
    double whole = cost_by_transform(length(last - first, keys)) + cost_directly(failing);
    const bool transform = whole < directly;
    if (!transform) whole = directly;
    if (failing > 0) {
      const std::int64_t before = stretch_count_, middle = first + (last - first) / 2;
      const double divided = plan(first, middle) + plan(middle, last);
      if (divided < whole) return divided;
      stretch_count_ = before;
    }
    stretches_[stretch_count_++] = {first, last, transform};
    return whole;
  }

  // ---- How accurate: see the derivation for each name.

  /// E: |error of a sum| <= E |w| |z| for the transforms of this length; sqrt 5 for two columns in one complex number.
  double transform_error() const {
    return (13 * transform_levels(length(family_.end - family_.begin - family_.keys + 1, family_.keys)) + 5) * 0x1p-53 *
           2.2361;
  }

  /// The square of what row i's prefix of V must have of its column's norm, for the promise to hold.
  double needed_share(std::int64_t i) const {
    const double ratio = transform_error() / kNormRelative<T>;
    return ratio * ratio * family_.squared_norm / family_.squares(i);
  }
  /// Whether row i of the evaluated stretch keeps the promise if V's rows are of like size, with a factor 2 to spare.
  bool accurate(std::int64_t i) const {
    const auto visible = static_cast<double>(visible_keys(p, i)), keys = static_cast<double>(family_.keys);
    const double q = family_.quotient(i);
    return visible > 0 && q > 0x1p-900 && q < 0x1p+900 && 4 * needed_share(i) * keys <= visible;
  }

  // ---- One stretch.

  void transform(std::int64_t first, std::int64_t last) {
    family_.evaluate(first, last);
    const std::int64_t size = length(last - first, family_.keys);
    double needed = 0;
    for (std::int64_t i = first; i < last; ++i) {
      by_transform_[i] = accurate(i);
      if (by_transform_[i] && needed_share(i) > needed) needed = needed_share(i);
    }
    const std::int64_t count = family_.end - family_.begin;
    for (std::int64_t m = 0; m < size; ++m)
      kernel_[m] = {m < count ? family_.products()[family_.begin + m] / static_cast<double>(size) : 0, 0};
    fourier_.forward(kernel_, size);
    for (std::int64_t b = 0; b < batches_; ++b) {
      std::int64_t short_of_norm = 0;
      for (std::int64_t column = 0; column < p.value_width; column += Columns::kWidth) {
        const std::int64_t missing = transform_columns(first, last, size, b, column, needed);
        if (missing > short_of_norm) short_of_norm = missing;
      }
      for (std::int64_t i = first; i < last; ++i)
        again_[b * p.queries + i] = !by_transform_[i] || visible_keys(p, i) <= short_of_norm;
    }
    if (batch_ == 0) write_row_outputs(first, last);
  }

  /// Returns how many visible keys are too few in some column of this group.
  std::int64_t transform_columns(std::int64_t first, std::int64_t last, std::int64_t size, std::int64_t b,
                                 std::int64_t column, double needed) {
    const std::int64_t keys = family_.keys;
    const std::int64_t width = p.value_width - column < Columns::kWidth ? p.value_width - column : Columns::kWidth;
    Columns columns(row_of<const T>(p.value, batch_ + b, head_, 0) + column, p.value.row, width);
    columns.measure(keys);
    columns.read(keys, needed, numbers_);
    for (std::int64_t m = keys; m < size; ++m) numbers_[m] = {Vector<double>{}, Vector<double>{}};
    fourier_.forward(numbers_, size);
    for (std::int64_t m = 0; m < size; ++m) numbers_[m] = times(numbers_[m], kernel_[m]);
    fourier_.backward(numbers_, size);
    for (std::int64_t i = first; i < last; ++i)
      columns.write(numbers_[i - first + keys - 1], visible_keys(p, i), family_.quotient(i),
                    row_of<T>(p.output, batch_ + b, head_, i) + column);
    return columns.short_of_norm();
  }

  void write_row_outputs(std::int64_t first, std::int64_t last) const {
    for (std::int64_t i = first; i < last; ++i) {
      if (!by_transform_[i]) continue;
      const double sum = p.factor.kind == ATTEST_TERM_NONE ? 1 : family_.sum(i) * family_.quotient(i);
      for (std::int64_t b = 0; b < p.batches; ++b) {
        if (p.row_sum.data != nullptr) row_of<T>(p.row_sum, b, head_, 0)[i] = static_cast<T>(sum);
        if (p.log_sum_exp.data != nullptr)
          row_of<T>(p.log_sum_exp, b, head_, 0)[i] = static_cast<T>(family_.log_sum_exp(i));
      }
    }
  }

  // ---- The other rows.

  void compute_directly() {
    for (std::int64_t first = 0; first < p.queries; first += kRowBlock) {
      const std::int64_t count = p.queries - first < kRowBlock ? p.queries - first : kRowBlock;
      bool computed = false;
      for (std::int64_t b = 0; b < batches_; ++b) {
        const std::uint8_t* again = again_ + b * p.queries + first;
        std::int64_t rows = 0;
        for (std::int64_t r = 0; r < count; ++r) rows += again[r];
        if (rows == 0) continue;
        if (!computed)
          direct_.compute(first, count, [&](std::int64_t i) { return batch_ == 0 && by_transform_[i] == 0; });
        computed = true;
        T* const out = row_of<T>(p.output, batch_ + b, head_, first);
        if (rows == count) {
          direct_.multiply(count, batch_ + b, 1, {out, 0, p.output.row});
          continue;
        }
        direct_.multiply(count, batch_ + b, 1, {block_, 0, p.value_width});
        for (std::int64_t r = 0; r < count; ++r)
          for (std::int64_t c = 0; c < p.value_width && again[r] != 0; ++c)
            out[r * p.output.row + c] = block_[r * p.value_width + c];
      }
    }
  }

  const attest_problem& p;
  const Fourier fourier_;
  Numbers* const numbers_;         // a group of columns, and its transform
  Complex<double>* const kernel_;  // the family, and its transform
  Family<T> family_;
  Weights<T> direct_;
  T* const block_;  // rows of which only some are wanted
  Stretch* const stretches_;
  std::uint8_t* const by_transform_;  // row by row: what the plan says
  std::uint8_t* const again_;         // batch by batch, row by row: to be computed directly
  std::int64_t stretch_count_ = 0;
  std::int64_t head_ = 0, batch_ = 0, batches_ = 0;
};

/// The longest transform that the kernel takes.
inline std::int64_t longest_transform(const attest_problem& p) { return transform_length(p.queries + p.keys); }

template <typename T>
std::int64_t toeplitz_scratch(const attest_problem& p) {
  return Toeplitz<T>::scratch_size(p, longest_transform(p));
}

template <typename T>
std::int64_t toeplitz_tasks(const attest_problem& p) {
  const std::int64_t each = Toeplitz<T>::batches_of_task(p);
  return each > 0 ? p.heads * ((p.batches + each - 1) / each) : 0;
}

template <typename T>
void toeplitz_task(const attest_problem& p, const double* roots, std::int64_t task, void* scratch) {
  const std::int64_t each = Toeplitz<T>::batches_of_task(p), batch = task / p.heads * each;
  Toeplitz<T> toeplitz(p, reinterpret_cast<const Complex<double>*>(roots), longest_transform(p),
                       static_cast<char*>(scratch));
  toeplitz.run(task % p.heads, batch, p.batches - batch < each ? p.batches - batch : each);
}

}  // namespace attest::kernels::positional::ATTEST_ISA
