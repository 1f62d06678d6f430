// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>
#include <string>
namespace checker {
/// How a check ends; the numbers are the program's exit codes.
enum class Outcome { kAccepted = 0, kRejected = 1, kUndecided = 2, kMalformed = 3, kFailed = 70 };
/// Whatever is not accepted is thrown, with its reason.
struct Failure : std::runtime_error {
  Failure(Outcome kind, const std::string& reason) : std::runtime_error(reason), outcome(kind) {}
  Outcome outcome;
};
template <Outcome kind>
struct FailureOf : Failure {
  explicit FailureOf(const std::string& reason) : Failure(kind, reason) {}
};
using Malformed = FailureOf<Outcome::kMalformed>;  ///< a file is not of its format, or cannot be read
using Rejected = FailureOf<Outcome::kRejected>;    ///< an obligation is not met; never: the statement is refuted
using Undecided = FailureOf<Outcome::kUndecided>;  ///< at the largest precision, or the budget is spent
/// An expression has no value; it rejects the certificate.
struct Undefined : Rejected {
  using Rejected::Rejected;
};
/// An expression has the opposite of the value that the certificate's goal asks for.
struct Opposite : Rejected {
  using Rejected::Rejected;
};
/// Enclosures do not decide at this precision; more bits may.
struct Unknown : Undecided {
  using Undecided::Undecided;
};
}  // namespace checker
