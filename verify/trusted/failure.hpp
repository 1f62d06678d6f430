// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace checker {

/// A file is not of its format, or cannot be read: exit code 3.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// An obligation is not met: exit code 1. Never means that the statement is refuted.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// An expression has no value; it rejects the certificate.
struct Undefined : Rejected {
  using Rejected::Rejected;
};
/// Enclosures do not decide at this precision; more bits may.
struct Unknown : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Enclosures do not decide at the largest precision, or the budget is spent: exit code 2.
struct Undecided : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace checker
