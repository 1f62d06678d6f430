// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <vector>

#include "verify/graph/theory_graph.hpp"
#include "verify/results/results.hpp"

// The room report: what a report says (outline.hpp), and one writer for each format.
namespace attest::verify::report {

/// Writes report.html, report.md, report.tex, digest.tex, claims/<stem>.html and .md, and graph.dot, graph.json and
/// graph.csv if the run decides anything of the papers' graph, into `out`, each whole or not at all; returns their
/// paths, HTML first. A `lint.json` in `out` becomes a section of the claims' pages. `gallery`: where the findings at
/// the top are from; none if there is no such file. `checker_script`: what report.html embeds to check itself again
/// (recheck.hpp); nothing if there is no such file.
std::vector<std::filesystem::path> write_reports(const results::Results& results, const std::filesystem::path& gallery,
                                                 const graph::TheoryGraph& graph, const std::filesystem::path& out,
                                                 const std::filesystem::path& checker_script = {});

/// One line a claim: id, verdicts as printed and repaired with their assurance.
/// `in_full`: the claims of which every statement is told, and why a proof does not count.
void print_summary(const results::Results& results, std::ostream& out, bool is_colored,
                   const std::function<bool(const results::ClaimResult&)>& in_full);

}  // namespace attest::verify::report
