// SPDX-License-Identifier: Apache-2.0
#include "verify/lint/judge.hpp"

#include <stdexcept>

#include "verify/attack/hunt.hpp"
#include "verify/attack/search.hpp"

namespace attest::verify::lint {

using attack::Truth;
using Outcome = Judged::Outcome;

namespace {

constexpr std::uint64_t kSteps = 30'000;  ///< of the first round; each next one has three times as many

Outcome outcome_of(const Seen& seen) {
  if (seen.truth == Truth::no) return seen.certain ? Outcome::refuted : Outcome::no_witness;
  if (seen.undefined) return Outcome::undefined;
  if (seen.leaves == 0 && !seen.certain) return Outcome::not_searched;  // nothing met the conditions
  if (seen.truth == Truth::unknown) return Outcome::not_searched;
  return seen.certain ? Outcome::holds : Outcome::not_refuted;
}

}  // namespace

std::string in_words(Outcome outcome) {
  switch (outcome) {
    case Outcome::holds:
      return "holds";
    case Outcome::not_refuted:
      return "not refuted";
    case Outcome::no_witness:
      return "no witness found";
    case Outcome::refuted:
      return "refuted";
    case Outcome::undefined:
      return "undefined";
    case Outcome::not_searched:
      break;
  }
  return "not searched";
}

Judged Judge::operator()(const Variant& variant, int rounds) const {
  const theory::LoadedClaim claim = claim_of(claim_, variant);
  std::optional<attack::Compiled> compiled;
  try {
    compiled.emplace(claim);
  } catch (const std::out_of_range&) {
    return {};  // a name that means nothing in its new place
  }
  const attack::CompiledStatement& statement = compiled->statements().front();
  Judged judged;
  std::uint64_t steps = kSteps;
  // Two rounds more where nothing has met the conditions.
  const auto goes_on = [&](int round) { return round < rounds || (judged.seen.leaves == 0 && round < rounds + 2); };
  for (int round = 0; goes_on(round) && options_.may_continue(); ++round, steps *= 3) {
    Seen seen = probe(statement, attack::reach_of(round), steps, hints_, false, options_.may_continue);
    const bool spent = seen.spent;
    if (!spent || round == 0 || seen.truth == Truth::no) {
      judged.outcome = outcome_of(seen);
      judged.seen = std::move(seen);
    }
    if (spent || (judged.seen.certain && judged.seen.truth != Truth::unknown)) break;
  }
  judged.seen.tallies.clear();  // they point into the compiled statement
  judged.seen.ends.clear();
  if (judged.seen.certain || judged.outcome == Outcome::undefined) return judged;
  // What the walk leaves open the attack may decide: cells of reals.
  const attack::Holes::Pool pool = attack::pool_of(claim, statement.name);
  for (const bool goal : {false, true}) {
    attack::Search search(statement, attack::reach_of(1), kSteps, options_.may_continue);
    attack::Hunt hunt(statement.formula, goal, statement.frame, pool);
    const auto met = search.run(goal, hunt);
    if (!met || !met->complete) continue;
    judged.outcome = goal ? Outcome::holds : Outcome::refuted;
    judged.seen.certain = true;
    break;
  }
  return judged;
}

}  // namespace attest::verify::lint
