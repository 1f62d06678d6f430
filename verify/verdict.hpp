// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/results.hpp"

namespace attest::verify {

/// Fills in status, assurance, scope and checked_by of one statement from its checked certificates; nothing else is
/// looked at.
///
/// A certificate counts only if the trusted checker accepted it and the second checker, where it ran to a decision,
/// accepted it with the same coverage. Then, by the strongest that there is:
///  * goal false, nothing assumed: "false", certified.
///  * a proof that Coq checked in this run, bound to this statement's hash: "holds", proved.
///  * goal true, nothing assumed: "holds"; proved if boxes of reals were decided, exhaustive if only finite domains
///  were enumerated,
///    certified if witnesses alone carry it.
///  * goal true, ranges of naturals assumed and finite domains enumerated: "holds", exhaustive over the range that
///  `scope` names.
///  * goal true with listed instances (or boxes inside ranges): "holds", certified at them.
///  * goal false under an assumption: "open", sampled: evidence, not a refutation.
/// Both a true and a false certificate that assume nothing is a defect of attest itself: "open", and the scope says so.
void derive_verdict(StatementResult& statement);

/// The roles across statements: `printed` turns from "holds" to "typo" where the literal reading is false, and from
/// "open" to "gap" where a step of the printed proof is false.
void derive_roles(ClaimResult& claim);

}  // namespace attest::verify
