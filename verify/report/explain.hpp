// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/results/results.hpp"

namespace attest::verify::report {

/// One claim in words for a terminal, at most 90 columns where words can be broken: statement, witness, verdict, what
/// is not checked. It visits the outline that the reports visit; of long parts it says how long they are and that a
/// report shows them.
std::string explain(const results::ClaimResult& claim, bool is_colored = false);

}  // namespace attest::verify::report
