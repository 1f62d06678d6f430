// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "tests/kernels/faults/fault.hpp"

namespace attest::faults {

/// exp(x) as a kernel with this fault takes it.
template <typename Real>
Real faulty_exp(Fault fault, Real x) {
  switch (fault) {
    case Fault::exp_short_polynomial: {
      // 2^t = 2^k 2^f with |f| <= 1/2, and Taylor's polynomial of degree 3 for 2^f.
      if (!(x > -1000)) return 0;
      const Real t = x * static_cast<Real>(1.4426950408889634), k = std::round(t);
      const Real y = (t - k) * static_cast<Real>(0.6931471805599453);
      return std::ldexp(1 + y * (1 + y / 2 * (1 + y / 3)), static_cast<int>(k));
    }
    case Fault::exp_clamped:
      return std::exp(std::max(x, Real{-16}));
    case Fault::exp_range:
      return x < -16 ? Real{0} : std::exp(x);
    case Fault::exp_cut_to_13_bits: {
      int exponent;
      const Real fraction = std::frexp(std::exp(x), &exponent);
      return std::ldexp(std::trunc(fraction * 8192), exponent - 13);
    }
    case Fault::log2e_1_4427:
      return std::exp2(x * static_cast<Real>(1.4427));
    case Fault::log2e_wrong_digit:  // 1.4426950... is right
      return std::exp2(x * static_cast<Real>(1.442696));
    default:
      return std::exp(x);
  }
}

}  // namespace attest::faults
