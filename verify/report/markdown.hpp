// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/graph/theory_graph.hpp"
#include "verify/results/results.hpp"

namespace attest::verify::report {

/// The report's register as GitHub-flavoured Markdown: the findings and the table of the claims, each with a link to
/// its file.
std::string to_markdown(const results::Results& results, const std::string& gallery = "",
                        const graph::TheoryGraph& graph = {});

/// All that is known of one claim, claims/<stem>.md beside the register: formulas as math, a plot as the table of its
/// points. A drawing stands in the HTML report alone; here its title and caption do.
std::string to_markdown(const results::ClaimResult& claim, const results::Results& results,
                        const graph::TheoryGraph& graph = {});

}  // namespace attest::verify::report
