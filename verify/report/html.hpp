// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "constructions/exhibit.hpp"
#include "verify/report/outline.hpp"
#include "verify/results/results.hpp"

namespace attest::verify::report {

/// The report as one HTML file that needs nothing else: no network, no script, style and drawings inline.
std::string to_html(const results::Results& results);
/// Any other document in the same look.
std::string to_html(const Document& document);

/// Its parts: the style sheet; a matrix as a heat map with its exact entries; a plot as SVG.
std::string html_style();
std::string html_heat_map(const constructions::Exhibit::Matrix& matrix);
std::string svg_plot(const constructions::Exhibit::Plot& plot, const std::string& title);

}  // namespace attest::verify::report
