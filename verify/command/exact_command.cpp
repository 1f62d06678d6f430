// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "verify/command/command.hpp"
#include "verify/command/exact.hpp"
#include "verify/command/simulate_command.hpp"

namespace attest::verify::command {

namespace {

struct ExactOptions {
  std::string file, eps = "1/100", width = "1/1000000", picture, memory_picture;
  long n = 2;
  unsigned threads = 1;
  bool json = false;
};

CLI::App* add_operation(CLI::App& exact, const char* name, const char* what,
                        const std::shared_ptr<ExactOptions>& options) {
  auto* operation = exact.add_subcommand(name, what);
  operation->add_flag("--json", options->json, "One JSON object on one line");
  return operation;
}

void add_machine_operations(CLI::App& exact, const std::shared_ptr<ExactOptions>& options, Action& run) {
  auto* route = add_operation(
      exact, "route",
      "Messages through the Benes network of Definition A.4: fragmentation, collection, memory at each step", options);
  route->add_option("FILE", options->file, "The machines and their messages, JSON")->required();
  route->add_option("--svg", options->picture, "Also draw the flow step by step into this file (up to 16 machines)");
  route->add_option("--memory-svg", options->memory_picture,
                    "Also draw the memory after each step into this file (up to 64 machines)");
  route->footer("Example:\n  attest exact route docs/examples/messages.json --svg flow.svg --memory-svg memory.svg");
  route->callback([options, &run] {
    run = [options] {
      return exact_route(options->file, options->picture, options->memory_picture, options->json, std::cout);
    };
  });

  auto* pcoc = add_operation(exact, "pcoc",
                             "A PCOC program (Definition A.2): the memory of each machine after each round", options);
  pcoc->add_option("FILE", options->file, "The program and its inputs, JSON (docs/machine_programs.md)")->required();
  pcoc->add_option("--svg", options->picture, "Also draw the first input's run into this file (up to 32 machines)");
  pcoc->footer("Example:\n  attest exact pcoc docs/examples/prefix_sum.json --svg run.svg");
  pcoc->callback([options, &run] {
    run = [options] { return exact_pcoc(options->file, options->picture, options->json, std::cout); };
  });

  auto* mpc = add_operation(exact, "mpc",
                            "An MPC program (Definition A.1), with destinations that may depend on the data", options);
  mpc->add_option("FILE", options->file, "The program and its inputs, JSON (docs/machine_programs.md)")->required();
  mpc->add_option("--svg", options->picture, "Also draw the first input's run into this file (up to 32 machines)");
  mpc->footer("Example:\n  attest exact mpc docs/examples/cycle_components.json --svg run.svg");
  mpc->callback([options, &run] {
    run = [options] { return exact_mpc(options->file, options->picture, options->json, std::cout); };
  });
}

}  // namespace

void add_exact_command(CLI::App& program, Action& run) {
  auto* exact = program.add_subcommand("exact", "The exact engine on your own instance");
  exact->require_subcommand(1);
  exact->footer(
      "Numbers in files are canonical \"p/q\" strings, integers, or floats, which are taken as the exact binary "
      "fractions that they\n"
      "are. Results are exact rationals, or enclosures with a guaranteed radius where exp or a square root is needed. "
      "The formats\n"
      "stand in docs/exact_inputs.md, examples in docs/examples.\n\nExample:\n  attest exact attention "
      "docs/examples/attention_t5.json");
  auto options = std::make_shared<ExactOptions>();

  auto* attention = add_operation(*exact, "attention",
                                  "One attention layer: the attention matrix of each head, and the output", options);
  attention->add_option("FILE", options->file, "The layer and its input, JSON")->required();
  attention->footer("Example:\n  attest exact attention docs/examples/attention_t5.json");
  attention->callback(
      [options, &run] { run = [options] { return exact_attention(options->file, options->json, std::cout); }; });

  auto* transformer = add_operation(*exact, "transformer", "A stack of blocks: the output of each", options);
  transformer->add_option("FILE", options->file, "The blocks and the input, JSON")->required();
  transformer->footer("Example:\n  attest exact transformer docs/examples/transformer.json");
  transformer->callback(
      [options, &run] { run = [options] { return exact_transformer(options->file, options->json, std::cout); }; });

  auto* bound = add_operation(
      *exact, "softmax-bound",
      "Positional Attention, Lemma B.3: the printed temperature, the least one, and a rational one that is enough",
      options);
  bound->add_option("--n", options->n, "The number of positions, at least 1")->required();
  bound->add_option("--eps", options->eps, "The error allowed, a rational between 0 and 1 (default 1/100)");
  bound->add_option("--width", options->width,
                    "How narrow the enclosure of the least temperature must be (default 1/1000000)");
  bound->footer("Example:\n  attest exact softmax-bound --n 8 --eps 1/100 --width 1/1000000000000");
  bound->callback([options, &run] {
    run = [options] { return exact_softmax_bound(options->n, options->eps, options->width, options->json, std::cout); };
  });

  auto* bucket =
      add_operation(*exact, "bucket",
                    "T5's bucket of each relative position: exact, and as floating point code computes it", options);
  bucket->add_option("FILE", options->file, "The numbers of buckets and positions, JSON")->required();
  bucket->footer("Example:\n  attest exact bucket docs/examples/bucket.json");
  bucket->callback(
      [options, &run] { run = [options] { return exact_bucket(options->file, options->json, std::cout); }; });

  add_exact_simulate(*exact, run);

  auto* benes = add_operation(
      *exact, "benes",
      "Node-disjoint routes of a permutation through the Benes network of Definition A.4, or whether a route of your "
      "own is one",
      options);
  benes
      ->add_option("FILE", options->file,
                   "JSON: {\"permutation\": [2, 0, 3, 1]}, label i goes to the i-th entry; or a route of your own, "
                   "{\"paths\": ...}; docs/exact_inputs.md")
      ->required();
  benes->add_option("--svg", options->picture, "Also draw the routes into this file (up to 32 lines)");
  benes->add_option("--threads", options->threads, "The settings do not depend on it")->check(CLI::Range(1, 256));
  benes->footer(
      "Example:\n  attest exact benes docs/examples/permutation.json --svg routes.svg\n\nExit codes: 0 done; 1 the "
      "route "
      "given is none; 3 bad input; 64 wrong usage.");
  benes->callback([options, &run] {
    run = [options] {
      return exact_benes(options->file, options->picture, options->threads, options->json, std::cout);
    };
  });
  add_machine_operations(*exact, options, run);
}

}  // namespace attest::verify::command
