// SPDX-License-Identifier: Apache-2.0
#include "verify/run/check.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "theory/error.hpp"
#include "theory/statement/load.hpp"
#include "verify/results/verdict.hpp"
#include "verify/run/checkers.hpp"
#include "verify/run/decide.hpp"
#include "verify/run/own_claims.hpp"
#include "verify/run/own_proofs.hpp"
#include "verify/run/state.hpp"
#include "verify/system/progress.hpp"
#include "verify/system/version.hpp"
#include "verify/usage/color.hpp"
#include "verify/usage/suggestion.hpp"

namespace attest::verify::run {

using results::ClaimResult;
using results::Results;
using results::StatementResult;
using results::verdict_in_words;
using system::interrupted;
using system::Places;
using system::Progress;
using system::remove_leftovers;
using system::version;

namespace {

using Clock = std::chrono::steady_clock;

/// What a result depends on beside files.
std::string effort_in_words(const CheckOptions& options) {
  return std::string(options.thorough ? "thorough" : "default") + (options.attack_alone ? ", the attack alone" : "");
}

/// The claims that are asked for, and where the user's lie.
struct Asked {
  Places places;
  std::vector<constructions::Claim> claims;
};

Asked asked(const Places& places, const CheckOptions& options) {
  Asked result{places, {}};
  for (const std::string& id : options.ids) require_known(id, {});
  for (const constructions::Claim& claim : constructions::registry()) {
    const bool named = std::find(options.ids.begin(), options.ids.end(), claim.id) != options.ids.end();
    if (named || (options.ids.empty() && options.files.empty()))
      result.claims.push_back(options.attack_alone ? attacked(claim, places) : claim);
  }
  for (const std::filesystem::path& argument : options.files) {
    for (const std::filesystem::path& file : claim_files(argument)) {
      constructions::Claim claim = take_claim(file, options.out, result.places);
      if (const auto known = options.constructions.find(claim.id); known != options.constructions.end())
        claim.construct = known->second;
      for (const constructions::Claim& other : result.claims)
        if (other.stem == claim.stem)
          throw InputError(file.string(), "expected a claim that is not asked for twice, found " + claim.id + " again");
      if (result.places.own.contains(claim.stem)) {
        const theory::LoadedClaim loaded =
            theory::load_claim(result.places.claim_file(claim.stem), result.places.definitions(claim.stem));
        take_proofs(file, loaded, claim.stem, result.places);
      }
      result.claims.push_back(std::move(claim));
    }
  }
  return result;
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

/// A run over some claims. Its workers may outlive check() for as long as a construction takes that does not look at
/// interrupted(); so everything they use belongs to it.
class Run {
 public:
  Run(const CheckOptions& options, Asked asked)
      : places_(std::move(asked.places)),
        options_(options),
        claims_(std::move(asked.claims)),
        state_(places_, options.out, effort_in_words(options), options.proofs),
        proofs_(places_, options.out / "proofs", undecided(), options.proofs),
        progress_(claims_.size(), options.verbose),
        failures_(claims_.size()) {
    effort_.thorough = options.thorough;
    // Claims run side by side; where they are few, so do what is inside of one.
    effort_.threads = std::max(1U, options.threads / static_cast<unsigned>(std::max<std::size_t>(1, claims_.size())));
    effort_.interrupted = &interrupted();
    if (options.budget) {
      effort_.deadline =
          Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*options.budget));
    }
    if (options.verbose && options.proofs && program_exists("coqc"))
      proofs_.tell_of_waiting(
          [this] { progress_.say("attest: Coq compiles what the proof needs; that can take minutes the first time"); });
    // First the claims that need not wait for Coq.
    std::stable_partition(claims_.begin(), claims_.end(),
                          [&](const auto& claim) { return !proofs_.has_proofs(claim.id); });
  }

  /// Starts the workers and waits for them; after an interruption no longer than `patience`.
  static void go(const std::shared_ptr<Run>& run, std::chrono::milliseconds patience) {
    run->working_ = run->options_.threads;
    for (unsigned t = 0; t < run->options_.threads; ++t) {
      std::thread([run] {
        run->work();
        const std::lock_guard lock(run->mutex_);
        --run->working_;
        run->ended_.notify_all();
      }).detach();
    }
    run->wait(patience);
  }

  Results results() {
    if (!interrupted()) {  // else workers may still be about
      for (const std::exception_ptr& failure : failures_)
        if (failure) std::rethrow_exception(failure);
    }
    Results results;
    results.version = version();
    results.checkers = checker_hashes(places_);
    results.thorough = options_.thorough;
    results.interrupted = interrupted() || out_of_time_;
    for (const constructions::Claim& claim : constructions::registry())
      if (auto result = state_.find(claim)) results.claims.push_back(std::move(*result));
    for (const constructions::Claim& claim : claims_)
      if (places_.own.contains(claim.stem))
        if (auto result = state_.find(claim)) results.claims.push_back(std::move(*result));
    return results;
  }

 private:
  std::vector<constructions::Claim> undecided() const {
    std::vector<constructions::Claim> claims;
    for (const constructions::Claim& claim : claims_)
      if (options_.fresh || !state_.has(claim)) claims.push_back(claim);
    return claims;
  }

  void wait(std::chrono::milliseconds patience) {
    constexpr std::chrono::milliseconds kGlance{100}, kSecond{1000};
    std::optional<Clock::time_point> stopped;
    Clock::time_point drawn = Clock::now();
    const auto stop = [&] {
      if (!interrupted() || stopped) return;
      stopped = Clock::now();
      progress_.say("attest: stopping; what is decided is kept");
    };
    std::unique_lock lock(mutex_);
    while (working_ > 0 && !(stopped && Clock::now() > *stopped + patience)) {
      ended_.wait_for(lock, kGlance);
      stop();
      if (stopped || Clock::now() - drawn < kSecond) continue;
      drawn = Clock::now();
      progress_.tick();
    }
    stop();  // the workers may have looked first
  }

  void work() {
    for (std::size_t i = next_++; i < claims_.size(); i = next_++) {
      try {
        if (!decide_one(claims_[i])) return;
      } catch (const std::exception& error) {
        failures_[i] = std::current_exception();
        progress_.finished(claims_[i].id, std::string("failed: ") + error.what());
      }
    }
  }

  /// False: the run is over.
  bool decide_one(const constructions::Claim& claim) {
    if (!options_.fresh && state_.has(claim)) {
      progress_.finished(claim.id, "already decided");
      return true;
    }
    if (interrupted()) return false;
    if (!effort_.may_continue()) {
      out_of_time_ = true;
      progress_.finished(claim.id, "not decided: the budget is spent");
      return true;
    }
    progress_.started(claim.id);
    const ClaimResult result = decide(places_, options_.out, claim, effort_, proofs_,
                                      [&](const std::string& step) { progress_.doing(claim.id, step); });
    // A checker that Ctrl-C ended has said nothing: the claim is decided again next time.
    if (interrupted()) return false;
    state_.keep(claim, result);
    progress_.finished(claim.id, usage::painted_verdict(outcome_words(result), usage::is_colored(STDERR_FILENO)));
    return true;
  }

  const Places places_;
  const CheckOptions options_;
  std::vector<constructions::Claim> claims_;
  const State state_;
  ProofRun proofs_;
  Progress progress_;
  constructions::Effort effort_;
  std::vector<std::exception_ptr> failures_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> out_of_time_{false};
  std::mutex mutex_;
  std::condition_variable ended_;
  unsigned working_ = 0;
};

}  // namespace

void require_known(const std::string& id, const Places& places) {
  std::vector<std::string> ids;
  for (const auto& [stem, folder] : places.own)
    ids.push_back(theory::load_claim(places.claim_file(stem), places.definitions(stem)).header_value("id"));
  for (const constructions::Claim& claim : constructions::registry()) ids.push_back(claim.id);
  if (std::find(ids.begin(), ids.end(), id) != ids.end()) return;
  throw InputError("", "unknown claim '" + id +
                           "': expected one that `attest claims` lists, a .claim file or a folder of them" +
                           usage::did_you_mean(usage::nearest_claims(id, ids)));
}

Results check(const Places& places, const CheckOptions& options) {
  for (const char* folder : {"", "certificates", "state"}) remove_leftovers(options.out / folder);
  const auto run = std::make_shared<Run>(options, asked(places, options));
  Run::go(run, std::chrono::milliseconds(1500));
  const Results results = run->results();
  write_results(results, options.out);
  return results;
}

}  // namespace attest::verify::run
