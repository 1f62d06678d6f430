// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/broken_line.hpp"

namespace attest::constructions {

using theory::Rational;

BrokenLine BrokenLine::affine(const Rational& lo, const Rational& hi, const Rational& slope, const Rational& constant) {
  return {{lo, hi}, {slope * lo + constant, slope * hi + constant}};
}

BrokenLine BrokenLine::absolute(const Rational& lo, const Rational& hi, const Rational& at) {
  return {{lo, at, hi}, {at - lo, 0, hi - at}};
}

std::vector<Rational> BrokenLine::slopes() const {
  std::vector<Rational> result;
  for (std::size_t k = 1; k < x.size(); ++k) result.push_back((y[k] - y[k - 1]) / (x[k] - x[k - 1]));
  return result;
}

BrokenLine BrokenLine::positive_part(const Rational& lo, const Rational& hi, const Rational& at) {
  return {{lo, at, hi}, {0, 0, hi - at}};
}

BrokenLine BrokenLine::squares(const Rational& first, const Rational& step, long pieces) {
  BrokenLine line;
  for (long k = 0; k <= pieces; ++k) {
    line.x.push_back(first + Rational(k) * step);
    line.y.push_back(line.x.back() * line.x.back());
  }
  return line;
}

BrokenLine BrokenLine::times(const Rational& factor) const {
  BrokenLine line = *this;
  for (Rational& value : line.y) value *= factor;
  return line;
}

BrokenLine BrokenLine::moved(const Rational& right) const {
  BrokenLine line = *this;
  for (Rational& place : line.x) place += right;
  return line;
}

BrokenLine BrokenLine::prolonged(const Rational& lo, const Rational& hi) const {
  BrokenLine line = *this;
  const std::vector<Rational> slope = slopes();
  line.y.front() -= (line.x.front() - lo) * slope.front();
  line.x.front() = lo;
  line.y.back() += (hi - line.x.back()) * slope.back();
  line.x.back() = hi;
  return line;
}

}  // namespace attest::constructions
