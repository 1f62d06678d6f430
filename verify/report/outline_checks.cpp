// SPDX-License-Identifier: Apache-2.0
// What the checkers covered and assumed, in words (docs/certificate_format.md, "Outcomes").
#include <algorithm>

#include "verify/report/outline.hpp"
#include "verify/report/vocabulary.hpp"

namespace attest::verify {
namespace {

std::string values(const std::string& count) { return count + (count == "1" ? " value" : " values"); }

Line in_words(const Coverage& entry) {
  const Span variable = code(entry.variable), domain = code(entry.domain);
  if (entry.kind == "exhaustive")
    return {text("every "), variable, text(" in "), domain, text(": " + values(entry.count))};
  if (entry.kind == "box")
    return {text("all "), variable, text(" in "), domain,
            text(", in " + entry.count + (entry.count == "1" ? " cell" : " cells") + " that cover it")};
  if (entry.kind == "witness")
    return {text("given values of "), variable, text(" in "), domain, text(": " + entry.count)};
  if (entry.kind == "range")
    return {text("only "), variable, text(" from " + entry.from + " to " + entry.to + " of "), domain,
            text(": " + values(entry.count) + "; no other was decided")};
  if (entry.kind == "instances")
    return {text("only " + values(entry.count) + " of "), variable, text(" in "), domain,
            text("; no other was decided")};
  if (entry.kind == "proof")
    return {text("that the theorem "), code(entry.theorem), text(" in "), code(entry.file),
            text(" (" + entry.system + ") proves this statement")};
  return {text(entry.kind + " "), variable, text(" "), domain, text(" " + entry.count)};
}

/// Everything that a reader is told of an entry; two entries with the same key read the same.
std::string key(const Coverage& entry) {
  std::string all = entry.kind;
  for (const std::string* part : {&entry.variable, &entry.domain, &entry.from, &entry.to, &entry.count, &entry.system,
                                  &entry.file, &entry.theorem})
    all += '\0' + *part;
  return all;
}

bool agree(const CheckerReport& a, const CheckerReport& b) {
  const auto same = [](const Coverage& x, const Coverage& y) { return key(x) == key(y); };
  return a.outcome == b.outcome && a.reason == b.reason &&
         std::equal(a.covered.begin(), a.covered.end(), b.covered.begin(), b.covered.end(), same) &&
         std::equal(a.assumed.begin(), a.assumed.end(), b.assumed.begin(), b.assumed.end(), same);
}

List entries(const std::vector<Coverage>& coverage) {
  List list;
  for (const Coverage& entry : coverage) list.items.push_back({{Paragraph{in_words(entry)}}});
  return list;
}

Line goal(const StatementResult& statement, const CheckedCertificate& certificate) {
  return {text("Certificate "), code(certificate.path), text(", to show that the statement "),
          strong(spoken_name(statement.name)), text(certificate.goal ? " is true" : " is false")};
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
    Blocks item = {{Paragraph{line}}};
    if (!report.covered.empty()) item.push_back({entries(report.covered)});
    list.items.push_back(std::move(item));
    i = end;
  }
  if (certificate.is_proof)
    list.items.push_back(
        {{Paragraph{{strong(certificate.proof_checked ? "Proof checked: " : "The proof was not checked here: "),
                     text(certificate.proof_status)}}}});
  return list;
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
        section.blocks.push_back({entries(report.assumed)});
      }
  if (section.blocks.empty())
    section.blocks = {
        {Paragraph{{text(any_accepted ? "Nothing beyond the statement language and the checkers themselves."
                                      : "Nothing was accepted, so nothing was assumed.")}}}};
  return section;
}

}  // namespace attest::verify
