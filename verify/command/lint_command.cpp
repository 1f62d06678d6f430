// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <thread>

#include "constructions/claim.hpp"
#include "verify/command/command.hpp"
#include "verify/command/linted.hpp"
#include "verify/command/work_folder.hpp"
#include "verify/lint/written.hpp"
#include "verify/run/check.hpp"
#include "verify/run/own_claims.hpp"
#include "verify/system/progress.hpp"

namespace attest::verify::command {

using lint::ClaimReport;
using lint::Finding;
using system::find_places;
using system::interrupted;
using system::Places;
using Clock = std::chrono::steady_clock;

namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> claims;
  std::string statement, out;
  double budget = 0;
  unsigned threads = 1;
  bool thorough = false, all = false, json = false;
};

bool is_file(const std::string& argument) {
  return argument.ends_with(".claim") || argument.find('/') != std::string::npos || fs::is_directory(argument);
}

/// The claims that are asked for, each once.
std::vector<constructions::Claim> asked(const Options& options, const fs::path& work, Places& places) {
  std::vector<constructions::Claim> claims;
  const auto add = [&](const constructions::Claim& claim) {
    const bool known = std::any_of(claims.begin(), claims.end(),
                                   [&](const constructions::Claim& other) { return other.stem == claim.stem; });
    if (!known) claims.push_back(claim);
  };
  for (const std::string& argument : options.claims) {
    if (is_file(argument)) {
      for (const fs::path& file : run::claim_files(argument)) add(run::take_claim(file, work, places));
      continue;
    }
    if (argument != "all") run::require_known(argument, {});
    for (const constructions::Claim& claim : constructions::registry())
      if (argument == "all" || claim.id == argument) add(claim);
  }
  return claims;
}

int lint_claims(const Options& options) {
  Places places = find_places();
  const WorkFolder work;
  const std::vector<constructions::Claim> claims = asked(options, work.path(), places);
  system::catch_interrupts();
  const Clock::time_point deadline =
      options.budget > 0
          ? Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.budget))
          : Clock::time_point::max();
  std::vector<ClaimReport> reports(claims.size());
  std::vector<std::exception_ptr> failures(claims.size());
  std::atomic<std::size_t> next{0};
  system::Progress progress(claims.size(), !options.json && claims.size() > 1);
  const auto worker = [&] {
    for (std::size_t i; (i = next++) < claims.size();) {
      progress.started(claims[i].id);
      try {
        reports[i] = linted(claims[i], places, {options.statement, options.thorough, deadline});
      } catch (...) {
        failures[i] = std::current_exception();
      }
      progress.finished(claims[i].id, "");
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 1; t < options.threads; ++t) threads.emplace_back(worker);
  worker();
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);

  const json::Value written = lint::to_json(reports);
  if (!options.out.empty()) system::write_file(fs::path(options.out) / "lint.json", written.dump(1) + "\n");
  if (options.json) {
    std::cout << written.dump() << "\n";
  } else {
    for (const ClaimReport& report : reports) lint::print(report, options.all, std::cout);
  }
  if (interrupted()) return kInterrupted;
  const bool complete =
      std::all_of(reports.begin(), reports.end(), [](const ClaimReport& report) { return report.complete; });
  return !complete ? kOpen : lint::has(reports, Finding::Level::defect) ? kRejected : kSuccess;
}

}  // namespace

void add_lint_command(CLI::App& program, Action& run) {
  auto* command = program.add_subcommand(
      "lint", "Is a formal statement a statement at all? Vacuous, trivial and wrongly quantified ones are looked for");
  auto options = std::make_shared<Options>();
  options->threads = std::max(1U, std::thread::hardware_concurrency());
  command
      ->add_option("CLAIM", options->claims,
                   "Claims to look at: ids, .claim files of your own, folders of them, or `all` for all of ours")
      ->required();
  command->add_option("--statement", options->statement, "One statement of the claim alone");
  command->add_option("--out", options->out, "Also write OUT/lint.json")->type_name("DIR");
  command->add_flag("--thorough", options->thorough, "Search further");
  command->add_flag("--all", options->all, "Also print statements in which nothing was found");
  auto* budget = command->add_option("--budget", options->budget, "Seconds for the whole run");
  budget->check(CLI::PositiveNumber)->type_name("SECONDS");
  command->add_option("--threads", options->threads, "Claims looked at side by side; the results do not depend on it")
      ->check(CLI::Range(1, 256));
  command->add_flag("--json", options->json, "One JSON object (schema attest.lint/1, docs/lint.md)");
  command->footer(
      "Of each statement: elements that meet its hypotheses; what becomes of it without each of them; whether it "
      "still\n"
      "comes out true with other objects in the place of what it is about; how many slips in its conclusion (a sign, "
      "an\n"
      "index, < for <=, a number by one) are noticed; the sizes at which none is. A search says all this, and no "
      "checker:\n"
      "a finding is a reason to look, not a verdict. docs/lint.md lists the kinds of findings.\n\n"
      "Exit codes: 0 no defect was found; 1 some; 2 the budget ended it; 3 bad input; 64 usage; 130 interrupted.\n\n"
      "Examples:\n  attest lint my_lemma.claim\n  attest lint urpe.theorem-2 --statement printed --all\n"
      "  attest lint all --budget 600 --json > lint.json");
  command->callback([options, &run] { run = [options] { return lint_claims(*options); }; });
}

}  // namespace attest::verify::command
