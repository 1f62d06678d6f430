// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>
#include <string>
namespace checker {
/// How a check ends; the numbers are the program's exit codes.
enum class Outcome { kAccepted = 0, kRejected = 1, kUndecided = 2, kMalformed = 3, kFailed = 70 };
/// Whatever is not accepted is thrown, with its reason.
struct Failure : std::runtime_error {
  Failure(Outcome kind, const std::string& reason, const std::string& why)
      : std::runtime_error(reason), outcome(kind), because(why) {}
  Outcome outcome;
  std::string because;  ///< of kRejected: "form", "undefined" or "opposite" (docs/certificate_format.md)
};
template <Outcome kind>
struct FailureOf : Failure {
  explicit FailureOf(const std::string& reason, const std::string& why = kind == Outcome::kRejected ? "form" : "")
      : Failure(kind, reason, why) {}
};
using Malformed = FailureOf<Outcome::kMalformed>;  ///< a file is not of its format, or cannot be read
using Rejected = FailureOf<Outcome::kRejected>;    ///< an obligation is not met; never: the statement is refuted
using Undecided = FailureOf<Outcome::kUndecided>;  ///< at the largest precision, or the budget is spent
/// An expression has no value; it rejects the certificate.
struct Undefined : Rejected {
  explicit Undefined(const std::string& reason) : Rejected(reason, "undefined") {}
};
/// Enclosures do not decide at this precision; more bits may.
struct Unknown : Undecided {
  using Undecided::Undecided;
};
}  // namespace checker
