// SPDX-License-Identifier: Apache-2.0
#include "theory/scalar/rational.hpp"

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <stdexcept>

#include "theory/error.hpp"

namespace attest::theory {

namespace {

/// Whether the text is 0 or digits without a leading zero.
bool is_canonical_natural(std::string_view text) {
  if (text.empty() || (text.size() > 1 && text[0] == '0')) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The text as it may be shown in one line of an error message.
std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string result = "\"";
  for (char c : text.substr(0, longest)) result += (c >= ' ' && c <= '~') ? c : '?';
  return result + (text.size() > longest ? "...\"" : "\"");
}

}  // namespace

Rational::Rational(long numerator, long denominator) : Rational() {
  if (denominator == 0) {
    throw InputError("", "expected a denominator that is not 0, found " + std::to_string(numerator) + "/0");
  }
  // Through fmpz, because the negative of the least long is no long.
  fmpz_set_si(fmpq_numref(value_), numerator);
  fmpz_set_si(fmpq_denref(value_), denominator);
  fmpq_canonicalise(value_);
}

Rational Rational::parse(std::string_view text, const std::string& place) {
  const bool negative = text.starts_with('-');
  const std::string_view magnitude = text.substr(negative ? 1 : 0);
  const std::size_t slash = magnitude.find('/');
  const bool fraction = slash != std::string_view::npos;
  const std::string_view numerator = magnitude.substr(0, slash);
  const std::string_view denominator = fraction ? magnitude.substr(slash + 1) : "1";
  if (!is_canonical_natural(numerator) || !is_canonical_natural(denominator)) {
    throw InputError(place, "expected a canonical rational number such as \"-3\" or \"7/2\", found " + shown(text));
  }
  if (denominator == "0") {
    throw InputError(place, "expected a denominator that is not 0, found " + shown(text));
  }
  Rational result;
  fmpz_set_str(fmpq_numref(result.value_), std::string(numerator).c_str(), 10);
  fmpz_set_str(fmpq_denref(result.value_), std::string(denominator).c_str(), 10);
  fmpq_canonicalise(result.value_);
  if (negative) fmpq_neg(result.value_, result.value_);
  // The digits are right; what is left is a common factor, a denominator 1 or "-0".
  if (const std::string canonical = result.to_string(); canonical != text) {
    throw InputError(place, "expected the canonical form \"" + canonical + "\", found " + shown(text));
  }
  return result;
}

Rational Rational::from_double(double value) {
  if (!std::isfinite(value)) {
    throw InputError("", std::string("expected a finite number, found ") + (std::isnan(value) ? "NaN" : "an infinity"));
  }
  int exponent = 0;
  // 53 binary digits hold every double, so the scaled mantissa is an integer.
  const double mantissa = std::ldexp(std::frexp(value, &exponent), 53);
  return Rational(static_cast<long>(mantissa)) * pow(Rational(2), exponent - 53L);
}

std::string Rational::to_string() const {
  char* text = fmpq_get_str(nullptr, 10, value_);
  std::string result(text);
  flint_free(text);
  return result;
}

double Rational::to_double() const {
  mpq_t exact;
  mpq_init(exact);
  fmpq_get_mpq(exact, value_);
  mpfr_t rounded;
  mpfr_init2(rounded, 53);
  // Rounding once to the format of double, subnormals included, so that nothing is rounded twice.
  const mpfr_exp_t least = mpfr_get_emin(), greatest = mpfr_get_emax();
  mpfr_set_emin(-1073);
  mpfr_set_emax(1024);
  const int direction = mpfr_set_q(rounded, exact, MPFR_RNDN);
  mpfr_subnormalize(rounded, direction, MPFR_RNDN);
  const double result = mpfr_get_d(rounded, MPFR_RNDN);
  mpfr_set_emin(least);
  mpfr_set_emax(greatest);
  mpfr_clear(rounded);
  mpq_clear(exact);
  return result;
}

Rational& Rational::operator/=(const Rational& other) {
  if (other.sign() == 0) throw std::domain_error("division of " + to_string() + " by zero");
  fmpq_div(value_, value_, other.value_);
  return *this;
}

long Rational::to_long() const {
  if (!is_integer() || !fmpz_fits_si(fmpq_numref(value_))) {
    throw std::domain_error("expected an integer of machine size, found " + to_string());
  }
  return fmpz_get_si(fmpq_numref(value_));
}

Rational abs(Rational x) {
  fmpq_abs(x.raw(), x.raw());
  return x;
}

Rational pow(const Rational& base, long exponent) {
  if (exponent < 0 && base.sign() == 0) throw std::domain_error("zero to the power " + std::to_string(exponent));
  Rational result;
  fmpq_pow_si(result.raw(), base.raw(), exponent);
  return result;
}

Rational floor(const Rational& x) {
  Rational result;
  fmpz_fdiv_q(fmpq_numref(result.raw()), fmpq_numref(x.raw()), fmpq_denref(x.raw()));
  return result;
}

Rational ceil(const Rational& x) {
  Rational result;
  fmpz_cdiv_q(fmpq_numref(result.raw()), fmpq_numref(x.raw()), fmpq_denref(x.raw()));
  return result;
}

std::optional<Rational> sqrt_if_square(const Rational& x) {
  // In lowest terms, so x is a square exactly if its numerator and its denominator are.
  if (x.sign() < 0 || !fmpz_is_square(fmpq_numref(x.raw())) || !fmpz_is_square(fmpq_denref(x.raw()))) {
    return std::nullopt;
  }
  Rational root;
  fmpz_sqrt(fmpq_numref(root.raw()), fmpq_numref(x.raw()));
  fmpz_sqrt(fmpq_denref(root.raw()), fmpq_denref(x.raw()));
  return root;
}

std::ostream& operator<<(std::ostream& out, const Rational& x) { return out << x.to_string(); }

}  // namespace attest::theory
