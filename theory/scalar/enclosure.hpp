// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arb.h>

#include <iosfwd>
#include <string>

#include "theory/scalar/rational.hpp"
#include "theory/scalar/truth.hpp"

namespace attest::theory {

/// A closed interval that contains a real number whose value is not known better (an Arb ball). Every operation
/// encloses every possible result. The working precision in bits is part of the value; an operation works at the
/// greater precision of its operands, so an exact constant never lowers it. Errors: none is thrown by arithmetic. Where
/// a result may be undefined (division by an enclosure that holds 0, log or sqrt of one that leaves the domain) it is
/// indeterminate: it contains everything, and every comparison with it is unknown.
class Enclosure {
 public:
  /// The precision of exact constants.
  static constexpr long least_precision = 64;

  // Construction -----------------------------------------------------------------------------------------------------
  Enclosure() : Enclosure(0) {}
  Enclosure(int value) : Enclosure(static_cast<long>(value)) {}
  Enclosure(long value) : precision_(least_precision) {
    arb_init(value_);
    arb_set_si(value_, value);
  }
  Enclosure(double) = delete;
  /// The smallest ball that the precision allows around a rational; a point where the precision suffices.
  Enclosure(const Rational& value, long precision) : precision_(precision) {
    arb_init(value_);
    arb_set_fmpq(value_, value.raw(), precision);
  }
  /// Contains every number from lower to upper. std::invalid_argument if lower > upper.
  static Enclosure hull(const Rational& lower, const Rational& upper, long precision);

  Enclosure(const Enclosure& other) : precision_(other.precision_) {
    arb_init(value_);
    arb_set(value_, other.value_);
  }
  Enclosure(Enclosure&& other) noexcept : precision_(other.precision_) {
    arb_init(value_);
    arb_swap(value_, other.value_);
  }
  Enclosure& operator=(const Enclosure& other) {
    arb_set(value_, other.value_);
    precision_ = other.precision_;
    return *this;
  }
  Enclosure& operator=(Enclosure&& other) noexcept {
    arb_swap(value_, other.value_);
    std::swap(precision_, other.precision_);
    return *this;
  }
  ~Enclosure() { arb_clear(value_); }

  // What it is -------------------------------------------------------------------------------------------------------
  long precision() const { return precision_; }
  bool contains(const Rational& x) const { return arb_contains_fmpq(value_, x.raw()) != 0; }
  bool contains(const Enclosure& other) const { return arb_contains(value_, other.value_) != 0; }
  bool is_finite() const { return arb_is_finite(value_) != 0; }
  /// Whether it is a single point.
  bool is_exact() const { return arb_is_exact(value_) != 0; }
  /// The ends, and their difference, as exact dyadic rationals. std::domain_error if an end is infinite, or if it is so
  /// large or so small that it would take more than 2^30 bits to write.
  Rational lower() const;
  Rational upper() const;
  Rational width() const { return upper() - lower(); }
  /// The middle of the ball, as a point of the same precision.
  Enclosure midpoint() const;
  /// A decimal with a radius that is guaranteed: "[0.333333333 +/- 3.34e-10]". At most `digits` digits, all of them
  /// correct up to one unit in the last place.
  std::string to_string(long digits = 20) const;

  // Arithmetic -------------------------------------------------------------------------------------------------------
  Enclosure& operator+=(const Enclosure& other);
  Enclosure& operator-=(const Enclosure& other);
  Enclosure& operator*=(const Enclosure& other);
  Enclosure& operator/=(const Enclosure& other);
  friend Enclosure operator+(Enclosure a, const Enclosure& b) { return std::move(a += b); }
  friend Enclosure operator-(Enclosure a, const Enclosure& b) { return std::move(a -= b); }
  friend Enclosure operator*(Enclosure a, const Enclosure& b) { return std::move(a *= b); }
  friend Enclosure operator/(Enclosure a, const Enclosure& b) { return std::move(a /= b); }
  friend Enclosure operator-(Enclosure a) {
    arb_neg(a.value_, a.value_);
    return a;
  }

  friend Enclosure exp(Enclosure x);
  friend Enclosure log(Enclosure x);
  /// 2^x; exact where x is an exact integer.
  friend Enclosure exp2(Enclosure x);
  friend Enclosure sqrt(Enclosure x);
  friend Enclosure abs(Enclosure x);
  friend Enclosure max(const Enclosure& a, const Enclosure& b);
  friend Enclosure min(const Enclosure& a, const Enclosure& b);
  friend Enclosure pow(const Enclosure& base, long exponent);

  // Order: yes or no only if it holds for every pair of numbers that the two contain
  // ------------------------------------
  friend Truth operator<(const Enclosure& a, const Enclosure& b);
  friend Truth operator<=(const Enclosure& a, const Enclosure& b);
  friend Truth operator>(const Enclosure& a, const Enclosure& b) { return b < a; }
  friend Truth operator>=(const Enclosure& a, const Enclosure& b) { return b <= a; }
  friend Truth operator==(const Enclosure& a, const Enclosure& b);
  friend Truth operator!=(const Enclosure& a, const Enclosure& b) { return !(a == b); }

  arb_srcptr raw() const { return value_; }
  arb_ptr raw() { return value_; }

 private:
  arb_t value_;
  long precision_;
};

// Declared again so that they are found without an argument of the class.
Enclosure exp(Enclosure x);
Enclosure log(Enclosure x);
Enclosure exp2(Enclosure x);
Enclosure sqrt(Enclosure x);
Enclosure abs(Enclosure x);
Enclosure max(const Enclosure& a, const Enclosure& b);
Enclosure min(const Enclosure& a, const Enclosure& b);
Enclosure pow(const Enclosure& base, long exponent);

std::ostream& operator<<(std::ostream& out, const Enclosure& x);

/// A rational constant as the scalar that `like` is, at its precision: for code that is generic over the scalar.
inline Rational constant(const Rational& value, const Rational&) { return value; }
inline Enclosure constant(const Rational& value, const Enclosure& like) { return Enclosure(value, like.precision()); }

}  // namespace attest::theory
