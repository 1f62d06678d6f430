// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "verify/validate/validate.hpp"

namespace attest::verify::validate {

/// The report of `attest kernels validate` as one HTML file that needs nothing else: a table of all verdicts, and for
/// each the histogram of errors, the heat map of shares over heads and queries, and the elements to look at.
/// `blames`: lines about the stages that are to blame.
std::string kernels_report(const std::vector<Validation>& validations, const std::vector<std::string>& blames = {});

}  // namespace attest::verify::validate
