// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "verify/results/results.hpp"
#include "verify/run/checkers.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::run {

/// Why a claim's result is not one of the files as they are now: the claim's header or a statement was edited, a
/// certificate in `out` or a proof is another file. Empty if all is as it was decided.
std::string changed_since(const results::ClaimResult& claim, const system::Places& places,
                          const std::filesystem::path& out);

/// InputError that names the first file that is not what the results were derived from: of the claims, the
/// certificates, the proofs and the checkers.
void require_current(const results::Results& results, const system::Places& places, const std::filesystem::path& out);

/// One of the commands with which a stranger checks a verdict, and what it said now.
struct RecheckStep {
  std::vector<std::string> command;
  std::string answer;
};

/// One statement checked again: every certificate of it by both checkers, and its theorem by Coq.
struct Recheck {
  results::StatementResult now;    ///< with the verdict that follows from these answers
  std::vector<RecheckStep> steps;  ///< of the certificate that decides (of one that checks something, beside a theorem)
  bool without_proofs = false;     ///< Coq was not asked, since it was not when the statement was decided
};

/// Like is compared with like: of a run with --without-proofs Coq is not asked here either. `waiting` is told when a
/// wait for Coq begins.
Recheck recheck(const results::ClaimResult& claim, const results::StatementResult& statement,
                const system::Places& places, const std::filesystem::path& out,
                const std::function<void()>& waiting = {});

}  // namespace attest::verify::run
