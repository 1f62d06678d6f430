// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/results.hpp"

namespace attest::verify {

/// The report as GitHub-flavoured Markdown: formulas as math, a plot as the table of its points. A drawing stands in
/// the HTML report alone; here its title and caption do.
std::string to_markdown(const Results& results);

}  // namespace attest::verify
