// SPDX-License-Identifier: Apache-2.0
// What the checkers covered and assumed, in words (docs/certificate_format.md, "Outcomes").
#include <algorithm>

#include "verify/report/outline_parts.hpp"
#include "verify/results/scope.hpp"
#include "verify/results/vocabulary.hpp"

namespace attest::verify::report {

using results::CheckedCertificate;
using results::CheckerReport;
using results::ClaimResult;
using results::Coverage;
using results::coverage_in_words;
using results::spoken_name;
using results::StatementResult;

namespace {

bool agree(const CheckerReport& a, const CheckerReport& b) {
  return a.outcome == b.outcome && a.reason == b.reason && a.covered == b.covered && a.assumed == b.assumed;
}

/// A JSON number is a string there.
std::string plain_number(std::string json) {
  std::erase(json, '"');
  return json;
}

Line goal(const StatementResult& statement, const CheckedCertificate& certificate) {
  return {text("Certificate "), code(certificate.path), text(", to show that the statement "),
          strong(spoken_name(statement.name)), text(certificate.goal ? " is true" : " is false")};
}

/// What an acceptance covers: elements and cells, the witnesses that were chosen, and how many expressions were
/// evaluated.
std::string reached(const CheckerReport& report, const CheckedCertificate& certificate) {
  std::string words = coverage_in_words(report.covered);
  for (const Coverage& entry : report.covered) {
    if (entry.kind != "witness") continue;
    const auto chosen = std::find_if(certificate.witness.begin(), certificate.witness.end(),
                                     [&](const auto& pair) { return pair.first == entry.variable; });
    const bool is_short = entry.count == "1" && chosen != certificate.witness.end() && chosen->second.size() <= 40;
    words += (words.empty() ? "" : "; ") +
             (is_short             ? entry.variable + " = " + plain_number(chosen->second)
              : entry.count == "1" ? "one " + entry.variable + " that the certificate gives"
                                   : entry.count + " values of " + entry.variable + " that the certificate gives");
  }
  if (!report.evaluated.empty())
    words +=
        (words.empty() ? "" : "; ") + report.evaluated + (report.evaluated == "1" ? " evaluation" : " evaluations");
  return words.empty() ? "" : ": " + words;
}

/// One item for each group of checkers that say the same of the certificate.
List outcomes(const CheckedCertificate& certificate) {
  List list;
  for (std::size_t i = 0; i < certificate.checkers.size();) {
    Line line;
    std::size_t end = i;
    for (; end < certificate.checkers.size() && agree(certificate.checkers[i], certificate.checkers[end]); ++end) {
      const CheckerReport& report = certificate.checkers[end];
      line.push_back(text((end == i ? "" : " and ") + report.checker +
                          (report.precision.empty() ? "" : " (at most " + report.precision + " bits)")));
    }
    const CheckerReport& report = certificate.checkers[i];
    line.push_back(text(": "));
    line.push_back(strong(report.outcome));
    if (!report.reason.empty()) line.push_back(text(": " + report.reason));
    if (report.outcome == "Accepted") line.push_back(text(reached(report, certificate)));
    list.items.push_back({{Paragraph{line}}});
    i = end;
  }
  if (certificate.is_proof)
    list.items.push_back({{Paragraph{
        {strong(certificate.proof_checked                                     ? "Proof checked: "
                : certificate.proof_status.starts_with(results::kNotAccepted) ? "The proof was rejected: "
                                                                              : "The proof was not checked here: "),
         text(certificate.proof_status)}}}});
  return list;
}

std::string limits(const std::vector<Coverage>& assumed) {
  const bool proof = !assumed.empty() && assumed.front().kind == "proof";
  return proof ? "that " + coverage_in_words(assumed) + " proves this statement"
               : "only " + coverage_in_words(assumed) + "; no other was decided";
}

}  // namespace

Section checked(const ClaimResult& claim) {
  Section section{"", {text("What was checked")}, {}, Section::Tone::plain};
  for (const StatementResult& statement : claim.statements)
    for (const CheckedCertificate& certificate : statement.certificates) {
      Line line = goal(statement, certificate);
      line.push_back(text(":"));
      section.blocks.push_back({Paragraph{line}});
      section.blocks.push_back({outcomes(certificate)});
    }
  if (section.blocks.empty()) section.blocks = {{Paragraph{{text("Nothing: there is no certificate.")}}}};
  return section;
}

Section refused_proofs(const ClaimResult& claim) {
  List list;
  for (const StatementResult& statement : claim.statements)
    for (const CheckedCertificate& certificate : statement.certificates) {
      const std::string_view no = results::kNotAccepted;
      if (!certificate.is_proof || !certificate.proof_status.starts_with(no)) continue;
      Line line = {text("The proof of "), strong(spoken_name(statement.name))};
      if (!certificate.checkers.empty() && !certificate.checkers.front().assumed.empty()) {
        const Coverage& theorem = certificate.checkers.front().assumed.front();
        for (Span& span : Line{text(", "), code(theorem.theorem), text(" in "), code(theorem.file), text(",")})
          line.push_back(std::move(span));
      }
      line.push_back(text(" was rejected: " + certificate.proof_status.substr(no.size())));
      list.items.push_back({{Paragraph{std::move(line)}}});
    }
  if (list.items.empty()) return section("");
  return section("Rejected proofs", {{std::move(list)}}, Section::Tone::warning);
}

Section assumed(const ClaimResult& claim) {
  Section section{"", {text("What was assumed")}, {}, Section::Tone::plain};
  bool any_accepted = false;
  for (const StatementResult& statement : claim.statements)
    for (const CheckedCertificate& certificate : statement.certificates)
      for (std::size_t i = 0; i < certificate.checkers.size(); ++i) {
        const CheckerReport& report = certificate.checkers[i];
        any_accepted |= report.outcome == "Accepted";
        if (report.assumed.empty() || (i > 0 && agree(certificate.checkers[i - 1], report))) continue;
        Line line = goal(statement, certificate);
        line.push_back(text(", rests on:"));
        section.blocks.push_back({Paragraph{line}});
        section.blocks.push_back({List{false, {{{Paragraph{{text(limits(report.assumed))}}}}}}});
      }
  if (section.blocks.empty())
    section.blocks = {
        {Paragraph{{text(any_accepted ? "Nothing beyond the statement language and the checkers themselves."
                                      : "Nothing was accepted, so nothing was assumed.")}}}};
  return section;
}

}  // namespace attest::verify::report
