// SPDX-License-Identifier: Apache-2.0
#include "verify/report/write_reports.hpp"

#include <iomanip>
#include <ostream>

#include "verify/files.hpp"
#include "verify/report/html.hpp"
#include "verify/report/latex.hpp"
#include "verify/report/markdown.hpp"

namespace attest::verify {

std::vector<std::filesystem::path> write_reports(const Results& results, const std::filesystem::path& out) {
  const std::vector<std::pair<const char*, std::string>> reports = {
      {"report.html", to_html(results)}, {"report.md", to_markdown(results)}, {"report.tex", to_latex(results)}};
  std::vector<std::filesystem::path> written;
  for (const auto& [name, text] : reports) {
    written.push_back(out / name);
    write_file(written.back(), text);
  }
  return written;
}

void print_summary(const Results& results, std::ostream& out) {
  auto verdict = [](const StatementResult* statement) {
    return statement ? statement->status + " (" + statement->assurance + ")" : std::string("-");
  };
  out << std::left << std::setw(34) << "claim" << std::setw(24) << "as printed"
      << "repaired\n";
  for (const ClaimResult& claim : results.claims) {
    out << std::setw(34) << claim.id << std::setw(24) << verdict(claim.find("printed"))
        << verdict(claim.find("repaired")) << "\n";
    if (!claim.error.empty()) out << "  error: " << claim.error << "\n";
  }
}

}  // namespace attest::verify
