// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/results/results.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::run {

/// Runs the trusted checker on a certificate file, as a program of its own.
results::CheckerReport run_trusted_checker(const system::Places& places, const std::filesystem::path& claim_file,
                                           const std::filesystem::path& certificate);

/// Runs the second checker (Python). Outcome "not run" with the reason where there is no python3.
results::CheckerReport run_second_checker(const system::Places& places, const std::filesystem::path& claim_file,
                                          const std::filesystem::path& certificate);
/// The same for several certificates of a claim, in one start of Python; those that it gives no answer to, since it was
/// ended, get a start of their own.
std::vector<results::CheckerReport> run_second_checker(const system::Places& places,
                                                       const std::filesystem::path& claim_file,
                                                       const std::vector<std::filesystem::path>& certificates);

/// The SHA-256 of what decides, for the results: of attest-check's program, of the second checker's sources (of a list
/// of their SHA-256 and names, a line each), of what checks and binds proofs (of such a list: theory/proofs/*.py and
/// theory/semantics).
std::vector<std::pair<std::string, std::string>> checker_hashes(const system::Places& places);

/// Reads the object that a checker prints with --json. "not run" if it is none, with what was printed as the reason.
results::CheckerReport read_checker_output(const std::string& checker, const std::string& output,
                                           const std::string& errors);

/// What the proof assistant said of one theorem.
struct ProofReport {
  bool ok = false;
  std::string hash;               ///< the statement's hash that the proof file binds the theorem to
  std::string words;              ///< "checked by coqc 8.16.1, no axioms", or why it was not accepted
  std::string file_sha256 = {};   ///< of the file with the theorem, as it was checked
  bool bound_by_program = false;  ///< the theorem's type is, for Coq, the statement's meaning (theory/semantics)
};

/// Keys: claim + " " + statement + " " + theorem. Empty, with `reason` set, where Coq is not installed or not asked, or
/// its run failed as a whole.
struct ProofReports {
  std::map<std::string, ProofReport> theorems;
  std::string reason;
};
/// Runs Coq once over these files of theory/proofs and what they need (in `work`, never in the sources).
ProofReports run_proof_checker(const system::Places& places, const std::filesystem::path& work,
                               const std::vector<std::string>& files);
/// The same with another command of check.py, to which --json is added.
ProofReports run_proof_checker(std::vector<std::string> command);

/// The files of theory/proofs that bind a theorem to a statement of this claim.
std::vector<std::string> proof_files(const system::Places& places, const std::string& claim);

}  // namespace attest::verify::run
