// SPDX-License-Identifier: Apache-2.0
#include "verify/command/linted.hpp"

#include "theory/statement/hash.hpp"
#include "theory/statement/load.hpp"
#include "verify/run/own_claims.hpp"
#include "verify/system/progress.hpp"

namespace attest::verify::command {

using system::interrupted;
using Clock = std::chrono::steady_clock;

lint::ClaimReport linted(const constructions::Claim& claim, const system::Places& places, const LintLimits& limits) {
  const auto may_continue = [&] { return !interrupted() && Clock::now() < limits.deadline; };
  const theory::LoadedClaim loaded = theory::load_claim(places.claim_file(claim.stem), places.definitions(claim.stem));
  if (!limits.statement.empty()) run::require_statement(loaded, limits.statement, "--statement");
  lint::ClaimReport report{claim.id, {}, true};
  lint::Hints hints;
  // What was built for our own claims has numbers that no search reaches: records of parameters, long sequences.
  if (!places.own.contains(claim.stem) && may_continue()) {
    constructions::Effort effort{.brief = true, .interrupted = &interrupted()};
    effort.deadline = limits.deadline;
    hints = lint::hints_of(claim.construct(effort).certificates);
  }
  for (const theory::syntax::Statement& statement : loaded.statements) {
    if (!limits.statement.empty() && statement.name != limits.statement) continue;
    if (!may_continue()) {
      report.complete = false;
      break;
    }
    report.statements.push_back(lint::lint(loaded, statement, hints, {limits.thorough, may_continue}));
    report.statements.back().hash = theory::statement_hash(loaded, statement.name);
    report.complete = may_continue();
  }
  return report;
}

}  // namespace attest::verify::command
