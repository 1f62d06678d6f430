// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "constructions/exhibit.hpp"
#include "verify/graph/theory_graph.hpp"
#include "verify/report/outline.hpp"
#include "verify/report/recheck.hpp"
#include "verify/results/results.hpp"

namespace attest::verify::report {

/// The report as one HTML file that needs nothing else: no network; style, drawings and one small script
/// inline, without which everything can still be read; and what `recheck` has.
std::string to_html(const results::Results& results, const std::string& gallery = "",
                    const graph::TheoryGraph& graph = {}, const Recheck& recheck = {});
/// All that is known of one claim, claims/<stem>.html beside the report.
std::string to_html(const results::ClaimResult& claim, const results::Results& results,
                    const graph::TheoryGraph& graph = {});
/// Any other document in the same look.
std::string to_html(const Document& document);

/// Its parts: the style sheet; a matrix as a heat map with its exact entries;
/// a plot as SVG.
std::string html_style();
std::string html_script();
/// The cells that differ from `beside` are marked, where it is given and some agree.
std::string html_heat_map(const constructions::Exhibit::Matrix& matrix,
                          const constructions::Exhibit::Matrix* beside = nullptr);
std::string svg_plot(const constructions::Exhibit::Plot& plot, const std::string& title);

}  // namespace attest::verify::report
