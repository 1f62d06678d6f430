// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <vector>

#include "verify/graph/theory_graph.hpp"
#include "verify/results/results.hpp"

// The room report: what a report says (outline.hpp), and one writer for each format.
namespace attest::verify::report {

/// Writes report.html, report.md, report.tex, digest.tex, claims/<stem>.html and .md, and graph.dot, graph.json and
/// graph.csv if the run decides anything of the papers' graph, into `out`, each whole or not at all; returns their
/// paths, HTML first. `gallery`: where the findings at the top are from; none if there is no such file.
std::vector<std::filesystem::path> write_reports(const results::Results& results, const std::filesystem::path& gallery,
                                                 const graph::TheoryGraph& graph, const std::filesystem::path& out);

/// One line a claim: id, verdicts as printed and repaired with their assurance.
void print_summary(const results::Results& results, std::ostream& out, bool is_colored = false);

}  // namespace attest::verify::report
