// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "constructions/claim.hpp"
#include "verify/results/results.hpp"
#include "verify/system/files.hpp"

// The room run: the main job. Claims are decided side by side (decide.hpp), checkers and Coq are started
// (checkers.hpp), results are kept for the next run (state.hpp) and checked again (recheck.hpp).
namespace attest::verify::run {

struct CheckOptions {
  std::vector<std::string> ids;              ///< of registered claims; with no `files` either, every one
  std::vector<std::filesystem::path> files;  ///< claims of the user's, or folders of them (own_claims.hpp)
  /// What finds the certificates of such a claim, by its id, where something knows more than the attack.
  std::map<std::string, std::function<constructions::Findings(const constructions::Effort&)>> constructions = {};
  std::filesystem::path out = "attest-out";
  bool thorough = false;
  bool attack_alone = false;  ///< our own claims without their constructions
  bool proofs = true;         ///< have Coq check the proofs, where it is installed
  bool fresh = false;         ///< decide again what was decided before
  bool verbose = false;       ///< a line for each claim on standard error
  unsigned threads = 1;
  std::optional<double> budget;  ///< seconds for the whole run
};

/// The main job: builds each claim's certificates, writes them under out/certificates, has the checkers decide them,
/// derives the verdicts, and writes out/results.json. A claim that an earlier run with the same inputs decided is not
/// decided again (out/state). Returns all claims that are decided by now, in the order of registration. Unknown ids:
/// InputError.
results::Results check(const system::Places& places, const CheckOptions& options);

/// InputError, with the ids that were probably meant, if no claim has this one: neither a registered one nor one of the
/// user's.
void require_known(const std::string& id, const system::Places& places);

}  // namespace attest::verify::run
