// SPDX-License-Identifier: Apache-2.0
#include "verify/report/write_reports.hpp"

#include "verify/graph/formats.hpp"
#include "verify/report/digest.hpp"
#include "verify/report/html.hpp"
#include "verify/report/latex.hpp"
#include "verify/report/lint_section.hpp"
#include "verify/report/markdown.hpp"
#include "verify/report/outline.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::report {

using results::ClaimResult;
using results::Results;
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

}  // namespace attest::verify::report
