// SPDX-License-Identifier: Apache-2.0
#include "verify/command/simulate_command.hpp"

#include <iostream>
#include <memory>

#include "verify/command/construct_command.hpp"
#include "verify/command/simulate.hpp"

namespace attest::verify::command {

namespace {

void add_common(CLI::App& command, SimulateOptions& options) {
  command.add_option("FILE", options.file, "A PCOC program and its inputs, JSON (docs/machine_programs.md)");
  command.add_option("--task", options.task,
                     "Without FILE: one of our programs, such as prefix-minimum or bellman-ford");
  command.add_option("--n", options.n, "With --task: the number of machines")->check(CLI::Range(1, 1024));
  command.add_option("--eps", options.eps,
                     "How much softmax may be off after the last round (default 1/1000); the least multiple of 1/8 for "
                     "which the bound keeps it becomes the temperature");
  command.add_option("--temperature", options.temperature, "The temperature T, instead of --eps");
  command.add_option("--bound", options.bound,
                     "Inputs of absolute value up to this are in range (default: the ranges of the inputs given)");
  command.add_flag("--json", options.json, "One JSON object on one line");
}

}  // namespace

void add_exact_simulate(CLI::App& exact, Action& run) {
  auto options = std::make_shared<SimulateOptions>();
  auto* simulate = exact.add_subcommand(
      "simulate", "A PCOC program three times: as itself, as hardmax Transformer, as enclosed softmax Transformer");
  add_common(*simulate, *options);
  simulate->add_option("--construction", options->construction, "repaired (default), or printed: appendix B.4's heads")
      ->check(CLI::IsMember({"repaired", "printed"}));
  simulate->add_option("--precision", options->precision, "The most bits of the enclosures (default 256)")
      ->check(CLI::Range(64, 8192));
  simulate->add_flag("--hardmax-only", options->hardmax_only, "Without softmax (from some 100 machines on)");
  simulate->add_option("--svg", options->picture, "Also draw the first input's run into this file (up to 64 machines)");
  simulate->footer(
      "Positional Attention, Lemma B.2: one layer a round. Hardmax is exact and compared with the program after every "
      "round; softmax is\n"
      "enclosed, and how far it is off is shown beside a bound for all inputs in range (docs/simulate.md).\n\n"
      "Examples:\n  attest exact simulate docs/examples/prefix_sum.json\n"
      "  attest exact simulate --task bellman-ford --n 8 --svg run.svg\n\n"
      "Exit codes: 0 equal; 1 different (a fault of this program); 3 bad input; 64 wrong usage.");
  simulate->callback([options, &run] { run = [options] { return exact_simulate(*options, std::cout); }; });
}

void add_construct_simulate(CLI::App& construct, Action& run) {
  auto options = std::make_shared<SimulateOptions>();
  auto* simulate = construct.add_subcommand(
      "simulate", "A PCOC program as the weights of a positional Transformer (Positional Attention, Lemma B.2)");
  add_common(*simulate, *options);
  simulate
      ->add_option("--construction", options->construction,
                   "repaired (default): any oracle; printed: appendix B.4's heads; table: two layers for any number of "
                   "rounds, right at the given inputs alone (Theorem 5.1)")
      ->check(CLI::IsMember({"repaired", "printed", "table"}));
  add_prefix_option(*simulate, options->out, "PREFIX of the files written: PREFIX.json, PREFIX.safetensors");
  simulate->footer(
      "The weights are checked before anything is written: with hardmax the memories are the program's after every "
      "round, for every\n"
      "input tried (all of {0, 1, 2}^n and some others for --task). docs/simulate.md describes the files and how to "
      "load "
      "them in numpy.\n\n"
      "Examples:\n  attest construct simulate docs/examples/prefix_sum.json --out sum\n"
      "  attest construct simulate --task prefix-minimum --n 4 --construction table --out minimum\n\n"
      "Exit codes: 0 written; 3 bad input (nothing is written); 64 wrong usage.");
  simulate->callback([options, &run] { run = [options] { return construct_simulate(*options, std::cout); }; });
}

}  // namespace attest::verify::command
