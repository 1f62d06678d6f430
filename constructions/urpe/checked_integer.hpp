// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <stdexcept>

// Integers of 64 bits, of 128 bits and of any size, with the same functions. The bounded ones are checked: a result
// that does not fit is a std::overflow_error, never a wrong number.

namespace attest::constructions {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

template <class Int>
Int checked_sum(const Int& a, const Int& b) {
  Int result;
  if (__builtin_add_overflow(a, b, &result)) throw std::overflow_error("a sum does not fit");
  return result;
}
template <class Int>
Int checked_difference(const Int& a, const Int& b) {
  Int result;
  if (__builtin_sub_overflow(a, b, &result)) throw std::overflow_error("a difference does not fit");
  return result;
}
template <class Int>
Int checked_product(const Int& a, const Int& b) {
  Int result;
  if (__builtin_mul_overflow(a, b, &result)) throw std::overflow_error("a product does not fit");
  return result;
}
template <>
inline mpz_class checked_sum(const mpz_class& a, const mpz_class& b) {
  return a + b;
}
template <>
inline mpz_class checked_difference(const mpz_class& a, const mpz_class& b) {
  return a - b;
}
template <>
inline mpz_class checked_product(const mpz_class& a, const mpz_class& b) {
  return a * b;
}

/// From and to integers of any size.
template <class Int>
Int narrowed(const mpz_class& value);
template <>
inline mpz_class narrowed(const mpz_class& value) {
  return value;
}
template <>
inline std::int64_t narrowed(const mpz_class& value) {
  if (!value.fits_slong_p()) throw std::overflow_error("a number does not fit");
  return value.get_si();
}
template <>
inline Int128 narrowed(const mpz_class& value) {
  // -2^127 is left out: the magnitude has at most 127 bits.
  if (mpz_sizeinbase(value.get_mpz_t(), 2) > 127) throw std::overflow_error("a number does not fit");
  const mpz_class magnitude = abs(value), high = magnitude >> 64;
  const UInt128 bits = (UInt128{high.get_ui()} << 64) | mpz_getlimbn(magnitude.get_mpz_t(), 0);
  return sgn(value) < 0 ? -static_cast<Int128>(bits) : static_cast<Int128>(bits);
}

inline mpz_class widened(const mpz_class& value) { return value; }
inline mpz_class widened(std::int64_t value) { return mpz_class(static_cast<long>(value)); }
inline mpz_class widened(Int128 value) {
  const UInt128 magnitude = value < 0 ? -static_cast<UInt128>(value) : static_cast<UInt128>(value);
  const mpz_class high = static_cast<unsigned long>(magnitude >> 64), low = static_cast<unsigned long>(magnitude);
  const mpz_class result = (high << 64) + low;
  return value < 0 ? mpz_class(-result) : result;
}

/// A number that depends on the value alone and looks random in its upper bits.
inline std::uint64_t scrambled(std::uint64_t bits) {
  bits = (bits ^ (bits >> 32)) * 0x9e3779b97f4a7c15u;
  return (bits ^ (bits >> 29)) * 0xbf58476d1ce4e5b9u;
}
inline std::uint64_t scrambled(std::int64_t value) { return scrambled(static_cast<std::uint64_t>(value)); }
inline std::uint64_t scrambled(Int128 value) {
  return scrambled(static_cast<std::uint64_t>(value) ^ scrambled(static_cast<std::uint64_t>(value >> 64)));
}
inline std::uint64_t scrambled(const mpz_class& value) {
  std::uint64_t bits = static_cast<std::uint64_t>(sgn(value) + 1);
  for (std::size_t i = 0; i < mpz_size(value.get_mpz_t()); ++i)
    bits = scrambled(bits ^ mpz_getlimbn(value.get_mpz_t(), static_cast<mp_size_t>(i)));
  return scrambled(bits);
}

}  // namespace attest::constructions
