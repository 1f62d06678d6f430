// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "verify/instances/instance.hpp"

namespace attest::verify::judge {

/// One head (batch b, head h) of an instance with every number as the double that it exactly is. Arrays are row by row:
/// query queries x width, key keys x width, value keys x value_width, each times its scale. A sink is a key before all
/// others: it has no product, its bias is its score, its value and its factor are 0, and every row sees it.
class Head {
 public:
  /// random_roundings: 0, or the lambda of (R.1) in docs/numerics.md.
  Head(const instances::Instance& instance, std::int64_t batch, std::int64_t head, double random_roundings = 0);

  const std::int64_t sinks;  ///< 1 or 0: how many of `keys` are no keys of the instance
  const std::int64_t queries, keys, width, value_width;
  const double random_roundings;
  std::vector<double> query, key, value;

  const instances::Instance& instance() const { return instance_; }
  double scale() const { return instance_.scale; }
  double softcap() const { return instance_.softcap; }
  bool has_bias() const { return sinks > 0 || instance_.bias.kind != ATTEST_TERM_NONE; }
  /// Whether C is 1 for all keys, or is multiplied with.
  bool has_factor() const { return sinks > 0 || multiplies_weights(); }
  bool multiplies_weights() const { return instance_.factor.kind != ATTEST_TERM_NONE || instance_.dropout.scale != 0; }
  /// What query, key and value are multiplied by; 1 without a scale.
  double query_scale = 1, key_scale = 1, value_scale = 1;

  /// B_i or C_i, keys numbers, where the instance has that term; read from a slice of a relative term, or written to
  /// `buffer`. B of ALiBi in float64 is the rounded product -slope * |i - j|, and bias_rest_row what the rounding left.
  const double* bias_row(std::int64_t i, double* buffer) const;
  const double* factor_row(std::int64_t i, double* buffer) const;
  /// Null where it is all 0.
  const double* bias_rest_row(std::int64_t i) const {
    if (bias_rest_.empty()) return nullptr;
    return sinks > 0 ? bias_rest_.data() + i * keys : slice(bias_rest_, i);
  }

  // What the bound asks of a head beside its rows. Sums are rounded upwards, maxima are exact.
  double norm_of_query(std::int64_t i) const { return norm(query.data() + i * width, width, 1); }
  double greatest_key_norm = 0;
  struct Column {
    double norm = 0, root = 0, greatest = 0;  ///< of |v_jc| over j: sum, root of the sum of squares, maximum
  };
  std::vector<Column> columns;
  /// columns[c] as the bound of row i wants it: of a kernel that transforms with the root over the keys that the row
  /// sees alone, which is what it promises (N.12); the root is of no matter to others.
  Column column_of_row(const attest_error_class& error, std::int64_t i, std::int64_t c) const;
  /// Whether all of these sums are finite; those that are not are given as the greatest double.
  bool norms_are_finite = true;

  /// Whether key j is visible to query i is visible(i)[j] != 0; null where all keys below end(i) are.
  const std::uint8_t* mask_row(std::int64_t i) const;
  /// One more than the last visible key; 0 where none is.
  std::int64_t end(std::int64_t i) const;
  std::int64_t visible_count(std::int64_t i) const;

 private:
  const double* slice(const std::vector<double>& relative, std::int64_t i) const {
    return relative.data() + (queries - 1 - i);
  }
  class Norms;
  static double norm(const double* numbers, std::int64_t count, std::int64_t stride);
  const double* row(const instances::Term& term, const std::vector<double>& relative, std::int64_t i,
                    double* buffer) const;
  std::vector<double> spread(const instances::Term& term, std::vector<double>* rest) const;
  void read_numbers();
  void spread_mask();

  const instances::Instance& instance_;
  const std::int64_t batch_, head_;
  // Relative terms in the order of j - i; bias_ fills bias_rest_, whose rows are whole where there is a sink.
  std::vector<double> bias_rest_, bias_, factor_;
  std::vector<std::uint8_t> mask_;  // a window's bytes in the order of j - i; with a sink whole rows of any mask's
  // Column by column the roots over the keys 0, ..., j: where transforms are likely and rows see parts of the keys.
  std::vector<double> prefix_roots_;
};

}  // namespace attest::verify::judge
