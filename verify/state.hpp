// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "verify/files.hpp"
#include "verify/results.hpp"

namespace attest::verify {

/// What earlier runs decided, one file a claim under out/state, so that a run that was interrupted or killed goes on
/// where it stood. A result counts only if everything it depends on is as it was: the programs, both checkers, the
/// claim, its page, all definitions, all proofs and whether Coq is there and asked, and the effort.
class State {
 public:
  State(const Places& places, std::filesystem::path out, bool thorough, bool proofs);

  bool has(const constructions::Claim& claim) const { return find(claim).has_value(); }
  std::optional<ClaimResult> find(const constructions::Claim& claim) const;
  void keep(const constructions::Claim& claim, const ClaimResult& result) const;

 private:
  std::string fingerprint(const constructions::Claim& claim, const ClaimResult& result) const;
  std::filesystem::path file(const constructions::Claim& claim) const;

  const Places& places_;
  std::filesystem::path out_;
  bool thorough_;
  std::string common_;  ///< fingerprint of what all claims depend on
};

}  // namespace attest::verify
