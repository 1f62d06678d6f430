// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "constructions/claim.hpp"

// The room results: what is known of the claims (this file), the verdicts that follow from it (verdict.hpp, scope.hpp,
// properties.hpp), the words for them (vocabulary.hpp), and the file that holds it all.
namespace attest::verify::results {

/// One entry of a checker's "assumed" or "covered" list (docs/certificate_format.md, "Outcomes").
struct Coverage {
  std::string kind;  ///< "range", "instances", "statement", "proof"; or the rule: "exhaustive", "box", "witness"
  /// Empty where it does not apply.
  std::string variable, domain, part, from, to, values, count, statement, system, file, theorem;

  bool operator==(const Coverage&) const = default;
};

/// What one checker said of one certificate.
struct CheckerReport {
  std::string checker;  ///< "attest-check" or "second checker (Python)"
  std::string outcome;  ///< "Accepted", "Rejected", "Undecided", "Malformed", "Failed", "not run"
  std::string reason;   ///< empty if Accepted; why not run
  std::string because;  ///< Rejected: "opposite", "undefined" or "form"
  std::vector<Coverage> assumed, covered;
  std::string evaluated;  ///< how often an expression was evaluated; empty if that is not known
  std::string precision;
};

/// How the status of a proof begins that was checked, and refused.
inline constexpr const char* kNotAccepted = "not accepted: ";

/// The status of a proof in a run that was told not to ask Coq.
inline constexpr const char* kWithoutProofs = "--without-proofs";

/// A certificate with what the checkers said of it.
struct CheckedCertificate {
  std::string path;    ///< relative to the output folder
  std::string sha256;  ///< of the file
  bool goal = true;
  bool is_proof = false;
  std::string counterexample;  ///< goal false: the values at which the statement fails, "n = 3, x = [1, 1, 0]"
  std::vector<std::pair<std::string, std::string>> witness;  ///< (variable, JSON value), of the outermost witness steps
  std::vector<CheckerReport> checkers;
  std::string proof_status;  ///< is_proof: "checked by coqc 8.16.1", kNotAccepted and why, or why it was not checked
  bool proof_checked = false;
  std::string proof_sha256;  ///< is_proof: of the source file with the theorem
  std::string example = {};  ///< of property_... statements: one instance of those that were checked
  /// is_proof: Coq took the theorem's type for the meaning of the statement's tree (theory/semantics); else a reader
  /// did.
  bool proof_bound_by_program = false;
};

/// The verdict on one statement. Derived by verify/results/verdict.cpp from the checkers' reports alone.
struct StatementResult {
  std::string name;         ///< "printed", "repaired", "finding_smallest_n", ...
  std::string status;       ///< "holds", "false", "supported", "gap", "typo", "open"
  std::string assurance;    ///< "proved", "proved (bound by a reader)", "exhaustive", "certified", "sampled", "none"
  std::string extent;       ///< how far evidence reaches that is not complete: "to n = 6", "at 20 instances"
  std::string scope;        ///< in words: what was covered
  std::string checked_by;   ///< "both checkers", "attest-check alone", "Coq", ...
  std::string certificate;  ///< the path of the certificate that decides; empty where none does
  std::string alarm;        ///< not empty: the evidence contradicts itself, and nothing is decided
  std::string hash;         ///< what certificates and proofs are bound to (docs/statement_language.md)
  std::string formal;       ///< the statement of record as it stands in the file, comments included
  std::string mathml;       ///< the same, generated from the parsed statement
  std::string latex;
  std::vector<CheckedCertificate> certificates;
};

struct ClaimResult {
  std::string id, stem;
  std::vector<std::pair<std::string, std::string>> header;  ///< the claim file's header: title, source, printed, ...
  std::string header_hash;                                  ///< what certificates are bound to
  std::string definitions;  ///< source text of the definitions that the statements reach
  std::vector<StatementResult> statements;
  std::vector<constructions::EngineCheck> engine_checks;
  std::vector<constructions::Exhibit> exhibits;
  std::string page;   ///< docs/claims/<stem>.md, Markdown: what is checked, what is NOT checked
  std::string error;  ///< not empty: the claim could not be decided, with the reason
  bool own = false;   ///< the user's: read from a file of theirs, not from theory/papers, whatever its id

  const StatementResult* find(const std::string& name) const;
};

struct Results {
  std::string version;
  /// What decided: "attest-check", "second checker" and "proof checker" with the SHA-256 of their files, "Coq" with its
  /// version where it was asked.
  std::vector<std::pair<std::string, std::string>> checkers;
  bool thorough = false;
  bool interrupted = false;  ///< not every claim was decided
  std::vector<ClaimResult> claims;

  /// `attest.results/2`: the verdicts (docs/results_format.md), and everything above.
  std::string to_json() const;
  /// Reads what to_json wrote. Verdicts are derived again from what the checkers said; where the file says otherwise,
  /// and for everything that is not of the format: InputError.
  static Results from_json(const std::string& text, const std::string& file);
};

}  // namespace attest::verify::results
