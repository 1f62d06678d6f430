// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace attest::kernels::positional {

/// What exp needs of a format of `p` bits with u = 2^-p.
template <typename T>
struct ExpConstants;
template <>
struct ExpConstants<float> {
  using Bits = std::int32_t;
  static constexpr float log2_e = 0x1.715476p+0f;
  static constexpr float ln2_high = 0x1.62ep-1f, ln2_low = 0x1.0bfbe8p-15f;  // 11 bits: k * ln2_high is exact
  static constexpr float to_integer = 0x1.8p+23f;  // x + to_integer holds the integer next to x in its last bits
  static constexpr float least = -0x1.5d58ap+6f;   // exp below it is under the least normal number, 2^-126
  static constexpr int fraction_bits = 23, bias = 127;
  static constexpr int degree = 7;
};
template <>
struct ExpConstants<double> {
  using Bits = std::int64_t;
  static constexpr double log2_e = 0x1.71547652b82fep+0;
  static constexpr double ln2_high = 0x1.62e42fefap-1, ln2_low = 0x1.cf79abc9e3b3ap-40;  // 37 bits
  static constexpr double to_integer = 0x1.8p+52;
  static constexpr double least = -0x1.6232bdd7abcd3p+9;  // of 2^-1022
  static constexpr int fraction_bits = 52, bias = 1023;
  static constexpr int degree = 13;
};

/// e^x for x <= 0 or x = -infinity, within 3u of the value; 0 where it is below the least normal number.
/// x = k ln 2 + r with |r| <= 0.347 (r within 0.4u), Taylor's polynomial of degree 7 (13 in float64), whose remainder
/// r^8 / 8! (r^14 / 14!) is under 0.13u (0.04u), by Horner's rule, which rounds by 1.5u at most.
template <class V>
inline typename V::Register exp_of_nonpositive(typename V::Register x) {
  using T = typename V::Scalar;
  using R = typename V::Register;
  using C = ExpConstants<T>;
  typedef typename C::Bits Bits __attribute__((vector_size(sizeof(R))));
  const R bounded = V::max(x, V::set(C::least));
  const R shifted = V::fma(bounded, V::set(C::log2_e), V::set(C::to_integer));
  const R k = shifted - V::set(C::to_integer);
  const R r = V::fma(-k, V::set(C::ln2_low), V::fma(-k, V::set(C::ln2_high), bounded));
  T factorial = 1;
  for (int n = 2; n <= C::degree; ++n) factorial *= static_cast<T>(n);
  R sum = V::set(1 / factorial);
#pragma GCC unroll 16
  for (int n = C::degree; n >= 1; --n) {
    factorial /= static_cast<T>(n);
    sum = V::fma(sum, r, V::set(1 / factorial));
  }
  const Bits exponent = (Bits)shifted - (Bits)V::set(C::to_integer) + C::bias;
  const R power = (R)(exponent << C::fraction_bits);
  return V::select(V::greater(V::set(C::least), x), R{}, sum * power);
}

}  // namespace attest::kernels::positional
