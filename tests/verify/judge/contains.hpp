// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <cmath>

#include "verify/judge/element.hpp"

namespace attest::tests {

inline theory::Enclosure sum_of(const verify::judge::Enclosed& x) {
  const auto exact = [](double part) { return theory::Enclosure(theory::Rational::from_double(part), 400); };
  return exact(x.high) + exact(x.low);
}

/// Whether a rung's answer allows everything that the precise one does: between two enclosures no more than their
/// radii, and bounds that meet. `enclosed` counts the elements of which the rung knows anything.
inline void check_contains(const verify::judge::Expected& rung, const verify::judge::Expected& precise, int& enclosed) {
  using theory::Enclosure, theory::Rational;
  if (!std::isfinite(rung.exact.radius)) return;
  ++enclosed;
  REQUIRE(std::isfinite(precise.exact.radius));
  // A row that sees nothing has the log-sum-exp -infinity in both.
  if (std::isinf(rung.exact.high) || std::isinf(precise.exact.high)) {
    CHECK(rung.exact.high == precise.exact.high);
    return;
  }
  const Enclosure distance = abs(sum_of(rung.exact) - sum_of(precise.exact));
  const Enclosure allowed = Enclosure(Rational::from_double(rung.exact.radius), 400);
  const Enclosure unknown = Enclosure(Rational::from_double(precise.exact.radius), 400);
  CHECK((distance <= allowed + unknown) == theory::Truth::yes);
  CHECK(rung.bound.low <= precise.bound.high);
  CHECK(precise.bound.low <= rung.bound.high);
  CHECK(rung.bound.low <= rung.bound.high);
}

inline void check_row(const verify::judge::ExpectedRow& rung, const verify::judge::ExpectedRow& precise,
                      int& enclosed) {
  for (std::size_t c = 0; c < precise.output.size(); ++c) check_contains(rung.output[c], precise.output[c], enclosed);
  if (precise.row_sum) check_contains(*rung.row_sum, *precise.row_sum, enclosed);
  if (precise.log_sum_exp) check_contains(*rung.log_sum_exp, *precise.log_sum_exp, enclosed);
}

}  // namespace attest::tests
