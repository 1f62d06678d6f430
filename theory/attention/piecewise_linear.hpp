// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "theory/matrix/matrix.hpp"

namespace attest::theory {

/// A piecewise linear function of one variable that may jump: slopes[k] t + intercepts[k] between breaks[k-1] and
/// breaks[k], and at[k] at breaks[k] itself. By default 0 everywhere.
struct PiecewiseLinear {
  Vector<Rational> breaks{};                  ///< strictly increasing
  Vector<Rational> slopes{0}, intercepts{0};  ///< one more than breaks
  Vector<Rational> at{};                      ///< as many as breaks

  Rational operator()(const Rational& t) const;
  /// InputError, which names the member, unless the members fit and the breaks are in order.
  void require_valid(const std::string& place) const;
  /// The pieces between breaks, and each break whose value is that of neither neighbour.
  std::size_t pieces() const;

  static PiecewiseLinear constant(const Rational& value) { return {{}, {0}, {value}, {}}; }
  /// slope t + intercept for from <= t < to, 0 elsewhere. Domain: from < to.
  static PiecewiseLinear on_interval(const Rational& from, const Rational& to, const Rational& slope,
                                     const Rational& intercept);
};

/// phi(t). Over enclosures Undecided where it is not known on which side of a break t lies.
inline Rational image(const PiecewiseLinear& phi, const Rational& t) { return phi(t); }
Enclosure image(const PiecewiseLinear& phi, const Enclosure& t);

}  // namespace attest::theory
