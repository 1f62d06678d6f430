// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "kernels/cpu/simd/exp.hpp"

namespace attest::kernels::simd {

/// The absolute part of tanh's error below, for a computed argument: with e = 2^-|t|, tanh = (1 - e) / (1 + e), and
/// exp2's relative error r moves the quotient by 2 e r / (1 + e)^2 <= r / 2. r itself leaves room for the second order
/// and for an e that underflows.
template <typename Scalar>
constexpr double tanh_absolute = Exp2<Scalar>::error;
/// The relative part: the difference, the sum and the quotient round once each, 3 u and what they multiply to.
template <typename Scalar>
constexpr double tanh_relative = 2 * static_cast<double>(std::numeric_limits<Scalar>::epsilon());

/// tanh(t / (2 log2 e)) for a finite t.
template <class V>
[[gnu::always_inline]] inline typename V::Register tanh_of_power(typename V::Register t) {
  using Register = typename V::Register;
  using Scalar = typename V::Scalar;
  // Beyond the least normal power the quotient is 1 in any case.
  const Register least = V::set(static_cast<Scalar>(std::numeric_limits<Scalar>::min_exponent));
  const Register e = exp2<V>(V::max(-V::max(t, -t), least)), one = V::set(1);
  const Register magnitude = (one - e) / (one + e);
  return V::select(V::greater(t, Register{}), magnitude, -magnitude);
}

/// x = cap * tanh(x * unit / (2 log2 e)) for `count` numbers, rounded up to whole registers.
template <class V>
void cap_scores(typename V::Scalar* x, std::int64_t count, typename V::Scalar unit, typename V::Scalar cap) {
  for (std::int64_t j = 0; j < count; j += V::lanes)
    V::store(x + j, tanh_of_power<V>(V::load(x + j) * V::set(unit)) * V::set(cap));
}

}  // namespace attest::kernels::simd
