// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "constructions/claim.hpp"
#include "verify/command/command.hpp"
#include "verify/command/linted.hpp"
#include "verify/report/write_reports.hpp"
#include "verify/run/check.hpp"
#include "verify/run/own_claims.hpp"
#include "verify/system/progress.hpp"
#include "verify/usage/color.hpp"

namespace attest::verify::command {

using report::print_summary;
using report::write_reports;
using results::ClaimResult;
using results::Results;
using results::StatementResult;
using run::check;
using run::CheckOptions;
using system::catch_interrupts;
using system::find_places;
using system::interrupted;
using system::Places;

namespace {

bool is_ours(const std::string& id) {
  const auto& registry = constructions::registry();
  return std::any_of(registry.begin(), registry.end(),
                     [&](const constructions::Claim& claim) { return claim.id == id; });
}

/// The claims that an argument names: itself, or of a paper of ours, "urpe", all that begin with its name.
std::vector<std::string> named(const std::string& argument) {
  std::vector<std::string> ids;
  for (const constructions::Claim& claim : constructions::registry())
    if (claim.id.starts_with(argument + ".")) ids.push_back(claim.id);
  return ids.empty() || is_ours(argument) ? std::vector<std::string>{argument} : ids;
}

/// Takes the claim files that an argument names: one of ours as its id, so that it is the same as that, others as
/// files.
void take_files(const std::filesystem::path& argument, const Places& places, CheckOptions& options) {
  for (const std::filesystem::path& file : run::claim_files(argument)) {
    const auto& registry = constructions::registry();
    const auto ours = std::find_if(registry.begin(), registry.end(), [&](const constructions::Claim& claim) {
      std::error_code failure;
      return claim.stem == file.stem() && std::filesystem::equivalent(file, places.claim_file(claim.stem), failure);
    });
    if (ours == registry.end())
      options.files.push_back(file);
    else
      options.ids.push_back(ours->id);
  }
}

/// Lints the claims that were asked for into OUT/lint.json, beside what it has of others; the reports read it there.
std::vector<lint::ClaimReport> lint_claims(const Results& results, const CheckOptions& options,
                                           std::chrono::steady_clock::time_point deadline) {
  const Places places = find_places(options.out);
  const bool all = options.ids.empty() && options.files.empty();
  std::vector<lint::ClaimReport> reports;
  for (const ClaimResult& claim : results.claims) {
    const auto& registry = constructions::registry();
    const auto ours =
        std::find_if(registry.begin(), registry.end(), [&](const auto& one) { return one.id == claim.id; });
    const bool named = std::find(options.ids.begin(), options.ids.end(), claim.id) != options.ids.end();
    if (ours != registry.end() && !all && !named) continue;
    const constructions::Claim asked =
        ours == registry.end() ? constructions::Claim{claim.id, claim.stem, nullptr} : *ours;
    if (!interrupted()) reports.push_back(linted(asked, places, {"", options.thorough, deadline}));
  }
  const std::filesystem::path file = options.out / "lint.json";
  nlohmann::ordered_json written = nlohmann::ordered_json::parse(lint::to_json(reports).dump());
  const auto before = std::filesystem::is_regular_file(file)
                          ? nlohmann::ordered_json::parse(system::read_file(file), nullptr, false)
                          : nlohmann::ordered_json();
  if (before.is_object() && before.value("schema", "") == written["schema"] && before["claims"].is_array())
    for (const auto& claim : before["claims"])
      if (claim.is_object() && std::none_of(reports.begin(), reports.end(), [&](const lint::ClaimReport& report) {
            return claim.value("id", "") == report.id;
          }))
        written["claims"].push_back(claim);
  system::write_file(file, written.dump(1) + "\n");
  return reports;
}

int decide_claims(const CheckOptions& options, bool with_lint, bool as_json) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point deadline =
      options.budget
          ? Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*options.budget))
          : Clock::time_point::max();
  const Places places = find_places();
  const auto graph = papers_graph();
  catch_interrupts();
  const Results results = check(places, options);
  std::vector<lint::ClaimReport> found;
  if (with_lint && !interrupted()) found = lint_claims(results, options, deadline);
  const auto written = write_reports(results, places.gallery(), graph, options.out, places.recheck_script());
  if (as_json) {
    std::cout << results.to_json() << "\n";
  } else {
    Results asked = results;
    if (!options.ids.empty() || !options.files.empty()) {
      std::erase_if(asked.claims, [&](const ClaimResult& claim) {
        return is_ours(claim.id) && std::find(options.ids.begin(), options.ids.end(), claim.id) == options.ids.end();
      });
    }
    print_summary(asked, std::cout, usage::is_colored(STDOUT_FILENO),
                  [](const ClaimResult& claim) { return !is_ours(claim.id); });
    if (!found.empty()) std::cout << "\n";
    for (const lint::ClaimReport& report : found) lint::print(report, false, std::cout);
    std::cout << "\nReport: " << written.front().string() << "\n";
  }
  if (interrupted()) {
    std::cerr << "attest: interrupted; what was decided is kept, the same command"
              << (options.fresh ? " without --fresh" : "") << " continues\n";
    return kInterrupted;
  }
  const bool open =
      results.interrupted || std::any_of(results.claims.begin(), results.claims.end(), [](const ClaimResult& claim) {
        const StatementResult* printed = claim.find("printed");
        const bool alarm = std::any_of(claim.statements.begin(), claim.statements.end(),
                                       [](const StatementResult& statement) { return !statement.alarm.empty(); });
        return alarm || !printed || printed->status == "open" || !claim.error.empty();
      });
  return open ? kOpen : kSuccess;
}

}  // namespace

void add_check_command(CLI::App& program, Action& run) {
  auto* command = program.add_subcommand("check", "Decide claims, write certificates, a results file and a report");
  struct Options {
    CheckOptions check;
    std::vector<std::string> claims;
    std::string out = "attest-out";
    double budget = 0;
    bool json = false, lint = false;
  };
  auto options = std::make_shared<Options>();
  options->check.threads = std::max(1U, std::thread::hardware_concurrency());
  command->add_option(
      "ID", options->claims,
      "Claims to decide: ids (all of ours if none is named), a paper of ours (urpe), .claim files of your own, or "
      "folders of them");
  add_out_option(*command, options->out, "The folder to write to (default attest-out)");
  command->add_flag("--thorough", options->check.thorough,
                    "Wider ranges; the scope of each verdict says what was covered");
  auto* budget =
      command->add_option("--budget", options->budget, "Seconds for the whole run; claims not reached stay undecided");
  budget->check(CLI::Validator(
      [](std::string& text) {
        double seconds = 0;
        const bool positive = CLI::detail::lexical_cast(text, seconds) && seconds > 0 && seconds < 1e9;
        return positive ? std::string() : "expected a number of seconds above 0, found " + text;
      },
      "SECONDS"));
  command
      ->add_option("--threads", options->check.threads,
                   "Claims decided side by side, or statements and long lists of one that is searched; the results do "
                   "not depend on "
                   "it")
      ->check(CLI::Range(1, 256));
  command->add_flag(
      "!--without-proofs", options->check.proofs,
      "Do not have Coq check the proofs, which takes half of the time; no verdict is 'proved' by Coq then");
  command->add_flag("--attack-alone", options->check.attack_alone,
                    "Decide our claims, too, by the search that decides yours, without what was built for them");
  command->add_flag(
      "--lint", options->lint,
      "Then attack the statements themselves, as `attest lint` does; what it finds stands on their pages");
  command->add_flag("--fresh", options->check.fresh, "Decide again what an earlier run decided");
  command->add_flag("--json", options->json, "Print the results as one JSON object (schema attest.results/2)");
  command->footer(
      "For each claim: builds the certificates, writes them to OUT/certificates, has attest-check and the second "
      "checker (Python)\n"
      "decide them, and has Coq check the proofs where coqc is installed: ours, and those beside a claim of yours "
      "(`attest new proof`).\nA verdict is derived from these answers "
      "alone. Then writes\n"
      "OUT/results.json and the report (report.html, report.md, report.tex; digest.tex for\n"
      "a review; claims/*.md with all of each claim).\n\n"
      "Ctrl-C stops it; the same command continues, and claims that are decided are not decided again unless the "
      "programs, the claim\n"
      "or the proofs changed.\n\nExit codes: 0 every claim has a verdict; 2 some are open, or an alarm; 3 bad input; "
      "64 usage; 130 "
      "interrupted.\n\n"
      "Examples:\n  attest check\n  attest check positional.benes-paths urpe.lemma-8 --out /tmp/attest --thorough\n"
      "  attest check --budget 60 --json > results.json");
  command->callback([options, budget, &run] {
    run = [options, given = budget->count() > 0] {
      options->check.out = options->out;
      for (const std::string& claim : options->claims) {
        if (claim.ends_with(".claim") || claim.find('/') != std::string::npos || std::filesystem::is_directory(claim))
          take_files(claim, find_places(), options->check);
        else
          for (std::string& id : named(claim)) options->check.ids.push_back(std::move(id));
      }
      options->check.verbose = !options->json;
      if (given) options->check.budget = options->budget;
      return decide_claims(options->check, options->lint, options->json);
    };
  });
}

}  // namespace attest::verify::command
