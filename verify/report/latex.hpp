// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/graph/theory_graph.hpp"
#include "verify/results/results.hpp"

namespace attest::verify::report {

/// The report as a LaTeX article (amsmath, longtable, booktabs, graphicx, hyperref; any engine): matrices as exact
/// tables, a plot as the table of its points. A drawing stands in the HTML report alone; here its title and caption do.
std::string to_latex(const results::Results& results, const std::string& gallery = "",
                     const graph::TheoryGraph& graph = {});

/// UTF-8 text as LaTeX text: nothing in it is a command; characters beyond ASCII are set in mathematics where LaTeX has
/// them, and else named by their code point.
std::string latex_text(const std::string& text);

/// The same, which may be broken behind a comma, a bracket, a dot or a hyphen.
std::string breakable(const std::string& text);

}  // namespace attest::verify::report
