// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "constructions/claim.hpp"
#include "verify/lint/written.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::command {

struct LintLimits {
  std::string statement;  ///< this one alone; all if it is empty
  bool thorough = false;
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

/// What lint finds of a claim's statements, until the deadline or Ctrl-C. InputError if it has no such statement.
lint::ClaimReport linted(const constructions::Claim& claim, const system::Places& places, const LintLimits& limits);

}  // namespace attest::verify::command
