// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "theory/error.hpp"
#include "theory/statement/load.hpp"
#include "verify/command/command.hpp"
#include "verify/results/properties.hpp"
#include "verify/results/verdict.hpp"
#include "verify/run/check.hpp"
#include "verify/run/recheck.hpp"
#include "verify/run/state.hpp"
#include "verify/system/process.hpp"
#include "verify/usage/color.hpp"

namespace attest::verify::command {

using results::CheckedCertificate;
using results::ClaimResult;
using results::deciding_certificate;
using results::Results;
using results::StatementResult;
using results::verdict_in_words;
using run::changed_since;
using run::check;
using run::checker_hashes;
using run::CheckOptions;
using run::read_results;
using run::Recheck;
using run::recheck;
using run::RecheckStep;
using run::require_known;
using system::find_places;
using system::Places;

namespace {

struct RecheckOptions {
  std::string id, statement = "printed", out = "attest-out";
  bool json = false;
};

Results results_for(const RecheckOptions& options, const Places& places) {
  if (std::filesystem::exists(std::filesystem::path(options.out) / "results.json")) {
    Results results = read_results(options.out);
    for (const ClaimResult& claim : results.claims)
      if (claim.id == options.id && changed_since(claim, places, options.out).empty()) return results;
  }
  for (const auto& [stem, folder] : places.own)
    if (theory::load_claim(places.claim_file(stem), places.definitions(stem)).header_value("id") == options.id)
      throw InputError(options.out, "expected results of the files as they are: decide " + options.id +
                                        " again with `attest check FILE --out " + options.out + "`");
  CheckOptions check_options;
  check_options.ids = {options.id};
  check_options.out = options.out;
  return check(places, check_options);
}

std::string painted(const StatementResult& statement) {
  return usage::painted_verdict(verdict_in_words(statement), usage::is_colored(STDOUT_FILENO));
}

void print(const ClaimResult& claim, const StatementResult& before, const Recheck& again, const Places& places,
           bool same) {
  std::cout << claim.id << ", statement " << before.name << "\n"
            << before.formal << (before.formal.ends_with('\n') ? "" : "\n") << "\nSHA-256\n  statement       "
            << before.hash << "\n  header          " << claim.header_hash << "\n";
  if (const CheckedCertificate* deciding = deciding_certificate(again.now)) {
    std::cout << "  certificate     " << deciding->sha256 << "  " << deciding->path << "\n";
    if (!deciding->proof_sha256.empty()) std::cout << "  proof           " << deciding->proof_sha256 << "\n";
  }
  for (const auto& [name, hash] : checker_hashes(places))
    std::cout << "  " << name << std::string(16 - name.size(), ' ') << hash << "\n";
  std::cout << "\n";
  for (const RecheckStep& step : again.steps)
    std::cout << "$ " << system::as_typed(step.command) << "\n  " << step.answer << "\n";
  std::cout << "\nDecided before: " << painted(before) << "\nNow:            " << painted(again.now) << "; "
            << again.now.scope << "\n"
            << (again.without_proofs ? "Coq was asked neither time: the claim was decided with --without-proofs.\n"
                                     : "")
            << (same ? "The same verdict.\n" : "ANOTHER VERDICT than before.\n");
}

int recheck_claim(const RecheckOptions& options) {
  const Places places = find_places(options.out);
  require_known(options.id, places);
  const Results results = results_for(options, places);
  const auto claim = std::find_if(results.claims.begin(), results.claims.end(),
                                  [&](const ClaimResult& candidate) { return candidate.id == options.id; });
  if (claim == results.claims.end()) throw InputError("", "claim '" + options.id + "' could not be decided");
  const StatementResult* before = claim->find(options.statement);
  if (!before) {
    std::string names;
    for (const StatementResult& statement : claim->statements) names += (names.empty() ? "" : ", ") + statement.name;
    throw InputError("--statement", "expected one of " + names + ", found '" + options.statement + "'");
  }
  const Recheck again = recheck(*claim, *before, places, options.out, [] {
    std::cerr << "attest: Coq compiles what the proof needs; that can take minutes\n";
  });
  const bool same = before->status == again.now.status && before->assurance == again.now.assurance &&
                    before->extent == again.now.extent && before->scope == again.now.scope;
  if (options.json) {
    nlohmann::ordered_json steps = nlohmann::ordered_json::array();
    for (const RecheckStep& step : again.steps) steps.push_back({{"command", step.command}, {"answer", step.answer}});
    std::cout << nlohmann::ordered_json{{"id", claim->id},
                                        {"statement", before->name},
                                        {"hash", before->hash},
                                        {"header_hash", claim->header_hash},
                                        {"status", again.now.status},
                                        {"assurance", again.now.assurance},
                                        {"extent", again.now.extent},
                                        {"scope", again.now.scope},
                                        {"steps", steps},
                                        {"same", same}}
                     .dump()
              << "\n";
  } else {
    print(*claim, *before, again, places, same);
  }
  return same ? kSuccess : kOpen;
}

}  // namespace

void add_recheck_command(CLI::App& program, Action& run) {
  auto* command = program.add_subcommand(
      "recheck",
      "One verdict checked again: the statement, the hashes, the commands for a stranger, and what they say");
  auto options = std::make_shared<RecheckOptions>();
  command->add_option("ID", options->id, "The claim, as `attest claims` lists it")->required();
  command->add_option("--statement", options->statement, "Which statement of the claim (default printed)");
  add_out_option(*command, options->out,
                 "The folder of the results; the claim is decided first if they lack it (default attest-out)");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(
      "Runs both checkers on every certificate of the statement and has Coq check its theorem, where Coq is "
      "installed\nand the claim was not decided with --without-proofs.\n\n"
      "Exit codes: 0 the same verdict as before; 2 another one; 3 bad input.\n\nExample:\n  attest recheck "
      "urpe.theorem-2 "
      "--out attest-out");
  command->callback([options, &run] { run = [options] { return recheck_claim(*options); }; });
}

}  // namespace attest::verify::command
