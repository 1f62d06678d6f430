// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/multiprecision/mpfi.hpp>

#include "theory/scalar/enclosure.hpp"

// The second opinion on enclosures: MPFI intervals of some 660 bits, far narrower than what is tested. No code in
// common with Arb but MPFR for MPFI, which Arb uses for no elementary function.

namespace attest::tests {

using theory::Enclosure;
using theory::Rational;
using Wide =
    boost::multiprecision::number<boost::multiprecision::mpfi_float_backend<200>, boost::multiprecision::et_off>;

/// The rational that an MPFR number is.
inline Rational exact(mpfr_srcptr x) {
  if (mpfr_zero_p(x)) return 0;  // which has no exponent
  mpz_t mantissa;
  mpz_init(mantissa);
  const long exponent = mpfr_get_z_2exp(mantissa, x);
  char* digits = mpz_get_str(nullptr, 10, mantissa);
  const Rational result = Rational::parse(digits) * pow(Rational(2), exponent);
  void (*release)(void*, std::size_t);
  mp_get_memory_functions(nullptr, nullptr, &release);
  release(digits, std::char_traits<char>::length(digits) + 1);
  mpz_clear(mantissa);
  return result;
}

inline Rational lower_end(const Wide& x) { return exact(&x.backend().data()->left); }
inline Rational upper_end(const Wide& x) { return exact(&x.backend().data()->right); }

inline Wide wide(const Rational& x) {
  return Wide(boost::multiprecision::mpz_int(x.numerator().to_string())) /
         Wide(boost::multiprecision::mpz_int(x.denominator().to_string()));
}

/// Whether two enclosures of one number may both be right.
inline bool agree(const Enclosure& x, const Wide& second) {
  return x.lower() <= upper_end(second) && lower_end(second) <= x.upper();
}

}  // namespace attest::tests
