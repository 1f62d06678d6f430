// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "verify/instances/gradients.hpp"
#include "verify/judge/element.hpp"
#include "verify/judge/gradient_row.hpp"

namespace attest::verify::judge {

/// What stands behind the elements of one gradient: sums over all terms, of whichever batch, head, query and key, that
/// the element is a sum of (G.6).
template <class Real>
struct GradientSums {
  void reset(std::size_t size, const Real& zero);

  std::vector<Real> value;  ///< the exact gradient
  std::vector<Real> error;  ///< what the terms are off by
  std::vector<Real>
      magnitude;  ///< the terms as they are computed, at most: what each rounding behind them is a share of
  std::vector<std::int64_t> count;      ///< of terms
  std::vector<theory::Truth> promised;  ///< whether the class promises something of every term

  /// Adds those of a head: its element k is element place(k) here.
  template <class Place>
  void add(const GradientSums& from, Place place) {
    for (std::size_t k = 0; k < from.count.size(); ++k) {
      const auto to = static_cast<std::size_t>(place(static_cast<std::int64_t>(k)));
      value[to] += from.value[k];
      error[to] += from.error[k];
      magnitude[to] += from.magnitude[k];
      count[to] += from.count[k];
      promised[to] = promised[to] & from.promised[k];
    }
  }
};

/// The gradients, in the order of instances::gradient_parts.
template <class Real>
using AllGradientSums = std::array<GradientSums<Real>, std::size(instances::gradient_parts)>;

/// What one head adds to each gradient. Elements: query, key and value row by row; a relative term by i - j + keys - 1,
/// a dense one by i * keys + j, slopes by 0, buckets by their number; a sink by 0.
/// slack: the relative error of what a row says of its error (0 for enclosures).
template <class Real>
AllGradientSums<Real> gradient_sums(const Head& head, const attest_error_class& error,
                                    const std::vector<double>& grad_output, const Real& like, double slack);

/// What stands behind the sums of an element.
struct LastSteps {
  bool rounds_weights;          ///< a second time, with a factor (G.6)
  double operations = 8;        ///< roundings of a term behind the additions (G.6, G.11, G.12)
  double round, tiny;           ///< the last rounding, relatively and absolutely (G.8)
  double random_roundings = 0;  ///< 0, or the lambda of (R.1)
};

/// The bound of an element from its sums.
template <class Real>
Range gradient_bound(const GradientSums<Real>& sums, std::size_t k, const attest_error_class& error,
                     const LastSteps& last, double slack);

}  // namespace attest::verify::judge
