// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arb.h>

#include "verify/judge/element.hpp"
#include "verify/judge/exact_scores.hpp"

namespace attest::verify::judge {

/// Points of Arb that lie behind one another, as arb_dot wants them.
class ArbVector {
 public:
  explicit ArbVector(std::size_t size) : size_(static_cast<slong>(size)), entries_(_arb_vec_init(size_)) {}
  /// The numbers, or their magnitudes, exactly.
  ArbVector(const std::vector<double>& numbers, bool magnitudes);
  ArbVector(const ArbVector&) = delete;
  ArbVector& operator=(const ArbVector&) = delete;
  ~ArbVector() { _arb_vec_clear(entries_, size_); }

  arb_ptr operator[](std::int64_t index) { return entries_ + index; }
  arb_srcptr operator[](std::int64_t index) const { return entries_ + index; }

 private:
  slong size_;
  arb_ptr entries_;
};

/// The last rung: the rows of a head in Arb at any precision, the exact result and its bound as docs/numerics.md writes
/// them. Also what the faster rungs are tested against, and what they are measured against.
class PreciseHead {
 public:
  PreciseHead(const Head& head, const attest_error_class& error);

  /// Row i, which must have a visible key.
  ExpectedRow row(std::int64_t i, const Wanted& wanted, long precision) const;

  /// The precisions that are tried, in bits, each twice the one before: what is then undecided stays so.
  static constexpr long least_precision = 128, greatest_precision = 4096;

 private:
  friend class PreciseRow;
  const Head& head_;
  const attest_error_class& error_;
  ArbVector query_, key_, value_, query_magnitude_, key_magnitude_, value_magnitude_;
  const ExactScores exact_;
};

}  // namespace attest::verify::judge
