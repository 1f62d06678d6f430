// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <set>

#include "constructions/claim.hpp"
#include "verify/results/results.hpp"
#include "verify/run/checkers.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::run {

/// Coq's run over the proofs of some claims, beside everything else. The proofs of a claim of the user's are a run of
/// their own, which begins when the first of them is asked for.
class ProofRun {
 public:
  ProofRun(const system::Places& places, const std::filesystem::path& work,
           const std::vector<constructions::Claim>& claims, bool ask_coq);
  /// Has it told, once, when a wait for Coq begins. Before `find`.
  void tell_of_waiting(std::function<void()> tell) { tell_ = std::move(tell); }
  bool has_proofs(const std::string& claim) const { return with_proofs_.contains(claim); }
  /// What Coq says of a theorem for a statement with this hash.
  ProofReport find(const std::string& claim, const std::string& statement, const std::string& theorem,
                   const std::string& hash);

 private:
  std::set<std::string> with_proofs_;
  std::shared_future<ProofReports> reports_;
  std::map<std::string, std::shared_future<ProofReports>> own_reports_;  ///< by the claims' ids
  std::function<void()> tell_;
  std::once_flag is_told_;
};

/// Decides one claim: runs its construction, writes the certificates under out/certificates, has the checkers decide
/// them, and derives the verdicts. A statement for which no certificate was built is open.
/// `doing` is told what is being done.
results::ClaimResult decide(const system::Places& places, const std::filesystem::path& out,
                            const constructions::Claim& claim, const constructions::Effort& effort, ProofRun& proofs,
                            const std::function<void(const std::string&)>& doing);

}  // namespace attest::verify::run
