// SPDX-License-Identifier: Apache-2.0
#include "verify/command/construct_command.hpp"

#include <iostream>

#include "verify/command/simulate_command.hpp"

namespace attest::verify::command {

void add_function_options(CLI::App& command, UniversalOptions& options) {
  command.add_option("FILE", options.file,
                     "JSON: n, d, delta, and a table of the function or expressions for its entries; "
                     "docs/construct_universal.md");
  command.add_option("--n", options.n, "Without FILE: the number of tokens")->check(CLI::Range(1, 64));
  command.add_option("--d", options.d, "Without FILE: their dimension")->check(CLI::Range(1, 64));
  command.add_option("--delta", options.delta, "Without FILE: the grid's step, a unit fraction such as 1/3");
  command
      .add_option("--expression", options.expressions,
                  "Without FILE: a formula for each of the n d entries of f(X), row by row, each with this option; "
                  "x21 is row 2, column 1 of X; + - * / ^, abs, min, max")
      ->expected(1)
      ->take_all();
  command.add_option("--lipschitz", options.lipschitz,
                     "A K with |f(X)_ij - f(Y)_ij| <= K max |X - Y|: then the L^p error is bounded. It is checked on "
                     "the grid; between its points it is taken on trust");
  command.add_option("--p", options.p, "The p of the L^p norm, an integer (default 1)")->check(CLI::Range(1, 16));
  command
      .add_option("--budget", options.budget, "The most grid points (default " + std::to_string(options.budget) + ")")
      ->check(CLI::Range(1, 1000000));
}

void add_prefix_option(CLI::App& command, std::string& out, const std::string& help) {
  const CLI::Validator a_prefix(
      [](const std::string& text) {
        const bool is_name = !text.empty() && text.back() != '/';
        return is_name ? std::string() : "expected the beginning of a file's name, found \"" + text + "\"";
      },
      "PREFIX");
  command.add_option("--out", out, help)->required()->check(a_prefix);
}

void add_construct_command(CLI::App& program, Action& run) {
  auto* construct = program.add_subcommand("construct", "Build a paper's witness at your parameters, with its weights");
  construct->require_subcommand(1);
  construct->footer(
      "Examples:\n  attest construct universal --n 2 --d 1 --delta 1/3 --expression x21 --expression x11 --lipschitz 1 "
      "--out swap\n  attest construct sweep --n 2 --delta 1/2 --version printed --x \"0; 1/2\" --out sweep");
  auto* universal = construct->add_subcommand(
      "universal", "A URPE Transformer that equals a function on a grid exactly (URPE, Theorem 3, Proposition 4)");
  auto options = std::make_shared<UniversalOptions>();
  add_function_options(*universal, *options);
  universal->add_option("--strip", options->strip,
                        "The width of the strips before the grid hyperplanes where the network is not f's, above 0 and "
                        "below delta (default: wide enough for small weights, narrow enough for the L^p bound)");
  universal
      ->add_option("--layout", options->layout,
                   "narrow: four hidden units, many blocks (default); wide: two blocks, many hidden units")
      ->check(CLI::IsMember({"narrow", "wide"}));
  add_prefix_option(*universal, options->out, "PREFIX of the files written: PREFIX.json, PREFIX.safetensors");
  universal->add_flag("--json", options->json, "The report as one JSON object on one line");
  universal->footer(
      "The network has ordinary URPE blocks: softmax attention times a Toeplitz matrix entry by entry, ReLU, biases as "
      "in "
      "eq. 16.\n"
      "All its scores are 0, so that the softmax is exact and the weights are rational. It is checked at every grid "
      "point "
      "in exact\n"
      "arithmetic before anything is written. The report gives the number of blocks, the size of the weights, the "
      "measure "
      "of the\n"
      "set where the network is not f's value on a cell, a bound on the L^p error, and what is left of f on the grid "
      "when "
      "every\n"
      "operation is rounded to float64, float32, float16 or bfloat16: exact, decodable (nearer to the right value than "
      "to "
      "any\n"
      "other of the function) or lost.\n\n"
      "Examples:\n"
      "  attest construct universal --n 2 --d 1 --delta 1/3 --expression x21 --expression x11 --lipschitz 1 --out "
      "swap\n"
      "  attest construct universal docs/examples/universal_table.json --out table && attest exact transformer "
      "table.json\n\n"
      "Exit codes: 0 written; 3 bad input (nothing is written); 64 wrong usage.");
  universal->callback([options, &run] { run = [options] { return construct_universal(*options, std::cout); }; });
  add_construct_lemmas(*construct, run);
  add_construct_simulate(*construct, run);
}

}  // namespace attest::verify::command
