// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "verify/attack/rounding.hpp"
#include "verify/attack/value.hpp"

namespace attest::verify::attack {

/// An end of a cell: a rational number, or infinity where there is none.
struct End {
  std::optional<theory::Rational> number;
  double as_double(double infinite) const { return number ? number->to_double() : infinite; }
  std::string text(const char* infinite) const { return number ? number->to_string() : infinite; }
};

/// What a real number is bound to by rule `box`.
struct Cell {
  End low, high;

  bool is_finite() const { return low.number && high.number; }
  bool is_point() const { return is_finite() && *low.number == *high.number; }
  bool has_inside(const theory::Rational& x) const {
    return (!low.number || *low.number < x) && (!high.number || x < *high.number);
  }
  Value value() const {
    if (is_point()) return *low.number;
    return Interval{low.number ? Value(*low.number).enclosure().low : -kInfinity,
                    high.number ? Value(*high.number).enclosure().high : kInfinity};
  }
  std::pair<std::string, std::string> text() const { return {low.text("-inf"), high.text("inf")}; }
  theory::Rational middle() const {
    using theory::Rational;
    if (is_finite()) return (*low.number + *high.number) / Rational(2);
    if (low.number) return low.number->sign() > 0 ? *low.number * Rational(2) : Rational(1) + *low.number;
    if (high.number) return high.number->sign() < 0 ? *high.number * Rational(2) : *high.number - Rational(1);
    return Rational(0);
  }
};

}  // namespace attest::verify::attack
