// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "theory/error.hpp"
#include "theory/statement/load.hpp"
#include "verify/command/command.hpp"
#include "verify/report/explain.hpp"
#include "verify/report/write_reports.hpp"
#include "verify/run/check.hpp"
#include "verify/run/recheck.hpp"
#include "verify/run/state.hpp"
#include "verify/usage/color.hpp"

namespace attest::verify::command {

using report::explain;
using report::write_reports;
using results::ClaimResult;
using results::Results;
using run::changed_since;
using run::check;
using run::CheckOptions;
using run::read_results;
using run::require_current;
using run::require_known;
using system::find_places;
using system::Places;
using system::write_file;

namespace {

// A folder of its own, removed with what is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "attest-XXXXXX").string()) {
    if (!mkdtemp(path_.data())) throw InputError(path_, "expected a place for a temporary folder");
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// From the results if they have the claim as it is now; otherwise it is decided now, and kept where that is possible.
Results results_with(const std::string& id, const std::string& out) {
  const Places places = find_places(out);
  if (std::filesystem::exists(std::filesystem::path(out) / "results.json")) {
    Results results = read_results(out);
    for (const ClaimResult& claim : results.claims)
      if (claim.id == id && changed_since(claim, places, out).empty()) return results;
  }
  for (const auto& [stem, folder] : places.own)
    if (theory::load_claim(places.claim_file(stem), places.definitions(stem)).header_value("id") == id)
      throw InputError(out, "expected results of the files as they are: decide " + id +
                                " again with `attest check FILE --out " + out + "`");
  CheckOptions options;
  options.ids = {id};
  try {
    options.out = out;
    write_file(options.out / "state" / "writable", "");
    std::filesystem::remove(options.out / "state" / "writable");
  } catch (const InputError&) {
    const TemporaryFolder elsewhere;
    options.out = elsewhere.path();
    return check(places, options);
  }
  return check(places, options);
}

int explain_claim(const std::string& id, const std::string& out, bool as_json) {
  require_known(id, find_places(out));
  Results results = results_with(id, out);
  std::erase_if(results.claims, [&](const ClaimResult& claim) { return claim.id != id; });
  if (results.claims.empty()) throw InputError("", "claim '" + id + "' could not be decided");
  if (as_json) {
    std::cout << nlohmann::ordered_json::parse(results.to_json())["claims"][0].dump() << "\n";
  } else {
    std::cout << explain(results.claims.front(), usage::is_colored(STDOUT_FILENO));
  }
  return kSuccess;
}

}  // namespace

void add_report_command(CLI::App& program, Action& run) {
  auto* command =
      program.add_subcommand("report", "Write the report again from the results: HTML, Markdown, LaTeX, JSON");
  struct Options {
    std::string out = "attest-out";
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  add_out_option(*command, options->out,
                 "The folder of the results, to which the report is written (default attest-out)");
  command->add_flag("--json", options->json, "Print the files written as a JSON array");
  command->footer(
      "Reads OUT/results.json, which `attest check` wrote, and decides nothing; refuses results of which a claim, a "
      "certificate, a "
      "proof\n"
      "or a checker is not the file any more that they were derived from. report.html is one self-contained "
      "file: no network,\n"
      "it works from a file.\n\nExample:\n  attest report --out attest-out");
  command->callback([options, &run] {
    run = [options] {
      nlohmann::json files = nlohmann::json::array();
      const Results results = read_results(options->out);
      const Places places = find_places(options->out);
      require_current(results, places, options->out);
      for (const auto& file :
           write_reports(results, places.gallery(), papers_graph(), options->out, places.recheck_script()))
        files.push_back(file.string());
      if (options->json) {
        std::cout << files.dump() << "\n";
      } else {
        // Two files of each claim would hide the others.
        std::size_t of_claims = 0;
        for (const auto& file : files) {
          const auto name = file.get<std::string>();
          if (std::filesystem::path(name).parent_path().filename() == "claims")
            ++of_claims;
          else
            std::cout << name << "\n";
        }
        std::cout << (std::filesystem::path(options->out) / "claims").string() << " (" << of_claims << " files)\n";
      }
      return kSuccess;
    };
  });
}

void add_explain_command(CLI::App& program, Action& run) {
  auto* command =
      program.add_subcommand("explain", "One claim in words: statement, witness, verdict, what is not checked");
  struct Options {
    std::string id, out = "attest-out";
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  command->add_option("ID", options->id, "The claim, as `attest claims` lists it")->required();
  add_out_option(*command, options->out,
                 "The folder of the results; the claim is decided first if they lack it (default attest-out)");
  command->add_flag("--json", options->json, "The claim's entry of the results file");
  command->footer("Example:\n  attest explain positional.odd-even-sort");
  command->callback(
      [options, &run] { run = [options] { return explain_claim(options->id, options->out, options->json); }; });
}

}  // namespace attest::verify::command
