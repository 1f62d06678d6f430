// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/enclosure.hpp"
#include <algorithm>
#include <cstdlib>
#include "verify/trusted/failure.hpp"
namespace checker {
namespace {
// The greatest dyadic number with at most `bits` significant bits that is <= x; up: the least that is >= x.
mpq_class round_one(const mpq_class& x, unsigned bits, bool up) {
  if (sgn(x) == 0) return x;
  const long size = magnitude(x), shift = static_cast<long>(bits) - size;
  if (std::abs(size) > 1L << 26) throw Undecided("an enclosure of numbers that are too large or too small");
  const mpq_class scaled = shifted(x, shift);  // has `bits` bits or one more before the point: it is cut to an integer
  return shifted(quotient(scaled.get_num(), scaled.get_den(), up), -shift);
}

End sum(const End& a, const End& b) {
  if (a.infinite != 0) return a;
  if (b.infinite != 0) return b;
  return {a.value + b.value, 0};
}
End product(const End& a, const End& b) {
  const int sign = a.sign() * b.sign();
  if (sign == 0) return {0, 0};
  if (a.infinite != 0 || b.infinite != 0) return {0, sign};
  return {a.value * b.value, 0};
}
End opposite(const End& a) { return {-a.value, -a.infinite}; }
bool less(const End& a, const End& b) { return compare(a, b) < 0; }

}  // namespace

void require_finite(const Enclosure& a) {
  if (!a.is_finite()) throw Unknown("an operation on an enclosure with an infinite end");
}
mpz_class quotient(const mpz_class& a, const mpz_class& b, bool up) {
  mpz_class result;
  (up ? mpz_cdiv_q : mpz_fdiv_q)(result.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return result;
}
mpq_class shifted(const mpq_class& x, long places) {
  mpq_class result;
  (places < 0 ? mpq_div_2exp : mpq_mul_2exp)(result.get_mpq_t(), x.get_mpq_t(),
                                             static_cast<unsigned long>(std::abs(places)));
  return result;
}
long magnitude(const mpq_class& x) {
  return static_cast<long>(mpz_sizeinbase(x.get_num_mpz_t(), 2)) -
         static_cast<long>(mpz_sizeinbase(x.get_den_mpz_t(), 2));
}

int compare(const End& a, const End& b) {
  if (a.infinite != 0 || b.infinite != 0) return a.infinite - b.infinite;
  return cmp(a.value, b.value);
}

Enclosure rounded(Enclosure x, unsigned bits) {
  if (x.lo.infinite == 0) x.lo.value = round_one(x.lo.value, bits, false);
  if (x.hi.infinite == 0) x.hi.value = round_one(x.hi.value, bits, true);
  return x;
}

Enclosure add(const Enclosure& a, const Enclosure& b, unsigned bits) {
  return rounded({sum(a.lo, b.lo), sum(a.hi, b.hi)}, bits);
}
Enclosure subtract(const Enclosure& a, const Enclosure& b, unsigned bits) { return add(a, negate(b), bits); }
Enclosure negate(const Enclosure& a) { return {opposite(a.hi), opposite(a.lo)}; }

Enclosure multiply(const Enclosure& a, const Enclosure& b, unsigned bits) {
  const auto [least, greatest] =
      std::minmax({product(a.lo, b.lo), product(a.lo, b.hi), product(a.hi, b.lo), product(a.hi, b.hi)}, less);
  return rounded({least, greatest}, bits);
}

Enclosure absolute(const Enclosure& a) {
  return {std::max({a.lo, opposite(a.hi), End{0, 0}}, less), std::max(opposite(a.lo), a.hi, less)};
}
Enclosure minimum(const Enclosure& a, const Enclosure& b) {
  return {std::min(a.lo, b.lo, less), std::min(a.hi, b.hi, less)};
}
Enclosure maximum(const Enclosure& a, const Enclosure& b) {
  return {std::max(a.lo, b.lo, less), std::max(a.hi, b.hi, less)};
}

Enclosure divide(const Enclosure& a, const Enclosure& b, unsigned bits) {
  require_finite(a);
  require_finite(b);
  if (b.contains_zero()) throw Unknown("division by an enclosure that holds 0");
  // 1/b falls on each side of 0, so its ends are those of b, exchanged. Not rounded before the product.
  return multiply(a, {{1 / b.hi.value, 0}, {1 / b.lo.value, 0}}, bits);
}

Enclosure power(const Enclosure& a, unsigned long exponent, unsigned bits) {
  if (exponent == 0) return point(1);
  require_finite(a);
  if (exponent % 2 == 0 && a.lo.sign() < 0) return power(absolute(a), exponent, bits);
  // Increasing on what is left: odd exponents, or nothing negative. Square and multiply, each end by itself.
  const auto raised = [&](const End& end) {
    Enclosure result = point(1), base = {end, end};
    for (unsigned long e = exponent;; e >>= 1) {
      if (e & 1) result = multiply(result, base, bits);
      if (e <= 1) return result;
      base = multiply(base, base, bits);
    }
  };
  return {raised(a.lo).lo, raised(a.hi).hi};
}
}  // namespace checker
