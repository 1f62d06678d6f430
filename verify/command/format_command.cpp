// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <iostream>

#include "theory/statement/format.hpp"
#include "verify/command/command.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::command {

namespace {

namespace fs = std::filesystem;

int format_files(const std::vector<std::string>& files, bool check) {
  bool different = false;
  for (const std::string& file : files) {
    const std::string text = system::read_file(fs::path(file)), laid_out = theory::formatted(text, file);
    if (laid_out == text) continue;
    different = true;
    if (!check) system::write_file(fs::path(file), laid_out);
    std::cout << file << "\n";
  }
  return check && different ? 1 : kSuccess;
}

}  // namespace

void add_format_command(CLI::App& program, Action& run) {
  auto* command = program.add_subcommand("format", "Lay out files of the statement language, leaving their hashes");
  struct Options {
    std::vector<std::string> files;
    bool check = false;
  };
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->files, "Claims (.claim) and definitions (.stm), each written in place")
      ->required();
  command->add_flag("--check", options->check, "Write nothing, name the files that would change");
  command->footer(
      "Lines stay as they are broken; blanks, margins of quantifiers and empty lines become the same everywhere.\n"
      "Comments and tokens are not touched, so neither are hashes, certificates and proofs. The files named are those\n"
      "that changed.\n\nExample:\n  attest format lemma.claim\n\n"
      "Exit codes: 0 done; 1 with --check, a file would change; 3 bad input; 64 wrong usage.");
  command->callback([options, &run] { run = [options] { return format_files(options->files, options->check); }; });
}

}  // namespace attest::verify::command
