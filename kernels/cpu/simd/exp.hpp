// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace attest::kernels::simd {

/// How closely the 16-bit kernels need exp: their weights, of float32, are rounded to 16 bits or multiplied by values
/// of 16 bits.
struct SixteenBits {};

/// 2^f for |f| <= 1/2 (2^-17 more, as the argument is rounded before it is divided) as a polynomial p with p(0) = 1:
/// the others' coefficients are the minimax ones of the relative error, highest first, each rounded before the next was
/// found. `error` holds that polynomial's error and the roundings of Horner's rule by fused operations, of which the
/// last costs u / 2 below 1 and u above, and those before it |f| (u / 2 + |f| (u / 4 + ...)) < 0.32 u: at f = -1/2 they
/// are 1.16 u together. tests/kernels/exp2_test.cpp and packed_exp_test.cpp measure it.
template <typename Precision>
struct Exp2;
template <>
struct Exp2<SixteenBits> {
  static constexpr int degree = 4;
  static constexpr double error = 0x1p-18;  ///< 2^-18.43 the polynomial's
  float coefficients[degree] = {0x1.3a02d6p-7f, 0x1.c9fc4cp-5f, 0x1.ec0378p-3f, 0x1.62e12cp-1f};
};
template <>
struct Exp2<float> {
  static constexpr int degree = 6;
  static constexpr double error = 0x1.4p-24;  ///< 0.05 u the polynomial's
  float coefficients[degree] = {0x1.416b5ap-13f, 0x1.5f083p-10f, 0x1.3b2dep-7f,
                                0x1.c6af7cp-5f,  0x1.ebfbdcp-3f, 0x1.62e43p-1f};
};
template <>
struct Exp2<double> {
  static constexpr int degree = 11;
  static constexpr double error = 0x1p-52;
  double coefficients[degree] = {0x1.e80d417311824p-32, 0x1.e611a707fc42ap-28, 0x1.b5260df1a0645p-24,
                                 0x1.62bfcdd8cced6p-20, 0x1.ffcbfbf90f569p-17, 0x1.4309130c03e8fp-13,
                                 0x1.5d87fe78b3939p-10, 0x1.3b2ab6fba11e8p-7,  0x1.c6b08d704a0d5p-5,
                                 0x1.ebfbdff82c59cp-3,  0x1.62e42fefa39efp-1};
};

/// 2^f for |f| <= 1/2: the one polynomial of every exp here.
template <class V, typename Precision = typename V::Scalar>
[[gnu::always_inline]] inline typename V::Register exp2_of_fraction(typename V::Register f) {
  constexpr Exp2<Precision> polynomial;
  typename V::Register p = V::set(polynomial.coefficients[0]);
#pragma GCC unroll 16
  for (int k = 1; k < polynomial.degree; ++k) p = V::fma(p, f, V::set(polynomial.coefficients[k]));
  return V::fma(p, f, V::set(1));
}

/// 2^t for a finite t <= 127, as 2^n * p(t - n) with n the whole number nearest to t; no table, no branch. Within
/// Exp2<Scalar>::error for t from -126 (float32) or -1022 (float64); below, a result is rounded to a subnormal number
/// or may be 0 instead (V::scale_by_power).
template <class V>
[[gnu::always_inline]] inline typename V::Register exp2(typename V::Register t) {
  const typename V::Register n = V::round(t);
  return V::scale_by_power(exp2_of_fraction<V>(t - n), n);  // the difference is exact
}

/// log2(e) as the sum of two numbers, and the least x whose e^x is not under the least normal number.
template <typename Scalar>
struct Log2E;
template <>
struct Log2E<float> {
  static constexpr float high = 0x1.715476p+0f, low = 0x1.4ae0cp-26f, least = -0x1.5d58ap+6f;
};
template <>
struct Log2E<double> {
  static constexpr double high = 0x1.71547652b82fep+0, low = 0x1.777d0ffda0d24p-56, least = -0x1.6232bdd7abcd3p+9;
};

/// What exp below is off by, relative: f is rounded twice, by u / 4 each (u / 2 where it is above 1/2), which is
/// 0.35 u (0.7 u) of 2^f, and 2^f by Exp2's error.
template <typename Scalar>
constexpr double exp_error = sizeof(Scalar) == 8 ? 0x1.8p-52 : 0x1p-23;

/// e^x for x <= 0 or x = -infinity; 0 where it is below the least normal number.
template <class V>
[[gnu::always_inline]] inline typename V::Register exp_of_nonpositive(typename V::Register x) {
  using Register = typename V::Register;
  using C = Log2E<typename V::Scalar>;
  const Register least = V::set(C::least), bounded = V::max(x, least);
  const Register n = V::round(bounded * V::set(C::high));
  const Register f = V::fma(bounded, V::set(C::low), V::fma(bounded, V::set(C::high), -n));
  return V::select(V::greater(least, x), Register{}, V::scale_by_power(exp2_of_fraction<V>(f), n));
}

}  // namespace attest::kernels::simd
