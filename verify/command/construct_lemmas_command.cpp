// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "verify/command/construct_command.hpp"
#include "verify/command/construct_lemmas.hpp"

namespace attest::verify::command {

namespace {

const char* const kInputs =
    "An input to run at, rows with ';', entries with ',' between, in quotes: \"0,1/2; 1,0\"; each with this option";

// What all of them have.
template <class Options>
CLI::App* add_lemma(CLI::App& construct, const char* name, const char* what, const std::shared_ptr<Options>& options) {
  auto* lemma = construct.add_subcommand(name, what);
  lemma->add_option("--x", options->inputs, kInputs)->expected(1)->take_all();
  add_prefix_option(*lemma, options->out,
                    "PREFIX of what is written: PREFIX.json, an instance of attest exact transformer");
  lemma->add_flag("--claim", options->claim,
                  "Also write PREFIX.claim, which states that the network does it; attest check decides it");
  lemma->add_flag("--json", options->json, "The report as one JSON object on one line");
  return lemma;
}

const char* const kExits = "\n\nExit codes: 0 written; 3 bad input (nothing is written); 64 wrong usage.";

void add_shift(CLI::App& construct, Action& run) {
  auto options = std::make_shared<ShiftOptions>();
  auto* lemma = add_lemma(construct, "shift",
                          "The two heads of the selective shift X + a Psi(X; b, b') (URPE, Lemma 6)", options);
  lemma->add_option("--z", options->z, "The vector z of d numbers, \"1,3\"")->required();
  lemma->add_option("--a", options->a, "The factor a (default 1); negative ones as --a=-1");
  lemma->add_option("--from", options->from, "The lower end b of the window")->required();
  lemma->add_option("--to", options->to, "Its upper end b'")->required();
  lemma
      ->add_option("--version", options->version,
                   "repaired: thresholds on the query, as in Yun et al. 2020 (default); printed: on the key, eq. 11")
      ->check(CLI::IsMember({"repaired", "printed"}));
  lemma->add_option("--ties", options->ties, "What hardmax gives where scores tie (default uniform)")
      ->check(CLI::IsMember({"uniform", "first", "all"}));
  lemma->add_option("--n", options->n, "Without --x: tokens of the 5^n inputs that are tried (default 2)")
      ->check(CLI::Range(1, 5));
  lemma->footer(
      std::string("Without --x the block runs at all inputs whose tokens have X_i z below b, at b, inside, at b' or "
                  "above b'.\nExample:\n  attest construct shift --z 1,3 --from 1/2 --to 3/2 --a 2 --out shift "
                  "&& attest exact transformer shift.json") +
      kExits);
  lemma->callback([options, &run] { run = [options] { return construct_shift(*options, std::cout); }; });
}

void add_quantizer(CLI::App& construct, Action& run) {
  auto options = std::make_shared<QuantizerOptions>();
  auto* lemma = add_lemma(construct, "quantizer",
                          "d / delta blocks that round entries of [0, 1] down to the grid (URPE, Lemma 7)", options);
  lemma->add_option("--d", options->d, "The dimension of a token (default 1)")->check(CLI::Range(1, 64));
  lemma->add_option("--delta", options->delta, "The grid's step, a unit fraction such as 1/3")->required();
  lemma
      ->add_option("--count-from", options->count_from,
                   "The first layer's k in eq. 15: 0 rounds (default), 1 is the printed count")
      ->check(CLI::Range(0, 1));
  lemma->footer(
      std::string("Without --x it runs at every quarter of a step, in every column.\nExample:\n  attest construct "
                  "quantizer --d 2 --delta 1/4 --x \"0,1/3; 9/10,1\" --out quantizer") +
      kExits);
  lemma->callback([options, &run] { run = [options] { return construct_quantizer(*options, std::cout); }; });
}

void add_positions(CLI::App& construct, Action& run) {
  auto options = std::make_shared<PositionsOptions>();
  auto* lemma = add_lemma(construct, "positions",
                          "A URPE block that adds positions u 1^T with gaps above 1 (URPE, Lemma 8)", options);
  lemma->add_option("--v", options->v, "The row sums v = A(X) 1, distinct: \"1,2/3,1/3\"");
  lemma->add_option("--n", options->n, "In place of --v: the number of tokens, v = (1, (n-1)/n, ..., 1/n)")
      ->check(CLI::Range(1, 256));
  lemma->add_option("--d", options->d, "The dimension of a token (default 1)")->check(CLI::Range(1, 64));
  lemma
      ->add_option("--heads", options->heads,
                   "2, with the printed c_V = 1/min |v_i - v_j| (default), or 1, with twice that")
      ->check(CLI::Range(1, 2));
  lemma->footer(
      std::string(
          "All scores are 0, so that A(X) = C/n exactly; C is Toeplitz with the row sums asked for.\nExample:\n  "
          "attest construct positions --v 1/2,0,3 --d 2 --out positions") +
      kExits);
  lemma->callback([options, &run] { run = [options] { return construct_positions(*options, std::cout); }; });
}

void add_sweep(CLI::App& construct, Action& run) {
  auto options = std::make_shared<SweepOptions>();
  auto* lemma =
      add_lemma(construct, "sweep",
                "The sweep of selective shifts: is it a contextual mapping of a grid? (URPE, Lemma 10)", options);
  lemma->add_option("--u", options->u, "The positions, gaps above 1: \"4,0,3/2\"");
  lemma->add_option("--n", options->n, "In place of --u: the number of tokens, u = (2n, ..., 4, 2)")
      ->check(CLI::Range(1, 64));
  lemma->add_option("--d", options->d, "The dimension of a token (default 1)")->check(CLI::Range(1, 64));
  lemma->add_option("--delta", options->delta, "The grid's step, a unit fraction such as 1/3")->required();
  lemma
      ->add_option(
          "--version", options->version,
          "repaired (default), half-open (repaired, for the grid without 1), printed, cited (printed with the "
          "multiplier delta^-d of the cited proof), literal (r from 0, no hardmax in the last step), stack (n + 1 "
          "blocks without a sweep)")
      ->check(CLI::IsMember({"repaired", "half-open", "printed", "cited", "literal", "stack"}));
  lemma
      ->add_option("--grid", options->grid,
                   "closed {0, ..., 1} or half-open {0, ..., 1 - delta}, for printed, cited, literal")
      ->check(CLI::IsMember({"closed", "half-open"}));
  lemma->add_option("--budget", options->budget, "The most inputs of the grid (default 65536)")
      ->check(CLI::Range(1, 1 << 28));
  lemma->footer(
      std::string(
          "With --x every intermediate state is shown, exactly: the matrix after each block and its values X z.\n"
          "Examples:\n  attest construct sweep --n 2 --delta 1/2 --version printed --x \"0; 1/2\" --out "
          "sweep\n  attest construct sweep --u 4,0,3/2 --delta 1/3 --out sweep && attest exact transformer "
          "sweep.json") +
      kExits);
  lemma->callback([options, &run] { run = [options] { return construct_sweep(*options, std::cout); }; });
}

void add_modified(CLI::App& construct, Action& run) {
  auto options = std::make_shared<ModifiedOptions>();
  auto* lemma =
      add_lemma(construct, "modified",
                "Modified blocks that equal a function on a grid and are constant on its cells (URPE, Theorem 3, "
                "eq. 19)",
                options);
  options->function.budget = 256;
  options->function.command = "attest construct modified";
  add_function_options(*lemma, options->function);
  lemma
      ->add_option("--contextual", options->contextual,
                   "The contextual mapping: stack (n + 1 blocks, default) or sweep (Lemma 10's, repaired)")
      ->check(CLI::IsMember({"stack", "sweep"}));
  lemma->footer(
      std::string("The function is given as for attest construct universal (docs/construct_universal.md). There are no "
                  "strips: phi may jump.\nExample:\n  attest construct modified --n 2 --d 1 --delta 1/2 --expression "
                  "x21 --expression x11 --out swap --claim && attest check swap.claim") +
      kExits);
  lemma->callback([options, &run] { run = [options] { return construct_modified(*options, std::cout); }; });
}

}  // namespace

void add_construct_lemmas(CLI::App& construct, Action& run) {
  add_shift(construct, run);
  add_quantizer(construct, run);
  add_positions(construct, run);
  add_sweep(construct, run);
  add_modified(construct, run);
}

}  // namespace attest::verify::command
