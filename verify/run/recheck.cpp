// SPDX-License-Identifier: Apache-2.0
#include "verify/run/recheck.hpp"

#include "theory/error.hpp"
#include "theory/statement/hash.hpp"
#include "theory/statement/load.hpp"
#include "theory/statement/sha256.hpp"
#include "verify/results/verdict.hpp"
#include "verify/run/decide.hpp"
#include "verify/run/own_proofs.hpp"
#include "verify/run/state.hpp"
#include "verify/system/process.hpp"

namespace attest::verify::run {

using results::CheckedCertificate;
using results::CheckerReport;
using results::ClaimResult;
using results::Coverage;
using results::derive_verdicts;
using results::Results;
using results::StatementResult;
using system::Places;
using system::read_file;

namespace fs = std::filesystem;

namespace {

/// The source file that a proof's certificate names: "theory/proofs/relu.v" of ours, "own/my_lemma/proofs/mine.v" of
/// the user's, which lies with the results.
fs::path proof_file(const Places& places, const ClaimResult& claim, const CheckedCertificate& certificate,
                    const fs::path& out) {
  if (certificate.checkers.empty() || certificate.checkers.front().assumed.empty()) return {};
  return (places.own.contains(claim.stem) ? out : places.source) / certificate.checkers.front().assumed.front().file;
}

bool has_hash(const fs::path& file, const std::string& sha256) {
  return fs::exists(file) && theory::sha256(read_file(file)) == sha256;
}

std::string answer(const CheckerReport& report) {
  std::string text = report.outcome + (report.reason.empty() ? "" : ": " + report.reason);
  if (!report.evaluated.empty())
    text += ", " + report.evaluated + (report.evaluated == "1" ? " evaluation" : " evaluations");
  for (const Coverage& entry : report.assumed)
    if (entry.kind == "proof") text += ", assuming the theorem " + entry.theorem;
  return text;
}

void add_checkers(const Places& places, const ClaimResult& claim, const CheckedCertificate& certificate,
                  const fs::path& out, std::vector<RecheckStep>& steps) {
  const std::string file = places.claim_file(claim.stem).string(), path = (out / certificate.path).string();
  const std::vector<std::vector<std::string>> programs = {{places.attest_check.string()},
                                                          {"python3", places.second_checker().string()}};
  for (std::size_t i = 0; i < certificate.checkers.size() && i < programs.size(); ++i) {
    RecheckStep step{programs[i], answer(certificate.checkers[i])};
    step.command.insert(step.command.end(), {file, path});
    steps.push_back(std::move(step));
  }
}

void add_proof(const Places& places, const ClaimResult& claim, const CheckedCertificate& certificate,
               const fs::path& out, std::vector<RecheckStep>& steps) {
  const std::string file = proof_file(places, claim, certificate, out).filename();
  if (places.own.contains(claim.stem)) {
    // Nothing that an earlier run kept is believed here.
    steps.push_back({own_proof_command(places, claim.stem, {file}), certificate.proof_status});
    return;
  }
  steps.push_back({{"python3", (places.proofs() / "check.py").string(), "--work", (out / "proofs").string(), "--only",
                    file, "--claims", (places.source / "theory/papers").string(), "--checker",
                    system::as_typed({places.attest_check.string()})},
                   certificate.proof_status});
}

}  // namespace

std::string changed_since(const ClaimResult& claim, const Places& places, const fs::path& out) {
  const fs::path file = places.claim_file(claim.stem);
  const theory::LoadedClaim loaded = theory::load_claim(file, places.definitions(claim.stem));
  if (theory::header_hash(loaded) != claim.header_hash) return "the header of " + file.string() + " was edited";
  for (const StatementResult& statement : claim.statements) {
    bool found = false;
    for (const auto& now : loaded.statements) found = found || now.name == statement.name;
    if (!found || theory::statement_hash(loaded, statement.name) != statement.hash)
      return "the statement " + statement.name + " of " + file.string() +
             ", or a definition that it reaches, was edited";
    for (const CheckedCertificate& certificate : statement.certificates) {
      if (!has_hash(out / certificate.path, certificate.sha256))
        return "the certificate " + (out / certificate.path).string() + " is not the file that was checked";
      const fs::path proof = proof_file(places, claim, certificate, out);
      if (!certificate.proof_sha256.empty() && !has_hash(proof, certificate.proof_sha256))
        return "the proof " + proof.string() + " is not the file that was checked";
    }
  }
  return {};
}

void require_current(const Results& results, const Places& places, const fs::path& out) {
  const std::string again = ". Run `attest check --out " + out.string() + "` again";
  for (const auto& [name, hash] : checker_hashes(places)) {
    for (const auto& [known, expected] : results.checkers)
      if (known == name && expected != hash)
        throw InputError((out / "results.json").string(), "expected results of the present " + name + " (SHA-256 " +
                                                              hash.substr(0, 12) + "...), found those of another" +
                                                              again);
  }
  for (const ClaimResult& claim : results.claims) {
    const std::string changed = changed_since(claim, places, out);
    if (!changed.empty())
      throw InputError((out / "results.json").string(),
                       "expected results of the files as they are, found that for " + claim.id + " " + changed + again);
  }
}

Recheck recheck(const ClaimResult& claim, const StatementResult& statement, const Places& places, const fs::path& out,
                const std::function<void()>& waiting) {
  Recheck result;
  result.now = statement;
  bool any_proof = false;
  for (const CheckedCertificate& certificate : statement.certificates) {
    any_proof = any_proof || certificate.is_proof;
    if (certificate.is_proof && certificate.proof_status == results::kWithoutProofs) result.without_proofs = true;
  }
  std::vector<constructions::Claim> with_proof;
  if (any_proof) with_proof.push_back({claim.id, claim.stem, nullptr});
  ProofRun proofs(places, out / "proofs", with_proof, !result.without_proofs);
  if (!result.without_proofs && program_exists("coqc")) proofs.tell_of_waiting(waiting);
  for (CheckedCertificate& certificate : result.now.certificates) {
    certificate.checkers = {run_trusted_checker(places, places.claim_file(claim.stem), out / certificate.path),
                            run_second_checker(places, places.claim_file(claim.stem), out / certificate.path)};
    if (!certificate.is_proof || certificate.checkers.front().assumed.empty()) continue;
    const ProofReport report =
        proofs.find(claim.id, statement.name, certificate.checkers.front().assumed.front().theorem, statement.hash);
    certificate.proof_checked = report.ok;
    certificate.proof_status = report.words;
    certificate.proof_bound_by_program = report.bound_by_program;
  }
  // In the claim's context: it may cite other statements, and have a role beside them.
  ClaimResult with_now = claim;
  for (StatementResult& candidate : with_now.statements)
    if (candidate.name == statement.name) candidate = result.now;
  derive_verdicts(with_now);
  result.now = *with_now.find(statement.name);
  bool checked_something = false;
  for (const bool deciding : {true, false}) {
    for (const CheckedCertificate& certificate : result.now.certificates) {
      const bool decides = certificate.path == result.now.certificate;
      if (decides != deciding || (!deciding && (checked_something || certificate.is_proof))) continue;
      if (certificate.is_proof)
        add_proof(places, claim, certificate, out, result.steps);
      else
        add_checkers(places, claim, certificate, out, result.steps);
      checked_something = checked_something || !certificate.is_proof;
    }
  }
  return result;
}

}  // namespace attest::verify::run
