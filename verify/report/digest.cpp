// SPDX-License-Identifier: Apache-2.0
#include "verify/report/digest.hpp"

#include <algorithm>

#include "verify/report/latex.hpp"
#include "verify/report/outline_parts.hpp"
#include "verify/results/papers.hpp"
#include "verify/results/vocabulary.hpp"

namespace attest::verify::report {

using constructions::Exhibit;
using results::CheckedCertificate;
using results::ClaimResult;
using results::Results;
using results::StatementResult;

namespace {

constexpr const char* preamble = R"tex(\documentclass[a4paper,twoside]{article}
\usepackage[T1]{fontenc}
\usepackage{textcomp}
\usepackage{amsmath,amssymb}
\usepackage{array,longtable,booktabs}
\usepackage[margin=1.6cm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.2em}
\setlength{\emergencystretch}{3em}
\begin{document}
)tex";

std::string verdict_words(const StatementResult* statement) {
  if (!statement) return "--";
  if (!statement->alarm.empty()) return "ALARM";
  return latex_text(statement->status + ", " + statement->assurance);
}

std::string line_of(const ClaimResult& claim) {
  return "{}\\texttt{" + breakable(claim.id) + "} & " + latex_text(header_value(claim, "title")) + " & " +
         verdict_words(claim.find("printed")) + " & " + verdict_words(claim.find("repaired")) + " \\\\\n";
}

/// The counterexample of the certificate that decides; else of the first that has one.
std::string counterexample(const StatementResult& statement) {
  std::string found;
  for (const CheckedCertificate& certificate : statement.certificates)
    if (!certificate.counterexample.empty() && (found.empty() || certificate.path == statement.certificate))
      found = certificate.counterexample;
  return found;
}

std::string calculation(const ClaimResult& claim) {
  for (const Exhibit& exhibit : claim.exhibits)
    if (const auto* words = std::get_if<Exhibit::Text>(&exhibit.content)) {
      std::string all;
      for (const std::string& line : words->lines) all += (all.empty() ? "" : "; ") + line;
      return "\\emph{" + breakable(exhibit.title) + ".} " + breakable(all);
    }
  return "";
}

std::string refuted(const ClaimResult& claim) {
  std::string out;
  for (const StatementResult& statement : claim.statements) {
    const std::string numbers = counterexample(statement);
    if (!is_the_papers(statement.name) || statement.status != "false" || numbers.empty()) continue;
    out += "\\texttt{" + breakable(claim.id) + "}, " + latex_text(results::spoken_name(statement.name)) + " (" +
           latex_text(statement.assurance) + "), fails at " + breakable(numbers) + ".\n";
  }
  if (out.empty()) return "";
  const std::string words = calculation(claim);
  return out + words + "\n\n";
}

}  // namespace

std::string to_digest(const Results& results) {
  std::string lines, counterexamples;
  for (const ClaimResult& claim : results.claims) {
    lines += line_of(claim);
    counterexamples += refuted(claim);
  }
  std::string papers;
  for (const results::Paper& paper : results::papers())
    if (std::any_of(results.claims.begin(), results.claims.end(),
                    [&](const ClaimResult& claim) { return results::paper_of(claim) == &paper; }))
      papers +=
          "\\texttt{" + latex_text(std::string(paper.id)) + ".*}: " + latex_text(results::citation(paper)) + "\n\n";
  return std::string(preamble) + "{\\Large Digest: published claims about attention, decided by attest " +
         latex_text(results.version) + "}\n\n" + "\\footnotesize\n" + papers +
         "Every verdict is derived from what independent checkers said of a certificate; the report has the "
         "statements, "
         "the scopes and what was not checked.\n\n" +
         (results.interrupted ? "\\textbf{This run was interrupted: not every claim was decided.}\n\n" : "") +
         "{\\scriptsize\\setlength{\\tabcolsep}{3pt}\\begin{longtable}{@{}>{\\raggedright\\arraybackslash}p{."
         "24\\linewidth}"
         ">{\\raggedright\\arraybackslash}p{.42\\linewidth}>{\\raggedright\\arraybackslash}p{.16\\linewidth}"
         ">{\\raggedright\\arraybackslash}p{.15\\linewidth}@{}}\n\\toprule\nClaim & & As printed & Repaired \\\\\n"
         "\\midrule\n\\endhead\n" +
         lines + "\\bottomrule\n\\end{longtable}}\n\n\\section*{Counterexamples}\n\\footnotesize\\raggedright\n" +
         counterexamples + "\\end{document}\n";
}

}  // namespace attest::verify::report
