// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "constructions/claim.hpp"
#include "theory/statement/load.hpp"
#include "verify/command/command.hpp"
#include "verify/results/verdict.hpp"
#include "verify/run/recheck.hpp"
#include "verify/run/state.hpp"
#include "verify/system/files.hpp"
#include "verify/usage/color.hpp"

namespace attest::verify::command {

using results::assurance_in_words;
using results::ClaimResult;
using results::Results;
using results::StatementResult;
using results::verdict_in_words;
using run::changed_since;
using run::read_results;
using system::find_places;
using system::Places;

namespace {

int list_claims(const std::string& out, bool as_json) {
  const Places places = find_places(out);
  Results results;
  if (std::filesystem::exists(std::filesystem::path(out) / "results.json")) results = read_results(out);
  const bool colored = usage::is_colored(STDOUT_FILENO);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::vector<std::pair<std::string, std::string>> claims;  // ours, then the user's own that were decided: id, stem
  for (const constructions::Claim& claim : constructions::registry()) claims.emplace_back(claim.id, claim.stem);
  const std::size_t ours = claims.size();
  for (const ClaimResult& result : results.claims)
    if (std::none_of(claims.begin(), claims.begin() + static_cast<std::ptrdiff_t>(ours),
                     [&](const auto& claim) { return claim.first == result.id; }))
      claims.emplace_back(result.id, result.stem);
  struct Row {
    std::string id, words, title;
  };
  std::vector<Row> rows;
  for (const auto& [id, stem] : claims) {
    const auto loaded = theory::load_claim(places.claim_file(stem), places.definitions(stem));
    std::string title;
    for (const auto& [key, value] : loaded.header) {
      if (key == "title") title = value;
    }
    std::string status = "not decided yet", assurance, words = status;
    for (const ClaimResult& result : results.claims) {
      if (result.id != id) continue;
      if (!changed_since(result, places, out).empty()) {
        words = status = "edited since it was decided";
        continue;
      }
      const StatementResult *printed = result.find("printed"), *repaired = result.find("repaired");
      if (printed) {
        status = printed->status;
        assurance = assurance_in_words(*printed);
        words = verdict_in_words(*printed);
      }
      if (repaired) {
        status += ", repaired " + repaired->status;
        assurance += ", " + assurance_in_words(*repaired);
        words += ", repaired " + verdict_in_words(*repaired);
      }
    }
    if (as_json) {
      list.push_back({{"id", id}, {"title", title}, {"status", status}, {"assurance", assurance}});
    }
    rows.push_back({id, words, title});
  }
  if (as_json) {
    std::cout << list.dump() << "\n";
    return kSuccess;
  }
  // Two blanks at least between columns. A verdict that is much longer than others pushes its own title alone.
  constexpr std::size_t kBlanks = 2, kWords = 71;
  std::size_t longest = 0;
  for (const Row& row : rows) longest = std::max(longest, row.id.size());
  for (const Row& row : rows)
    std::cout << row.id << std::string(longest - row.id.size() + kBlanks, ' ')
              << usage::painted_verdict(row.words, colored)
              << std::string(kWords - std::min(kWords, row.words.size()) + kBlanks, ' ') << row.title << "\n";
  return kSuccess;
}

}  // namespace

void add_claims_command(CLI::App& program, Action& run) {
  auto* command = program.add_subcommand("claims", "List the claims, their status and assurance");
  struct Options {
    std::string out = "attest-out";
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  add_out_option(*command, options->out, "The folder of the results, if there are any (default attest-out)");
  command->add_flag("--json", options->json, "One JSON array: id, title, status, assurance");
  command->footer(
      "Each line: the claim's id, its status as printed (and repaired), each with its assurance and how far it "
      "reaches, its title. The status "
      "comes from\n"
      "the results of the last `attest check`; without one it is 'not decided yet'.\n\nExample:\n  attest claims "
      "--json");
  command->callback([options, &run] { run = [options] { return list_claims(options->out, options->json); }; });
}

}  // namespace attest::verify::command
