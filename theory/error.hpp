// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace attest {

/// Bad input: one line that names the place and what was expected there ("FILE: /bias/2: expected 3 numbers, found 2").
/// The command line prints it as it is and ends with exit code 3.
class InputError : public std::runtime_error {
 public:
  InputError(const std::string& place, const std::string& expected)
      : std::runtime_error(place.empty() ? expected : place + ": " + expected) {}
};

}  // namespace attest
