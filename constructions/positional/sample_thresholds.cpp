// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/sample_thresholds.hpp"

namespace attest::constructions {

using theory::Rational;

Rational both_ends(long range_end, long n) {
  return Rational(1) - Rational(2) * pow(Rational(range_end, range_end + 1), n) +
         pow(Rational(range_end - 1, range_end + 1), n);
}

bool is_sure(long range_end, long c, long n) {
  const Rational now = Rational(20) * pow(Rational(n), c) * pow(Rational(range_end), n);
  return now <= pow(Rational(range_end + 1), n) &&
         pow(Rational(n + 1), c) * Rational(range_end) <= pow(Rational(n), c) * Rational(range_end + 1);
}

long sure_from(long range_end, long c) {
  long n = 3;
  while (!is_sure(range_end, c, n)) ++n;
  return n;
}

}  // namespace attest::constructions
