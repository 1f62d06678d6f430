// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/results/results.hpp"

namespace attest::verify::report {

/// The report as GitHub-flavoured Markdown: formulas as math, a plot as the table of its points. A drawing stands in
/// the HTML report alone; here its title and caption do.
std::string to_markdown(const results::Results& results);

}  // namespace attest::verify::report
