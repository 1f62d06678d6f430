// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "constructions/claim.hpp"
#include "verify/results/results.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::run {

/// What earlier runs decided, one file a claim under out/state, so that a run that was interrupted or killed goes on
/// where it stood. A result counts only if this user's run wrote it (verify/system/seal.hpp), its certificates are the
/// files that were checked, and everything else that it depends on is as it was: the programs, both checkers, the
/// claim, its page, all definitions, all proofs and whether Coq is there and asked, and the effort. Its verdicts are
/// derived again.
class State {
 public:
  State(const system::Places& places, std::filesystem::path out, const std::string& effort, bool proofs);

  bool has(const constructions::Claim& claim) const { return find(claim).has_value(); }
  std::optional<results::ClaimResult> find(const constructions::Claim& claim) const;
  void keep(const constructions::Claim& claim, const results::ClaimResult& result) const;

 private:
  std::string dependencies(const constructions::Claim& claim) const;
  std::filesystem::path file(const constructions::Claim& claim) const;
  std::filesystem::path seal_file(const constructions::Claim& claim) const;

  const system::Places& places_;
  std::filesystem::path out_;
  std::string common_;  ///< the hash of what all claims depend on
};

/// Whether a folder of PATH has a file of this name.
bool program_exists(const char* name);

/// Whether each certificate's file below `out` has the SHA-256 that the results name.
bool certificates_match(const results::ClaimResult& claim, const std::filesystem::path& out);

/// Writes out/results.json and its seal.
void write_results(const results::Results& results, const std::filesystem::path& out);

/// The results of earlier runs in `out`, which this user's run wrote. InputError if there are none, or if the file was
/// edited or made elsewhere.
results::Results read_results(const std::filesystem::path& out);

}  // namespace attest::verify::run
