// SPDX-License-Identifier: Apache-2.0
#include "verify/check.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

#include "theory/error.hpp"
#include "verify/checkers.hpp"
#include "verify/decide.hpp"
#include "verify/progress.hpp"
#include "verify/state.hpp"
#include "verify/verdict.hpp"
#include "verify/version.hpp"

namespace attest::verify {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<const constructions::Claim*> chosen(const std::vector<std::string>& ids) {
  std::vector<const constructions::Claim*> claims;
  for (const constructions::Claim& claim : constructions::registry()) {
    if (ids.empty() || std::find(ids.begin(), ids.end(), claim.id) != ids.end()) claims.push_back(&claim);
  }
  for (const std::string& id : ids) {
    const bool known = std::any_of(claims.begin(), claims.end(), [&](const auto* claim) { return claim->id == id; });
    if (!known) throw InputError("", "unknown claim '" + id + "': expected one that `attest claims` lists");
  }
  return claims;
}

std::string outcome_words(const ClaimResult& result) {
  if (!result.error.empty()) return "error: " + result.error;
  std::string words;
  for (const char* name : {"printed", "repaired"}) {
    if (const StatementResult* statement = result.find(name)) {
      words += (words.empty() ? "" : "; ") + std::string(name) + " " + verdict_in_words(*statement);
    }
  }
  for (const StatementResult& statement : result.statements)
    if (!statement.alarm.empty()) words += "; ALARM, " + statement.name + ": " + statement.alarm;
  return words;
}

}  // namespace

Results check(const Places& places, const CheckOptions& options) {
  std::vector<const constructions::Claim*> claims = chosen(options.ids);
  constructions::Effort effort;
  effort.thorough = options.thorough;
  effort.threads = 1;  // claims run side by side
  effort.interrupted = &interrupted();
  if (options.budget) {
    effort.deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*options.budget));
  }

  for (const char* folder : {"", "certificates", "state"}) remove_leftovers(options.out / folder);
  const State state(places, options.out, options.thorough, options.proofs);
  std::vector<std::string> undecided;
  for (const constructions::Claim* claim : claims) {
    if (options.fresh || !state.has(*claim)) undecided.push_back(claim->id);
  }
  ProofRun proofs(places, options.out / "proofs", undecided, options.proofs);
  // First the claims that need not wait for Coq.
  std::stable_partition(claims.begin(), claims.end(), [&](const auto* claim) { return !proofs.has_proofs(claim->id); });
  Progress progress(claims.size(), options.verbose);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> out_of_time{false};
  std::vector<std::exception_ptr> failures(claims.size());
  auto work = [&] {
    for (std::size_t i = next++; i < claims.size(); i = next++) {
      const constructions::Claim& claim = *claims[i];
      try {
        if (!options.fresh && state.has(claim)) {
          progress.finished(claim.id, "already decided");
          continue;
        }
        if (interrupted()) return;
        if (!effort.may_continue()) {
          out_of_time = true;
          progress.finished(claim.id, "not decided: the budget is spent");
          continue;
        }
        progress.started(claim.id);
        const ClaimResult result = decide(places, options.out, claim, effort, proofs);
        // A checker that Ctrl-C ended has said nothing: the claim is decided again next time.
        if (interrupted()) return;
        state.keep(claim, result);
        progress.finished(claim.id, outcome_words(result));
      } catch (const std::exception& error) {
        failures[i] = std::current_exception();
        progress.finished(claim.id, std::string("failed: ") + error.what());
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < options.threads; ++t) others.emplace_back(work);
    work();
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }

  Results results;
  results.version = version();
  results.checkers = checker_hashes(places);
  results.thorough = options.thorough;
  results.interrupted = interrupted() || out_of_time;
  for (const constructions::Claim& claim : constructions::registry()) {
    if (auto result = state.find(claim)) results.claims.push_back(std::move(*result));
  }
  write_results(results, options.out);
  return results;
}

}  // namespace attest::verify
