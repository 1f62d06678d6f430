// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "verify/json/parse.hpp"
#include "verify/lint/lint.hpp"

namespace attest::verify::lint {

struct ClaimReport {
  std::string id;
  std::vector<StatementReport> statements;
  bool complete = true;  ///< false: the budget ended before the last statement
};

/// An object of the schema attest.lint/1 (docs/lint.md).
json::Value to_json(const std::vector<ClaimReport>& claims);

/// For a terminal. `all`: also what was found to be in order.
void print(const ClaimReport& claim, bool all, std::ostream& out);

/// Whether something was found of this level.
bool has(const std::vector<ClaimReport>& claims, Finding::Level level);

}  // namespace attest::verify::lint
