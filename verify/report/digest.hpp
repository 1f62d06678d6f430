// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/results/results.hpp"

namespace attest::verify::report {

/// What a reviewer attaches to a review, as a LaTeX article of a few pages: a line a claim, then every counterexample
/// to a printed statement in full, with its calculation by hand where the claim has one.
std::string to_digest(const results::Results& results);

}  // namespace attest::verify::report
