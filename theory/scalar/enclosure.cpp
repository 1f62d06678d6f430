// SPDX-License-Identifier: Apache-2.0
#include "theory/scalar/enclosure.hpp"

#include <algorithm>
#include <ostream>
#include <stdexcept>

namespace attest::theory {

namespace {

/// mantissa * 2^exponent.
Rational dyadic(const fmpz_t mantissa, const fmpz_t exponent) {
  constexpr slong longest = slong{1} << 30;
  if (fmpz_cmp_si(exponent, longest) > 0 || fmpz_cmp_si(exponent, -longest) < 0) {
    throw std::domain_error("the end of an enclosure is too large or too small to be written as a rational");
  }
  Rational result(mantissa);
  const slong shift = fmpz_get_si(exponent);
  if (shift >= 0) {
    fmpq_mul_2exp(result.raw(), result.raw(), static_cast<flint_bitcnt_t>(shift));
  } else {
    fmpq_div_2exp(result.raw(), result.raw(), static_cast<flint_bitcnt_t>(-shift));
  }
  return result;
}

struct Ends {
  Rational lower, upper;
};

/// x = [0, u^exponent] for the u = |x| of x, where x holds numbers on both sides of 0.
void set_to_absolute_power(arb_ptr x, ulong exponent, slong precision) {
  arf_t upper, zero;
  arf_init(upper);
  arf_init(zero);
  arb_get_abs_ubound_arf(upper, x, precision);
  arb_set_arf(x, upper);
  arb_pow_ui(x, x, exponent, precision);
  arb_get_ubound_arf(upper, x, precision);
  arb_set_interval_arf(x, zero, upper, precision);
  arf_clear(upper);
  arf_clear(zero);
}

bool straddles_zero(arb_srcptr x) {
  return arb_is_finite(x) && arb_contains_zero(x) && !arb_is_nonnegative(x) && !arb_is_nonpositive(x);
}

Ends ends(arb_srcptr x) {
  if (!arb_is_finite(x)) throw std::domain_error("the ends of an enclosure that is not finite");
  fmpz_t lower, upper, exponent;
  fmpz_init(lower);
  fmpz_init(upper);
  fmpz_init(exponent);
  struct Clear {
    fmpz *a, *b, *c;
    ~Clear() {
      fmpz_clear(a);
      fmpz_clear(b);
      fmpz_clear(c);
    }
  } clear{lower, upper, exponent};
  // Exact: no rounding precision is asked for.
  arb_get_interval_fmpz_2exp(lower, upper, exponent, x);
  return {dyadic(lower, exponent), dyadic(upper, exponent)};
}

}  // namespace

Enclosure Enclosure::hull(const Rational& lower, const Rational& upper, long precision) {
  if (upper < lower)
    throw std::invalid_argument("an enclosure from " + lower.to_string() + " down to " + upper.to_string());
  Enclosure result(lower, precision);
  const Enclosure end(upper, precision);
  arb_union(result.value_, result.value_, end.value_, precision);
  return result;
}

Rational Enclosure::lower() const { return ends(value_).lower; }
Rational Enclosure::upper() const { return ends(value_).upper; }

Enclosure Enclosure::midpoint() const {
  Enclosure result(*this);
  mag_zero(arb_radref(result.value_));
  return result;
}

std::string Enclosure::to_string(long digits) const {
  if (!is_finite()) return "[-inf, inf]";
  char* text = arb_get_str(value_, digits, 0);
  std::string result(text);
  flint_free(text);
  return result;
}

Enclosure& Enclosure::operator+=(const Enclosure& other) {
  precision_ = std::max(precision_, other.precision_);
  arb_add(value_, value_, other.value_, precision_);
  return *this;
}
Enclosure& Enclosure::operator-=(const Enclosure& other) {
  precision_ = std::max(precision_, other.precision_);
  arb_sub(value_, value_, other.value_, precision_);
  return *this;
}
Enclosure& Enclosure::operator*=(const Enclosure& other) {
  precision_ = std::max(precision_, other.precision_);
  arb_mul(value_, value_, other.value_, precision_);
  return *this;
}
Enclosure& Enclosure::operator/=(const Enclosure& other) {
  precision_ = std::max(precision_, other.precision_);
  arb_div(value_, value_, other.value_, precision_);
  return *this;
}

Enclosure exp(Enclosure x) {
  arb_exp(x.value_, x.value_, x.precision_);
  return x;
}
Enclosure log(Enclosure x) {
  arb_log(x.value_, x.value_, x.precision_);
  return x;
}
Enclosure exp2(Enclosure x) {
  if (arb_is_int(x.value_)) {
    fmpz_t exponent;
    fmpz_init(exponent);
    arf_get_fmpz(exponent, arb_midref(x.value_), ARF_RND_DOWN);
    arb_one(x.value_);
    arb_mul_2exp_fmpz(x.value_, x.value_, exponent);
    fmpz_clear(exponent);
    return x;
  }
  arb_t log_2;
  arb_init(log_2);
  arb_const_log2(log_2, x.precision_ + 4);
  arb_mul(x.value_, x.value_, log_2, x.precision_ + 4);
  arb_clear(log_2);
  return exp(std::move(x));
}
Enclosure sqrt(Enclosure x) {
  arb_sqrt(x.value_, x.value_, x.precision_);
  return x;
}
Enclosure abs(Enclosure x) {
  if (straddles_zero(x.value_)) {
    set_to_absolute_power(x.value_, 1, x.precision_);
  } else {
    arb_abs(x.value_, x.value_);
  }
  return x;
}
Enclosure max(const Enclosure& a, const Enclosure& b) {
  Enclosure result(a);
  result.precision_ = std::max(a.precision_, b.precision_);
  arb_max(result.value_, a.value_, b.value_, result.precision_);
  return result;
}
Enclosure min(const Enclosure& a, const Enclosure& b) {
  Enclosure result(a);
  result.precision_ = std::max(a.precision_, b.precision_);
  arb_min(result.value_, a.value_, b.value_, result.precision_);
  return result;
}
Enclosure pow(const Enclosure& base, long exponent) {
  Enclosure result(base);
  // Arb multiplies, which forgets that an even power is not negative.
  if (exponent > 0 && exponent % 2 == 0 && straddles_zero(base.value_)) {
    set_to_absolute_power(result.value_, static_cast<ulong>(exponent), base.precision_);
    return result;
  }
  fmpz_t power;
  fmpz_init_set_si(power, exponent);
  arb_pow_fmpz(result.value_, base.value_, power, base.precision_);
  fmpz_clear(power);
  return result;
}

Truth operator<(const Enclosure& a, const Enclosure& b) {
  if (arb_lt(a.value_, b.value_)) return Truth::yes;
  return arb_ge(a.value_, b.value_) ? Truth::no : Truth::unknown;
}
Truth operator<=(const Enclosure& a, const Enclosure& b) {
  if (arb_le(a.value_, b.value_)) return Truth::yes;
  return arb_gt(a.value_, b.value_) ? Truth::no : Truth::unknown;
}
Truth operator==(const Enclosure& a, const Enclosure& b) {
  if (arb_eq(a.value_, b.value_)) return Truth::yes;
  return arb_ne(a.value_, b.value_) ? Truth::no : Truth::unknown;
}

std::ostream& operator<<(std::ostream& out, const Enclosure& x) { return out << x.to_string(); }

}  // namespace attest::theory
