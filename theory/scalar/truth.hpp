// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace attest::theory {

/// What a comparison of enclosures can say. No conversion to bool: `if (a < b)` on enclosures does not compile, because
/// an unknown must be handled where it arises.
enum class Truth { no, yes, unknown };

constexpr Truth truth(bool value) { return value ? Truth::yes : Truth::no; }

// Kleene's three-valued logic: the result is unknown only if the unknown operand could change it.
constexpr Truth operator!(Truth a) { return a == Truth::unknown ? a : truth(a == Truth::no); }
constexpr Truth operator&(Truth a, Truth b) {
  if (a == Truth::no || b == Truth::no) return Truth::no;
  return a == Truth::yes && b == Truth::yes ? Truth::yes : Truth::unknown;
}
constexpr Truth operator|(Truth a, Truth b) { return !((!a) & (!b)); }

inline const char* to_string(Truth a) { return a == Truth::yes ? "true" : a == Truth::no ? "false" : "unknown"; }

/// Thrown where a computation over enclosures must know something (which score is the greatest) that its precision does
/// not decide. `decide` catches it and raises the precision.
class Undecided : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The answer of `decide`, and the precision in bits at which it was given (the last one tried, if it is unknown).
struct Decision {
  Truth truth;
  long precision;
};

/// Calls f(precision) -> Truth at `initial` bits and then at twice as many each time, until it decides or `limit` is
/// passed.
template <class F>
Decision decide(long initial, long limit, F f) {
  if (initial < 1 || limit < initial) throw std::invalid_argument("decide: expected 1 <= initial <= limit");
  Decision decision{Truth::unknown, initial};
  for (long precision = initial; precision <= limit; precision *= 2) {
    decision.precision = precision;
    try {
      decision.truth = f(precision);
    } catch (const Undecided&) {
      decision.truth = Truth::unknown;
    }
    if (decision.truth != Truth::unknown) break;
  }
  return decision;
}

}  // namespace attest::theory
