// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "verify/judge/element.hpp"
#include "verify/judge/exact_scores.hpp"
#include "verify/judge/packed_head.hpp"

namespace attest::verify::judge {

/// The first rung of the ladder: blocks of rows in double with a-priori error bounds, the bound's own sums in float.
/// For softmax operations. Its work is that of a plain float64 attention and half as much again.
class FirstRung {
 public:
  FirstRung(const Head& head, const attest_error_class& error, const PackedHead& packed, const simd::Code& code);

  /// Whether a double can tell anything of a kernel of this class: it must be much more precise than the class is.
  static bool serves(const attest_error_class& error) { return error.accumulate >= 0x1p-40; }

  static constexpr std::int64_t rows_per_block = 48;

  /// Rows first, ..., first + count - 1, count <= rows_per_block, all columns; nothing for a row whose numbers are
  /// beyond this rung. Elements that it cannot enclose have an infinite radius.
  std::vector<std::optional<ExpectedRow>> block(std::int64_t first, std::int64_t count, const Wanted& wanted);

 private:
  struct Row;
  void multiply_scores(std::int64_t first, std::int64_t count, std::int64_t end);
  void multiply_values(std::int64_t count, std::int64_t end);
  std::optional<Row> weigh(std::int64_t i, std::int64_t slot, std::int64_t block_end);
  ExpectedRow finish(const Row& row, std::int64_t slot, const Wanted& wanted) const;

  const Head& head_;
  const attest_error_class& error_;
  const PackedHead& packed_;
  const simd::Code& code_;
  const std::int64_t stride_;  // of a row of scores
  Aligned<double> scores_, sums_, bounds_;
  Aligned<float> magnitudes_, query_magnitudes_, partial_;
  std::vector<double> query_units_, bias_, factor_;
};

/// The second rung: one row in double-double arithmetic with a-priori error bounds, the bound's own sums in double.
class SecondRung {
 public:
  SecondRung(const Head& head, const attest_error_class& error, const PackedHead& packed, const simd::Code& code);

  /// All columns of row i, which must have a visible key; nothing where its numbers are beyond this rung.
  std::optional<ExpectedRow> row(std::int64_t i, const Wanted& wanted);

 private:
  const Head& head_;
  const attest_error_class& error_;
  const PackedHead& packed_;
  const simd::Code& code_;
  Aligned<double> high_, low_, magnitudes_, sums_, sums_low_, bounds_;
  std::vector<double> bias_, factor_;
};

/// The absolute error of S and of S - top in double-double, where P + |B| and |S| are at most so much; the first part
/// relative to P + |B| (docs/numerics.md, T.5).
double precise_score_error(const Head& head, double magnitude, double score_magnitude);
double precise_rounding(const Head& head);

/// Rows of hardmax: scores in double-double, or exactly where they fit a double; who wins, and who a kernel may take
/// for the winner.
class HardmaxRung {
 public:
  HardmaxRung(const Head& head, const attest_error_class& error, const PackedHead& packed, const simd::Code& code);

  /// Row i, which must have a visible key; nothing where scores are too near to one another to tell.
  std::optional<ExpectedRow> row(std::int64_t i, const Wanted& wanted);

 private:
  struct Choice;
  std::optional<Choice> choose(std::int64_t i);
  Expected element(const Choice& choice, const double* factor, std::int64_t column) const;

  const Head& head_;
  const attest_error_class& error_;
  const PackedHead& packed_;
  const simd::Code& code_;
  const ExactScores exact_;
  Aligned<double> high_, low_, magnitudes_;
  std::vector<double> bias_, factor_;
};

}  // namespace attest::verify::judge
