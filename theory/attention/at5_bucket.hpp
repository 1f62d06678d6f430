// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/scalar/rational.hpp"

namespace attest::theory {

/// AT5's bucket b_+(l) = 1 - exp(-l max(0, gamma) / n) (SRPE, eq. 17), rounded once to binary32: the true value is
/// enclosed until both ends round to the same number. l >= 0, n >= 1; std::invalid_argument otherwise.
float at5_bucket_rounded(long l, long n, const Rational& gamma);

/// The same as a program in binary32 computes it, each operation rounded, from left to right: (l * (1/n)) * gamma, then
/// exp, then 1 - . gamma is rounded first.
float at5_bucket_stepwise(long l, long n, const Rational& gamma);

}  // namespace attest::theory
