// SPDX-License-Identifier: Apache-2.0
#include "verify/lint/written.hpp"

#include <algorithm>

namespace attest::verify::lint {

namespace {

const char* word(Finding::Level level) { return level == Finding::Level::defect ? "defect" : "look"; }

json::Value to_json(const StatementReport& statement) {
  json::Value hypotheses = json::Value::array(), findings = json::Value::array();
  for (const HypothesisReport& each : statement.hypotheses)
    hypotheses.push_back(
        {{"hypothesis", each.text}, {"of", each.variable}, {"without", each.without}, {"at", each.at}});
  for (const Finding& finding : statement.findings)
    findings.push_back({{"level", word(finding.level)}, {"kind", finding.kind}, {"text", finding.text}});
  return {{"name", statement.name},
          {"hash", statement.hash},
          {"comes_out", statement.comes_out},
          {"satisfied_by", statement.satisfied_by},
          {"tried", statement.tried},
          {"hypotheses", hypotheses},
          {"slips", {{"tried", statement.slips}, {"noticed", statement.noticed}, {"unnoticed", statement.unnoticed}}},
          {"trivial_sizes", statement.trivial_sizes},
          {"findings", findings}};
}

bool is_quiet(const StatementReport& statement) { return statement.findings.empty(); }

void print(const StatementReport& statement, std::ostream& out) {
  out << "  " << statement.name << ": " << statement.comes_out << " as far as was searched\n";
  for (const Finding& finding : statement.findings)
    out << "    " << word(finding.level) << ": " << finding.kind << ": " << finding.text << "\n";
  out << "    hypotheses met by " << (statement.satisfied_by.empty() ? "nothing found" : statement.satisfied_by) << " ("
      << statement.tried << " evaluations)\n";
  for (const HypothesisReport& each : statement.hypotheses)
    out << "    without " << each.text << ": " << each.without << (each.at.empty() ? "" : " at " + each.at) << "\n";
  if (statement.slips) {
    out << "    " << statement.noticed << " of " << statement.slips << " slips in the conclusion are noticed";
    for (std::size_t i = 0; i < std::min<std::size_t>(statement.unnoticed.size(), 3); ++i)
      out << (i ? "; " : "; not ") << statement.unnoticed[i];
    out << "\n";
  }
  if (!statement.trivial_sizes.empty()) {
    out << "    no slip is noticed at size";
    for (std::int64_t size : statement.trivial_sizes) out << " " << size;
    out << "\n";
  }
}

}  // namespace

json::Value to_json(const std::vector<ClaimReport>& claims) {
  json::Value all = json::Value::array();
  for (const ClaimReport& claim : claims) {
    json::Value statements = json::Value::array();
    for (const StatementReport& statement : claim.statements) statements.push_back(to_json(statement));
    all.push_back({{"id", claim.id}, {"complete", claim.complete}, {"statements", statements}});
  }
  return {{"schema", "attest.lint/1"}, {"claims", all}};
}

void print(const ClaimReport& claim, bool all, std::ostream& out) {
  out << claim.id << "\n";
  std::size_t quiet = 0;
  for (const StatementReport& statement : claim.statements) {
    if (!all && is_quiet(statement))
      ++quiet;
    else
      print(statement, out);
  }
  if (quiet) out << "  nothing found in " << quiet << (quiet == 1 ? " statement\n" : " statements\n");
  if (!claim.complete) out << "  the budget ended here\n";
}

bool has(const std::vector<ClaimReport>& claims, Finding::Level level) {
  for (const ClaimReport& claim : claims)
    for (const StatementReport& statement : claim.statements)
      for (const Finding& finding : statement.findings)
        if (finding.level == level) return true;
  return false;
}

}  // namespace attest::verify::lint
