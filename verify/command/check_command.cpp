// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <thread>

#include "constructions/claim.hpp"
#include "verify/command/command.hpp"
#include "verify/report/write_reports.hpp"
#include "verify/run/check.hpp"
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

int decide_claims(const CheckOptions& options, bool as_json) {
  const Places places = find_places();
  const auto graph = papers_graph();
  catch_interrupts();
  const Results results = check(places, options);
  const auto written = write_reports(results, places.gallery(), graph, options.out);
  if (as_json) {
    std::cout << results.to_json() << "\n";
  } else {
    Results asked = results;
    if (!options.ids.empty() || !options.files.empty()) {
      std::erase_if(asked.claims, [&](const ClaimResult& claim) {
        return is_ours(claim.id) && std::find(options.ids.begin(), options.ids.end(), claim.id) == options.ids.end();
      });
    }
    print_summary(asked, std::cout, usage::is_colored(STDOUT_FILENO));
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
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  options->check.threads = std::max(1U, std::thread::hardware_concurrency());
  command->add_option(
      "ID", options->claims,
      "Claims to decide: ids (all of ours if none is named), .claim files of your own, or folders of them");
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
      ->add_option("--threads", options->check.threads, "Claims decided side by side; the results do not depend on it")
      ->check(CLI::Range(1, 256));
  command->add_flag(
      "!--without-proofs", options->check.proofs,
      "Do not have Coq check the proofs, which takes half of the time; no verdict is 'proved' by Coq then");
  command->add_flag("--attack-alone", options->check.attack_alone,
                    "Decide our claims, too, by the search that decides yours, without what was built for them");
  command->add_flag("--fresh", options->check.fresh, "Decide again what an earlier run decided");
  command->add_flag("--json", options->json, "Print the results as one JSON object (schema attest.results/2)");
  command->footer(
      "For each claim: builds the certificates, writes them to OUT/certificates, has attest-check and the second "
      "checker (Python)\n"
      "decide them, and has Coq check the proofs where coqc is installed. A verdict is derived from these answers "
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
          options->check.files.emplace_back(claim);
        else
          options->check.ids.push_back(claim);
      }
      options->check.verbose = !options->json;
      if (given) options->check.budget = options->budget;
      return decide_claims(options->check, options->json);
    };
  });
}

}  // namespace attest::verify::command
