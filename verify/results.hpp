// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "constructions/claim.hpp"

namespace attest::verify {

/// One entry of a checker's "assumed" or "covered" list (docs/certificate_format.md, "Outcomes").
struct Coverage {
  std::string kind;  ///< "range", "instances", "proof"; or the rule: "exhaustive", "box", "witness"
  std::string variable, domain, from, to, count, system, file, theorem;  ///< empty where it does not apply
};

/// What one checker said of one certificate.
struct CheckerReport {
  std::string checker;  ///< "attest-check" or "second checker (Python)"
  std::string outcome;  ///< "Accepted", "Rejected", "Undecided", "Malformed", "not run"
  std::string reason;   ///< empty if Accepted; why not run
  std::vector<Coverage> assumed, covered;
  std::string precision;
};

/// A certificate with what the checkers said of it.
struct CheckedCertificate {
  std::string path;  ///< relative to the output folder
  bool goal = true;
  bool is_proof = false;
  std::string counterexample;  ///< goal false: the values at which the statement fails, "n = 3, x = [1, 1, 0]"
  std::vector<std::pair<std::string, std::string>> witness;  ///< (variable, JSON value), of the outermost witness steps
  std::vector<CheckerReport> checkers;
  std::string proof_status;  ///< is_proof: "checked by coqc 8.16.1", or why it was not checked here
  bool proof_checked = false;
  std::string example = {};  ///< of property_... statements: one instance of those that were checked
};

/// The verdict on one statement. Derived by verify/verdict.cpp from the checkers' reports alone.
struct StatementResult {
  std::string name;        ///< "printed", "repaired", "finding_smallest_n", ...
  std::string status;      ///< "holds", "false", "gap", "typo", "open"
  std::string assurance;   ///< "proved", "exhaustive", "certified", "sampled", or "none" for open
  std::string scope;       ///< in words: the range that was covered
  std::string checked_by;  ///< "both checkers", "attest-check alone", "Coq", ...
  std::string formal;      ///< the statement of record as it stands in the file, comments included
  std::string mathml;      ///< the same, generated from the parsed statement
  std::string latex;
  std::vector<CheckedCertificate> certificates;
};

struct ClaimResult {
  std::string id, stem;
  std::vector<std::pair<std::string, std::string>> header;  ///< the claim file's header: title, source, printed, ...
  std::string definitions;  ///< source text of the definitions that the statements reach
  std::vector<StatementResult> statements;
  std::vector<constructions::EngineCheck> engine_checks;
  std::vector<constructions::Exhibit> exhibits;
  std::string page;   ///< docs/claims/<stem>.md, Markdown: what is checked, what is NOT checked
  std::string error;  ///< not empty: the claim could not be decided, with the reason

  const StatementResult* find(const std::string& name) const;
};

struct Results {
  std::string version;
  bool thorough = false;
  bool interrupted = false;  ///< not every claim was decided
  std::vector<ClaimResult> claims;

  /// `attest.results/1`: the fields that design.md names, and everything above.
  std::string to_json() const;
  /// Reads what to_json wrote. Throws InputError.
  static Results from_json(const std::string& text, const std::string& file);
};

}  // namespace attest::verify
