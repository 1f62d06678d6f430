// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>

#include "theory/error.hpp"
#include "verify/command/command.hpp"
#include "verify/system/files.hpp"
#include "verify/system/progress.hpp"
#include "verify/system/version.hpp"

namespace {

bool knows(const CLI::App& program, const std::string& command) {
  const auto named = program.get_subcommands([&](const CLI::App* candidate) { return candidate->check_name(command); });
  return !named.empty();
}

int run(int argc, char** argv) {
  using namespace attest::verify::command;
  using namespace attest::verify::system;
  CLI::App program(
      "attest decides published claims about what attention can and cannot express. It builds each paper's witness in "
      "exact\n"
      "arithmetic, writes what it found as a certificate, has independent checkers accept or reject it, and reports\n"
      "counterexamples that a person can follow.",
      "attest");
  program.set_version_flag("--version", std::string("attest ") + version());
  program.require_subcommand(1);
  program.fallthrough();
  std::string source;
  program.add_option(
      "--source", source,
      "The folder of attest's data, with theory/claims in it (default: the environment variable ATTEST_SOURCE, then\n"
      "what lies above the program or in share/attest beside it)");
  program.footer(
      "Example:\n  attest check --out attest-out && xdg-open attest-out/report.html\n\n"
      "Exit codes: 0 done; 1 a kernel was rejected; 2 something is still open; 3 bad input (one line says where and "
      "what\n"
      "was expected); 64 wrong usage; 130 interrupted (the same command continues).\n"
      "Each subcommand has its own --help with an example.");
  Action action;
  add_claims_command(program, action);
  add_check_command(program, action);
  add_explain_command(program, action);
  add_recheck_command(program, action);
  add_report_command(program, action);
  add_exact_command(program, action);
  add_construct_command(program, action);
  add_audit_command(program, action);
  add_kernels_command(program, action);
  if (argc > 1 && argv[1][0] != '-' && !knows(program, argv[1])) {
    std::cerr << "attest: unknown command '" << argv[1] << "' (see attest --help)\n";
    return kBadUsage;
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // --help and --version come here too, with exit code 0.
    if (error.get_exit_code() == 0) return program.exit(error);
    std::cerr << "attest: " << error.what() << " (see attest --help)\n";
    return kBadUsage;
  }
  if (!source.empty()) use_source(source);
  const int code = action ? action() : kBadUsage;
  errno = 0;
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "attest: standard output: expected a place that can be written"
              << (errno ? std::string(" (") + std::strerror(errno) + ")" : "") << "\n";
    return kBadInput;
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = run(argc, argv);
    // After Ctrl-C a construction may still be at work; nothing that it uses may be taken away below it.
    if (attest::verify::system::interrupted()) std::_Exit(code);
    return code;
  } catch (const attest::InputError& error) {
    std::cerr << "attest: " << error.what() << "\n";
    return attest::verify::command::kBadInput;
  } catch (const std::bad_alloc&) {
    std::cerr << "attest: not enough memory for this input\n";
    return attest::verify::command::kBadInput;
  } catch (const std::exception& error) {
    std::cerr << "attest: " << error.what() << "\n";
    return 1;
  }
}
