// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "verify/graph/theory_graph.hpp"

// The room command: the program attest, a file for each subcommand. It knows every other room, and none knows it.
namespace attest::verify::command {

/// Exit codes (design: "The command line"). 130: interrupted, can be continued.
constexpr int kSuccess = 0;
constexpr int kRejected = 1;  ///< something was checked and rejected
constexpr int kOpen = 2;      ///< some claim is still open
constexpr int kBadInput = 3;
constexpr int kBadUsage = 64;
constexpr int kInterrupted = 130;

/// Each adds its subcommands to the program; `run` is set to what the chosen one does, and returns the exit code.
using Action = std::function<int()>;
void add_claims_command(CLI::App& program, Action& run);
void add_check_command(CLI::App& program, Action& run);
void add_explain_command(CLI::App& program, Action& run);
void add_report_command(CLI::App& program, Action& run);
void add_graph_command(CLI::App& program, Action& run);
void add_recheck_command(CLI::App& program, Action& run);
void add_eval_command(CLI::App& program, Action& run);
void add_lint_command(CLI::App& program, Action& run);
void add_new_command(CLI::App& program, Action& run);
void add_format_command(CLI::App& program, Action& run);
void add_exact_command(CLI::App& program, Action& run);
void add_audit_command(CLI::App& program, Action& run);
void add_construct_command(CLI::App& program, Action& run);
void add_kernels_command(CLI::App& program, Action& run);
void add_describe_command(CLI::App& program, Action& run);  ///< hidden: what manual pages and completion are made of

/// What may stand with every command.
struct Settings {
  std::string source, color = "auto";
};
/// The whole command line, from which the parser, --help, manual pages and completion come.
void build_program(CLI::App& program, Action& action, Settings& settings);

/// The papers' graph, held to the claims that are registered.
graph::TheoryGraph papers_graph();

/// --out, a folder; an empty name is wrong usage.
CLI::Option* add_out_option(CLI::App& command, std::string& out, const std::string& help);

}  // namespace attest::verify::command
