// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/attention/softmax.hpp"

namespace attest::theory {

// Lemma B.3 of Positional Attention (appendix B.3): for a unique hardmax pattern (an n x n matrix of 0 and 1 with
// exactly one 1 in each row) and the scores T (2 pattern - 1), how far is the softmax pattern from the hardmax pattern,
// and which T brings it within eps?
//
// In each row the entry at the 1 is e^T / (e^T + (n-1) e^-T), so it is off by (n-1) / (e^2T + n-1); each other entry is
// off by 1 / (e^2T + n-1). So for n >= 2 the greatest error is (n-1) / (e^2T + n-1), which is <= eps < 1 exactly if
// e^2T >= (n-1)(1-eps)/eps: the least T is max(0, 1/2 ln((n-1)(1-eps)/eps)), where 0 means that every T > 0 does. For n
// = 1 the error is 0 at every T.
//
// Domain throughout: n >= 1, 0 < eps < 1; InputError otherwise.

/// (n-1) / (e^2T + n-1): the greatest error of an entry at temperature T.
Enclosure softmax_pattern_error(long n, const Enclosure& T);

/// The same from the definition: max |softmax(T (2 pattern - 1)) - pattern|. InputError if the pattern is not a unique
/// hardmax pattern.
Enclosure softmax_pattern_error(const Matrix<Rational>& pattern, const Enclosure& T);

/// The lemma's T = 1/2 ln(n/eps).
Enclosure printed_temperature(long n, const Rational& eps, long precision);

/// The least T >= 0 (as said above), enclosed to at most the width asked, which must be > 0.
Enclosure least_temperature(long n, const Rational& eps, const Rational& width);

/// A rational T > 0, at most `width` above the least one, whose error has been decided to be <= eps.
Rational sufficient_temperature(long n, const Rational& eps, const Rational& width);

}  // namespace attest::theory
