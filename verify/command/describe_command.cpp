// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <nlohmann/json.hpp>

#include "constructions/claim.hpp"
#include "theory/error.hpp"
#include "verify/command/command.hpp"
#include "verify/results/papers.hpp"
#include "verify/system/files.hpp"
#include "verify/system/process.hpp"
#include "verify/system/version.hpp"
#include "verify/usage/description.hpp"

namespace attest::verify::command {

using results::Paper;
using results::papers;
using system::find_places;
using system::Places;
using system::run_process;
using system::version;
using system::write_file;

namespace {

/// The files of a prefix's share/, where man, bash, zsh and fish look for them.
void write_files(const CLI::App& program, const std::filesystem::path& share) {
  const Places places = find_places();
  const auto help = run_process({places.attest_check.string(), "--help"});
  if (!help || help->exit_code != 0)
    throw InputError(places.attest_check.string(), "expected a program that answers --help");
  const usage::Command attest = usage::describe(program), checker = usage::describe_checker(help->output);
  write_file(share / "man/man1/attest.1", usage::man_page(attest, version(), checker.name));
  write_file(share / "man/man1/attest-check.1", usage::man_page(checker, version(), attest.name));
  // Shells look for a file by the program's name.
  const std::string bash = usage::bash_completion({attest, checker});
  for (const usage::Command* command : {&attest, &checker}) {
    write_file(share / "bash-completion/completions" / command->name, bash);
    write_file(share / "fish/vendor_completions.d" / (command->name + ".fish"), usage::fish_completion(*command));
  }
  write_file(share / "zsh/site-functions/_attest", usage::zsh_completion({attest, checker}));
}

}  // namespace

void add_describe_command(CLI::App& program, Action& run) {
  auto* command = program.add_subcommand("describe", "What manual pages and completion are made of; not for users");
  command->group("");
  command->require_subcommand(1);
  command->add_subcommand("claims", "The claims' ids, a line each, without a look at their files")->callback([&run] {
    run = [] {
      for (const constructions::Claim& claim : constructions::registry()) std::cout << claim.id << "\n";
      return kSuccess;
    };
  });
  command->add_subcommand("papers", "The papers, as a JSON array")->callback([&run] {
    run = [] {
      nlohmann::ordered_json list = nlohmann::ordered_json::array();
      for (const Paper& paper : papers())
        list.push_back({{"id", paper.id},
                        {"authors", paper.authors},
                        {"title", paper.title},
                        {"venue", paper.venue},
                        {"arxiv", paper.arxiv},
                        {"doi", paper.doi}});
      std::cout << list.dump() << "\n";
      return kSuccess;
    };
  });
  auto* files = command->add_subcommand("files", "Writes manual pages and completion below a folder");
  auto folder = std::make_shared<std::string>();
  files->add_option("DIR", *folder, "A prefix's share/")->required();
  files->callback([folder, &program, &run] {
    run = [folder, &program] {
      write_files(program, *folder);
      return kSuccess;
    };
  });
}

}  // namespace attest::verify::command
