// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <flint/fmpq.h>

#include <compare>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace attest::theory {

/// An exact rational number of any size, always in lowest terms with a positive denominator.
/// Errors: a denominator 0 in input is an InputError; a division by zero in arithmetic is a std::domain_error.
class Rational {
 public:
  // Construction -----------------------------------------------------------------------------------------------------
  Rational() { fmpq_init(value_); }
  Rational(int value) : Rational(static_cast<long>(value)) {}
  Rational(long value) : Rational() { fmpq_set_si(value_, value, 1); }
  Rational(long numerator, long denominator);
  /// A double converts only where its author says how: from_double.
  Rational(double) = delete;
  explicit Rational(const fmpq_t value) : Rational() { fmpq_set(value_, value); }
  explicit Rational(const fmpz_t value) : Rational() { fmpq_set_fmpz(value_, value); }

  Rational(const Rational& other) : Rational() { fmpq_set(value_, other.value_); }
  Rational(Rational&& other) noexcept : Rational() { fmpq_swap(value_, other.value_); }
  Rational& operator=(const Rational& other) {
    fmpq_set(value_, other.value_);
    return *this;
  }
  Rational& operator=(Rational&& other) noexcept {
    fmpq_swap(value_, other.value_);
    return *this;
  }
  ~Rational() { fmpq_clear(value_); }

  /// Reads a number in canonical form and nothing else: "0", "-3", "7/2". No sign +, leading zero, -0, decimal point,
  /// space, denominator 0 or 1, common factor. InputError names `place` and what was expected ("1/2" for "2/4").
  static Rational parse(std::string_view text, const std::string& place = "");
  /// The dyadic rational that a double is. InputError for NaN and the infinities.
  static Rational from_double(double value);

  // Output -----------------------------------------------------------------------------------------------------------
  /// The canonical form: parse(x.to_string()) == x.
  std::string to_string() const;
  /// The nearest double (ties to even, overflow to infinity). For drawing only: no verdict rests on it.
  double to_double() const;

  // Arithmetic -------------------------------------------------------------------------------------------------------
  Rational& operator+=(const Rational& other) {
    fmpq_add(value_, value_, other.value_);
    return *this;
  }
  Rational& operator-=(const Rational& other) {
    fmpq_sub(value_, value_, other.value_);
    return *this;
  }
  Rational& operator*=(const Rational& other) {
    fmpq_mul(value_, value_, other.value_);
    return *this;
  }
  Rational& operator/=(const Rational& other);

  friend Rational operator+(Rational a, const Rational& b) { return std::move(a += b); }
  friend Rational operator-(Rational a, const Rational& b) { return std::move(a -= b); }
  friend Rational operator*(Rational a, const Rational& b) { return std::move(a *= b); }
  friend Rational operator/(Rational a, const Rational& b) { return std::move(a /= b); }
  friend Rational operator-(Rational a) {
    fmpq_neg(a.value_, a.value_);
    return a;
  }

  // Order ------------------------------------------------------------------------------------------------------------
  friend bool operator==(const Rational& a, const Rational& b) { return fmpq_equal(a.value_, b.value_) != 0; }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    return fmpq_cmp(a.value_, b.value_) <=> 0;
  }
  /// -1, 0 or 1.
  int sign() const { return fmpq_sgn(value_); }
  bool is_integer() const { return fmpz_is_one(fmpq_denref(value_)) != 0; }

  // Parts ------------------------------------------------------------------------------------------------------------
  Rational numerator() const { return Rational(fmpq_numref(value_)); }
  Rational denominator() const { return Rational(fmpq_denref(value_)); }
  /// The value as a machine integer; std::domain_error if it is not an integer or does not fit.
  long to_long() const;

  // For the other files of theory/ that speak to FLINT and Arb
  // ---------------------------------------------------------
  const fmpq* raw() const { return value_; }
  fmpq* raw() { return value_; }

 private:
  fmpq_t value_;
};

Rational abs(Rational x);
/// base^exponent; 0^0 = 1; std::domain_error for 0 to a negative power.
Rational pow(const Rational& base, long exponent);
/// The greatest integer <= x, the least integer >= x.
Rational floor(const Rational& x);
Rational ceil(const Rational& x);
inline const Rational& min(const Rational& a, const Rational& b) { return b < a ? b : a; }
inline const Rational& max(const Rational& a, const Rational& b) { return a < b ? b : a; }
/// The rational square root >= 0, where x is the square of a rational; nothing otherwise.
std::optional<Rational> sqrt_if_square(const Rational& x);

std::ostream& operator<<(std::ostream& out, const Rational& x);

}  // namespace attest::theory
