// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "verify/judge/bound.hpp"

namespace attest::verify::judge {

/// A real number that is within `radius` of high + low.
struct Enclosed {
  double high = 0, low = 0, radius = 0;
};

/// A ball as two doubles and what they leave; an infinity for one that is beyond the greatest double; an infinite
/// radius for one that is not finite or may be on either side of that.
Enclosed to_enclosed(const theory::Enclosure& x);

/// What an element should be, and how far from it the declared class may take a kernel.
struct Expected {
  Enclosed exact;
  Range bound;
};

/// Of an element that a rung cannot enclose.
inline constexpr Expected unknown{{0, 0, HUGE_VAL}, {0, HUGE_VAL}};

/// Of one row: an entry for each column that was asked for, in that order. Only the parts that were asked for.
struct ExpectedRow {
  std::vector<Expected> output;
  std::optional<Expected> row_sum, log_sum_exp;
};

/// Which elements of a row are wanted.
struct Wanted {
  std::vector<std::int64_t> columns;
  bool row_sum = false, log_sum_exp = false;
  bool any() const { return !columns.empty() || row_sum || log_sum_exp; }
};

}  // namespace attest::verify::judge
