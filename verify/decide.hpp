// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <mutex>

#include "verify/checkers.hpp"
#include "verify/files.hpp"
#include "verify/results.hpp"

namespace attest::verify {

/// Coq's run over all proofs, made when the first claim asks for it.
class ProofRun {
 public:
  ProofRun(const Places& places, std::filesystem::path work) : places_(places), work_(std::move(work)) {}
  /// What Coq says of a theorem for a statement with this hash.
  ProofReport find(const std::string& claim, const std::string& statement, const std::string& theorem,
                   const std::string& hash);

 private:
  const Places& places_;
  std::filesystem::path work_;
  std::once_flag once_;
  ProofReports reports_;
};

/// Decides one claim: runs its construction, writes the certificates under out/certificates, has the checkers decide
/// them, and derives the verdicts. A statement for which no certificate was built is open.
ClaimResult decide(const Places& places, const std::filesystem::path& out, const constructions::Claim& claim,
                   const constructions::Effort& effort, ProofRun& proofs);

}  // namespace attest::verify
