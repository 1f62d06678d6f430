// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cpu/shared_weights/columns.hpp"
#include "kernels/cpu/shared_weights/costs.hpp"
#include "kernels/cpu/shared_weights/direct.hpp"
#include "kernels/cpu/shared_weights/engine.hpp"
#include "kernels/cpu/shared_weights/family.hpp"
#include "kernels/cpu/shared_weights/fourier.hpp"

namespace attest::kernels::shared_weights {

/// Positional Attention with scores b_{i-j} and factors c_{i-j} for one head and some batches, by Fourier transforms
/// where they are both faster and accurate enough, by the direct method (direct.hpp) elsewhere. What decides are the
/// problem's sizes, the family, and V's numbers, in this order; never threads or time. docs/numerics/positional_fft.md.
template <class V>
class Toeplitz {
  using T = typename V::Scalar;
  using D = typename V::Wide;
  using Number = Complex<D, 1>;
  using Numbers = Complex<D, D::lanes>;
  using Columns = ColumnPairs<V>;

 public:
  Toeplitz(const attest_problem& problem, const Number* roots, std::int64_t roots_length, char* scratch)
      : p(problem),
        costs_{p, 0},
        fourier_(roots, roots_length),
        numbers_(reinterpret_cast<Numbers*>(scratch)),
        kernel_(reinterpret_cast<Number*>(numbers_ + roots_length)),
        family_(p, reinterpret_cast<double*>(kernel_ + roots_length)),
        direct_(p, reinterpret_cast<T*>(reinterpret_cast<char*>(kernel_ + roots_length) + Family<V>::scratch_size(p))),
        block_(reinterpret_cast<T*>(reinterpret_cast<char*>(kernel_ + roots_length) + Family<V>::scratch_size(p)) +
               Weights<V>::scratch_size(p)),
        stretches_(reinterpret_cast<Stretch*>(block_ + block_numbers(p))),
        by_transform_(reinterpret_cast<std::uint8_t*>(stretches_ + most_stretches(p))),
        again_(by_transform_ + p.queries) {}

  static std::int64_t scratch_size(const attest_problem& p, std::int64_t roots_length) {
    return roots_length * static_cast<std::int64_t>(sizeof(Numbers) + sizeof(Number)) + Family<V>::scratch_size(p) +
           (Weights<V>::scratch_size(p) + block_numbers(p)) * static_cast<std::int64_t>(sizeof(T)) +
           most_stretches(p) * static_cast<std::int64_t>(sizeof(Stretch)) + p.queries * (1 + batches_of_task<V>(p));
  }

  /// Batches batch, ..., batch + batches - 1 of a head. The task of batch 0 writes the rows' own outputs.
  void run(std::int64_t head, std::int64_t batch, std::int64_t batches) {
    head_ = head, batch_ = batch, batches_ = batches;
    costs_.batches = batches;
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
  struct Stretch {
    std::int64_t first, last;
    bool transform;
  };

  static constexpr std::int64_t shortest = 64;  // rows that are not divided further

  static std::int64_t block_numbers(const attest_problem& p) { return (row_block<V> * p.value_width + 15) / 16 * 16; }
  static std::int64_t most_stretches(const attest_problem& p) { return 4 * (p.queries / shortest + 1); }

  // ---- Which rows by which method.

  /// Divides rows into stretches of one method at the least cost, a binary division deep; returns the cost.
  double plan(std::int64_t first, std::int64_t last) {
    double directly = 0;
    for (std::int64_t i = first; i < last; ++i) directly += costs_.row(i);
    const std::int64_t keys = last > first ? visible_keys(p, last - 1) : 0;
    if (keys == 0 || last - first < shortest || costs_.transform(stretch_length(last - first, keys)) >= directly) {
      stretches_[stretch_count_++] = {first, last, false};
      return directly;
    }
    family_.evaluate(first, last);
    double failing = 0;
    for (std::int64_t i = first; i < last; ++i)
      if (!accurate(i)) failing += costs_.row(i);
    double whole = costs_.transform(stretch_length(last - first, keys)) + failing;
    const bool transform = whole < directly;
    if (!transform) whole = directly;
    if (failing > 0) {
      const std::int64_t before = stretch_count_, middle = first + (last - first) / 2;
      const double early = plan(first, middle), late = plan(middle, last);
      if (early + late < whole) return early + late;
      stretch_count_ = before;
    }
    stretches_[stretch_count_++] = {first, last, transform};
    return whole;
  }

  // ---- How accurate: see the derivation for each name.

  /// E: |error of a sum| <= E |w| |z| for the transforms of this length; sqrt 5 for two columns in one complex number.
  double transform_error() const {
    return (13 * transform_levels(stretch_length(family_.end - family_.begin - family_.keys + 1, family_.keys)) + 5) *
           0x1p-53 * 2.2361;
  }

  /// The square of what row i's prefix of V must have of its column's norm, for the promise to hold.
  double needed_share(std::int64_t i) const {
    const double ratio = transform_error() / norm_relative<T>;
    return ratio * ratio * family_.squared_norm / family_.squares(i);
  }
  /// Whether row i of the evaluated stretch keeps the promise if V's rows are of like size, with a factor 2 to spare.
  bool accurate(std::int64_t i) const {
    const auto visible = static_cast<double>(visible_keys(p, i)), keys = static_cast<double>(family_.keys);
    const double q = family_.quotient(i);
    return visible > 0 && family_.denominator(i) >= keys * 0x1p-962 && q > 0x1p-900 && q < 0x1p+900 &&
           family_.squares(i) >= family_.least_squares && 4 * needed_share(i) * keys <= visible;
  }

  // ---- One stretch.

  void transform(std::int64_t first, std::int64_t last) {
    family_.evaluate(first, last);
    const std::int64_t size = stretch_length(last - first, family_.keys);
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
      for (std::int64_t column = 0; column < p.value_width; column += Columns::width_of_pairs) {
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
    const std::int64_t width =
        p.value_width - column < Columns::width_of_pairs ? p.value_width - column : Columns::width_of_pairs;
    Columns columns(row_of<const T>(p.value, batch_ + b, head_, 0) + column, p.value.row, width);
    columns.measure(keys);
    columns.read(keys, needed, numbers_);
    for (std::int64_t m = keys; m < size; ++m) numbers_[m] = {typename D::Register{}, typename D::Register{}};
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
      const double logarithm = p.log_sum_exp.data != nullptr ? family_.log_sum_exp(i) : 0;
      for (std::int64_t b = 0; b < p.batches; ++b) {
        if (p.row_sum.data != nullptr) row_of<T>(p.row_sum, b, head_, 0)[i] = static_cast<T>(sum);
        if (p.log_sum_exp.data != nullptr) row_of<T>(p.log_sum_exp, b, head_, 0)[i] = static_cast<T>(logarithm);
      }
    }
  }

  // ---- The other rows.

  void compute_directly() {
    for (std::int64_t block = 0; block < p.queries; block += row_block<V>) {
      const std::int64_t end = block + row_block<V> < p.queries ? block + row_block<V> : p.queries;
      std::int64_t first = end, last = block;  // rows before `first` and from `last` on are done in all batches
      for (std::int64_t b = 0; b < batches_; ++b)
        for (std::int64_t i = block; i < end; ++i) {
          if (again_[b * p.queries + i] == 0) continue;
          if (i < first) first = i;
          if (i >= last) last = i + 1;
        }
      if (first >= last) continue;
      direct_.compute(first, last - first, [&](std::int64_t i) { return batch_ == 0 && by_transform_[i] == 0; });
      for (std::int64_t b = 0; b < batches_; ++b) multiply_directly(first, last, b);
    }
  }

  /// Those of the rows that are to be computed directly in this batch.
  void multiply_directly(std::int64_t first, std::int64_t last, std::int64_t b) {
    const std::uint8_t* again = again_ + b * p.queries + first;
    const std::int64_t count = last - first;
    std::int64_t wanted = 0;
    for (std::int64_t r = 0; r < count; ++r) wanted += again[r];
    T* const out = row_of<T>(p.output, batch_ + b, head_, first);
    if (wanted == count) direct_.multiply(count, batch_ + b, 1, {out, 0, p.output.row});
    if (wanted == count || wanted == 0) return;
    direct_.multiply(count, batch_ + b, 1, {block_, 0, p.value_width});
    for (std::int64_t r = 0; r < count; ++r)
      for (std::int64_t c = 0; c < p.value_width && again[r] != 0; ++c)
        out[r * p.output.row + c] = block_[r * p.value_width + c];
  }

  const attest_problem& p;
  Costs<V> costs_;
  const Fourier<D> fourier_;
  Numbers* const numbers_;  // a group of columns, and its transform
  Number* const kernel_;    // the family, and its transform
  Family<V> family_;
  Weights<V> direct_;
  T* const block_;  // rows of which only some are wanted
  Stretch* const stretches_;
  std::uint8_t* const by_transform_;  // row by row: what the plan says
  std::uint8_t* const again_;         // batch by batch, row by row: to be computed directly
  std::int64_t stretch_count_ = 0;
  std::int64_t head_ = 0, batch_ = 0, batches_ = 0;
};

/// The longest transform that the kernel takes.
[[gnu::always_inline]] inline std::int64_t longest_transform(const attest_problem& p) {
  return transform_length(p.queries + p.keys);
}

template <class V>
bool toeplitz_pays(const attest_problem& p) {
  const Costs<V> costs{p, p.batches};
  const std::int64_t keys = p.queries > 0 ? visible_keys(p, p.queries - 1) : 0;
  double directly = 0;
  for (std::int64_t i = 0; i < p.queries; ++i) directly += costs.row(i);
  return keys > 0 && costs.transform(stretch_length(p.queries, keys)) < directly;
}

template <class V>
std::int64_t toeplitz_scratch(const attest_problem& p) {
  return Toeplitz<V>::scratch_size(p, longest_transform(p));
}

template <class V>
std::int64_t toeplitz_tasks(const attest_problem& p) {
  const std::int64_t each = batches_of_task<V>(p);
  return each > 0 ? p.heads * ((p.batches + each - 1) / each) : 0;
}

template <class V>
void toeplitz_task(const attest_problem& p, const double* roots, std::int64_t task, void* scratch) {
  const std::int64_t each = batches_of_task<V>(p), batch = task / p.heads * each;
  Toeplitz<V> toeplitz(p, reinterpret_cast<const Complex<typename V::Wide, 1>*>(roots), longest_transform(p),
                       static_cast<char*>(scratch));
  toeplitz.run(task % p.heads, batch, p.batches - batch < each ? p.batches - batch : each);
}

}  // namespace attest::kernels::shared_weights
