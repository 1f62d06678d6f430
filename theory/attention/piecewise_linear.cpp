// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/piecewise_linear.hpp"

#include <algorithm>
#include <functional>

#include "theory/error.hpp"

namespace attest::theory {

namespace {

template <class S>
S piece(const PiecewiseLinear& phi, std::size_t k, const S& t) {
  return constant(phi.slopes.at(k), t) * t + constant(phi.intercepts.at(k), t);
}

void require_length(const Vector<Rational>& x, std::size_t length, const std::string& place) {
  if (x.size() == length) return;
  throw InputError(place, "expected " + std::to_string(length) + " entries, found " + std::to_string(x.size()));
}

}  // namespace

Rational PiecewiseLinear::operator()(const Rational& t) const {
  const auto next = std::lower_bound(breaks.begin(), breaks.end(), t);  // the first break >= t
  const auto k = static_cast<std::size_t>(next - breaks.begin());
  return next != breaks.end() && *next == t ? at.at(k) : piece(*this, k, t);
}

Enclosure image(const PiecewiseLinear& phi, const Enclosure& t) {
  for (std::size_t k = 0; k < phi.breaks.size(); ++k) {
    const Enclosure place = constant(phi.breaks[k], t);
    if ((t < place) == Truth::yes) return piece(phi, k, t);
    if ((t > place) == Truth::yes) continue;
    if ((t == place) == Truth::yes) return constant(phi.at.at(k), t);
    throw Undecided("phi: it is not known on which side of the break at " + phi.breaks[k].to_string() +
                    " an entry lies");
  }
  return piece(phi, phi.breaks.size(), t);
}

void PiecewiseLinear::require_valid(const std::string& place) const {
  require_length(slopes, breaks.size() + 1, place + ".slopes");
  require_length(intercepts, breaks.size() + 1, place + ".intercepts");
  require_length(at, breaks.size(), place + ".at");
  if (std::adjacent_find(breaks.begin(), breaks.end(), std::greater_equal<Rational>()) != breaks.end())
    throw InputError(place + ".breaks", "expected strictly increasing numbers");
}

std::size_t PiecewiseLinear::pieces() const {
  std::size_t count = slopes.size();
  for (std::size_t k = 0; k < breaks.size(); ++k) {
    if (at[k] != piece(*this, k, breaks[k]) && at[k] != piece(*this, k + 1, breaks[k])) ++count;
  }
  return count;
}

PiecewiseLinear PiecewiseLinear::on_interval(const Rational& from, const Rational& to, const Rational& slope,
                                             const Rational& intercept) {
  return {{from, to}, {0, slope, 0}, {0, intercept, 0}, {slope * from + intercept, 0}};
}

}  // namespace attest::theory
