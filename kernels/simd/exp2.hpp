// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

namespace attest::kernels::simd {

/// exp2's error, relative, for arguments from -126 (float32) or -1022 (float64) to 127: the polynomial's error (found
/// by the exchange algorithm with the constant term fixed at 1, so that exp2(0) = 1) and the roundings of its
/// evaluation. tests/kernels/x86_exp2_test.cpp measures it over every float32 argument that leads to a different
/// fraction. Below, a result is rounded to a subnormal number (AVX-512) or may be 0 instead (AVX2).
template <class Scalar>
constexpr double exp2_error = std::is_same_v<Scalar, float> ? 0x1.8p-23 : 0x1p-52;

/// 2^t for a finite t <= 127, as 2^n * p(t - n) with n the whole number nearest to t. No table, no branch.
template <class V>
inline typename V::Register exp2(typename V::Register t) {
  using Register = typename V::Register;
  const Register n = V::round(t), f = t - n;  // exact; |f| <= 1/2
  Register p;
  const auto next = [&](double coefficient) __attribute__((always_inline)) {
    p = V::fma(p, f, V::set(static_cast<typename V::Scalar>(coefficient)));
  };
  if constexpr (std::is_same_v<typename V::Scalar, float>) {
    p = V::set(0x1.5bda72p-10f);
    next(0x1.3ce8b0p-7);
    next(0x1.c6b6d8p-5);
    next(0x1.ebf9c2p-3);
    next(0x1.62e42ap-1);
  } else {
    p = V::set(0x1.e80d417311824p-32);
    next(0x1.e611a707fc42ap-28);
    next(0x1.b5260df1a0645p-24);
    next(0x1.62bfcdd8cced6p-20);
    next(0x1.ffcbfbf90f569p-17);
    next(0x1.4309130c03e8fp-13);
    next(0x1.5d87fe78b3939p-10);
    next(0x1.3b2ab6fba11e8p-7);
    next(0x1.c6b08d704a0d5p-5);
    next(0x1.ebfbdff82c59cp-3);
    next(0x1.62e42fefa39efp-1);
  }
  next(1);
  return V::scale_by_power(p, n);
}

}  // namespace attest::kernels::simd
