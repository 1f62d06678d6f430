// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include <string>

#include "theory/matrix/matrix.hpp"

// Random inputs for the laws. They are biased towards what breaks programs: 0, 1 and -1, few distinct values (so that
// ties arise), and numbers beyond 64 bits. The number of cases is RapidCheck's: RC_PARAMS="max_success=10000" runs
// more.

namespace attest::tests {

using theory::Matrix;
using theory::Rational;
using theory::Shape;
using theory::Vector;

/// A few small integers, so that ties are frequent.
inline rc::Gen<Rational> small_integers() {
  return rc::gen::map(rc::gen::inRange(-3, 4), [](int value) { return Rational(value); });
}

inline rc::Gen<Rational> small_rationals() {
  return rc::gen::apply([](int p, int q) { return Rational(p, q); }, rc::gen::inRange(-9, 10), rc::gen::inRange(1, 7));
}

/// Up to 40 digits above and below.
inline rc::Gen<Rational> huge_rationals() {
  return rc::gen::apply(
      [](long p, long q, int shift) { return Rational(p, q == 0 ? 1 : q) * pow(Rational(10), shift) + Rational(1, 3); },
      rc::gen::arbitrary<long>(), rc::gen::arbitrary<long>(), rc::gen::inRange(-20, 21));
}

inline rc::Gen<Rational> rationals() {
  return rc::gen::weightedOneOf<Rational>({{1, rc::gen::element(Rational(0), Rational(1), Rational(-1))},
                                           {2, small_integers()},
                                           {2, small_rationals()},
                                           {2, huge_rationals()}});
}

inline rc::Gen<Matrix<Rational>> matrices(Shape shape, const rc::Gen<Rational>& entries) {
  return rc::gen::map(rc::gen::container<Vector<Rational>>(shape.rows * shape.columns, entries),
                      [shape](const Vector<Rational>& list) {
                        return Matrix<Rational>::from_function(
                            shape, [&](std::size_t i, std::size_t j) { return list[i * shape.columns + j]; });
                      });
}

}  // namespace attest::tests

namespace rc {

template <>
struct Arbitrary<attest::theory::Rational> {
  static Gen<attest::theory::Rational> arbitrary() { return attest::tests::rationals(); }
};

}  // namespace rc
