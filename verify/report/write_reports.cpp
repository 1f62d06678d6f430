// SPDX-License-Identifier: Apache-2.0
#include "verify/report/write_reports.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>

#include "verify/graph/formats.hpp"
#include "verify/report/digest.hpp"
#include "verify/report/html.hpp"
#include "verify/report/latex.hpp"
#include "verify/report/lint_section.hpp"
#include "verify/report/markdown.hpp"
#include "verify/report/outline.hpp"
#include "verify/results/verdict.hpp"
#include "verify/system/files.hpp"
#include "verify/usage/color.hpp"

namespace attest::verify::report {

using results::ClaimResult;
using results::Results;
using results::StatementResult;
using results::verdict_in_words;
using system::write_file;

std::vector<std::filesystem::path> write_reports(const Results& results, const std::filesystem::path& gallery,
                                                 const graph::TheoryGraph& graph, const std::filesystem::path& out,
                                                 const std::filesystem::path& checker_script) {
  const std::string findings = std::filesystem::exists(gallery) ? system::read_file(gallery) : "";
  std::vector<std::pair<std::string, std::string>> reports = {
      {"report.html", to_html(results, findings, graph, read_recheck(results, checker_script, out))},
      {"report.md", to_markdown(results, findings, graph)},
      {"report.tex", to_latex(results, findings, graph)},
      {"digest.tex", to_digest(results)}};
  if (const auto shown = graph_of_run(results, graph); !shown.empty()) {
    const graph::Standings run = standings(graph, graph_statuses(results));
    reports.emplace_back("graph.dot", to_dot(graph, run, shown, {graph::Layer::paper, graph::Layer::repaired}));
    reports.emplace_back("graph.json", to_json(graph, run, shown));
    reports.emplace_back("graph.csv", to_csv(graph, run, shown));
  }
  auto lint = lint_sections(results, out / "lint.json");
  for (ClaimResult claim : results.claims) {
    if (const std::string& found = lint[claim.id]; !found.empty()) {
      // The first heading of a page is its title, which reports leave out.
      if (!claim.page.starts_with("# ")) claim.page = "# " + claim.id + "\n\n" + claim.page;
      claim.page += found;
    }
    reports.emplace_back("claims/" + claim.stem + ".html", to_html(claim, results, graph));
    reports.emplace_back("claims/" + claim.stem + ".md", to_markdown(claim, results, graph));
  }
  std::vector<std::filesystem::path> written;
  for (const auto& [name, text] : reports) {
    written.push_back(out / name);
    write_file(written.back(), text);
  }
  return written;
}

namespace {

/// What is said of a claim of the user's beside its row: its other statements, and proofs that do not count.
void print_in_full(const ClaimResult& claim, std::ostream& out, bool is_colored) {
  for (const StatementResult& statement : claim.statements)
    if (statement.name != "printed" && statement.name != "repaired")
      out << "  " << std::setw(32) << statement.name << usage::painted_verdict(verdict_in_words(statement), is_colored)
          << "\n";
  for (const StatementResult& statement : claim.statements)
    for (const results::CheckedCertificate& certificate : statement.certificates)
      if (certificate.is_proof && !certificate.proof_checked)
        out << "  the proof of " << statement.name << " was not "
            << (certificate.proof_status.starts_with(results::kNotAccepted) ? certificate.proof_status.substr(4)
                                                                            : "checked: " + certificate.proof_status)
            << "\n";
  for (const constructions::EngineCheck& said : claim.engine_checks)
    if (!said.passed) out << "  " << said.what << ": " << said.detail << "\n";
}

}  // namespace

void print_summary(const Results& results, std::ostream& out, bool is_colored,
                   const std::function<bool(const ClaimResult&)>& in_full) {
  const auto verdict = [](const StatementResult* statement) {
    return statement ? verdict_in_words(*statement) : std::string("-");
  };
  const auto in_color = [&](const StatementResult* statement) {
    return usage::painted_verdict(verdict(statement), is_colored);
  };
  std::size_t width = 10;
  for (const ClaimResult& claim : results.claims) width = std::max(width, verdict(claim.find("printed")).size());
  const int column = static_cast<int>(width) + 2;
  out << std::left << std::setw(34) << "claim" << std::setw(column) << "as printed"
      << "repaired\n";
  for (const ClaimResult& claim : results.claims) {
    out << std::setw(34) << claim.id << in_color(claim.find("printed"))
        << std::string(width + 2 - verdict(claim.find("printed")).size(), ' ') << in_color(claim.find("repaired"))
        << "\n";
    if (in_full(claim)) print_in_full(claim, out, is_colored);
    if (!claim.error.empty()) out << "  error: " << claim.error << "\n";
    for (const StatementResult& statement : claim.statements)
      if (!statement.alarm.empty()) out << "  ALARM, " << statement.name << ": " << statement.alarm << "\n";
  }
}

}  // namespace attest::verify::report
