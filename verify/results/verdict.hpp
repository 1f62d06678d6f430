// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/results/results.hpp"

namespace attest::verify::results {

/// Fills in the verdict of every statement (status, assurance, extent, scope, checked_by, certificate, alarm) from what
/// the checkers and the proof assistant said of their certificates; nothing else is looked at.
///
/// A certificate is evidence if the trusted checker accepted it, something was evaluated, and the second checker, where
/// it came to an end, accepted it with the same coverage; or if Coq accepted its theorem in this run. Evidence that
/// assumes nothing is complete: it covers the statement's own domains. Then:
///  * complete, goal true: "holds"; goal false: "false". The assurance is "proved (bound by a reader)" for a theorem,
///    "proved" for boxes of reals, "exhaustive" where a finite domain was enumerated, "certified" where witnesses alone
///    carry it.
///  * goal true, at listed instances or in a finite range: "supported", certified, with the extent beside it.
///  * goal false under an assumption: "open", sampled: evidence, not a refutation.
/// Contradicting evidence is an alarm and decides nothing: both goals accepted, an expression that a checker evaluated
/// to the opposite of a certificate's goal or found undefined, checkers that disagree, a checker that failed. A
/// certificate that cites other statements of the claim (rule `statement`) is as strong as the weakest of them.
///
/// Then the roles across statements: `printed` turns from "holds" to "typo" where the literal reading is false, and
/// from "open" or "supported" to "gap" where a step of the printed proof is false.
void derive_verdicts(ClaimResult& claim);

/// "certified at 20 instances", "exhaustive": never the word without how far it reaches.
std::string assurance_in_words(const StatementResult& statement);
/// Whether a theorem is bound to it that this run did not check, and nothing else proves it.
bool has_unchecked_proof(const StatementResult& statement);
/// "supported (certified at 20 instances)", "false (certified)"; "ALARM" where evidence contradicts itself.
std::string verdict_in_words(const StatementResult& statement);

}  // namespace attest::verify::results
