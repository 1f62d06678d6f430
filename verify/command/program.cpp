// SPDX-License-Identifier: Apache-2.0
#include "verify/command/command.hpp"
#include "verify/system/version.hpp"

namespace attest::verify::command {

using system::version;

void build_program(CLI::App& program, Action& action, Settings& settings) {
  program.name("attest");
  program.description(
      "attest decides published claims about what attention can and cannot express. It builds each paper's witness in "
      "exact\n"
      "arithmetic, writes what it found as a certificate, has independent checkers accept or reject it, and reports\n"
      "counterexamples that a person can follow.");
  program.set_version_flag("--version", std::string("attest ") + version());
  program.require_subcommand(1);
  program.fallthrough();
  auto* data = program.add_option(
      "--source", settings.source,
      "The folder of attest's data, with theory/papers in it (default: the environment variable ATTEST_SOURCE, then\n"
      "what lies above the program or in share/attest beside it)");
  data->type_name("DIR");
  program
      .add_option(
          "--color", settings.color,
          "Colour of verdicts: auto is a terminal's alone, unless NO_COLOR is set or TERM is dumb (default auto)")
      ->check(CLI::IsMember(std::vector<std::string>{"auto", "always", "never"}));
  program.footer(
      "Example:\n  attest check --out attest-out && xdg-open attest-out/report.html\n\n"
      "Exit codes: 0 done; 1 a kernel was rejected; 2 something is still open; 3 bad input (one line says where and "
      "what\n"
      "was expected); 64 wrong usage; 130 interrupted (the same command continues).\n"
      "Each subcommand has its own --help, nearly all with an example.");
  add_claims_command(program, action);
  add_check_command(program, action);
  add_explain_command(program, action);
  add_recheck_command(program, action);
  add_report_command(program, action);
  add_lint_command(program, action);
  add_new_command(program, action);
  add_format_command(program, action);
  add_eval_command(program, action);
  add_graph_command(program, action);
  add_exact_command(program, action);
  add_construct_command(program, action);
  add_audit_command(program, action);
  add_kernels_command(program, action);
  add_describe_command(program, action);
}

}  // namespace attest::verify::command
