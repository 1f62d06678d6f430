// SPDX-License-Identifier: Apache-2.0
#include "verify/command/kernels_command.hpp"

#include "verify/sandbox/sandbox.hpp"

namespace attest::verify::command {

void add_kernels_command(CLI::App& program, Action& run) {
  auto* kernels = program.add_subcommand("kernels", "Attention kernels: which there are, and whether one is right");
  kernels->require_subcommand(1);
  kernels->footer(
      "A kernel is one of attest's own, one of yours in a shared library (kernels/attest_kernel.h), or arrays that it\n"
      "computed. docs/kernels.md has the files' formats.\n\nExample:\n  attest kernels validate --library "
      "./libmykernel.so");
  add_kernels_list(*kernels, run);
  add_kernels_validate(*kernels, run);
  add_kernels_bench(*kernels, run);
  add_kernels_temperature(*kernels, run);
  // The child process of list and validate; not for users.
  kernels->add_subcommand("sandbox", "")->group("")->callback([&run] {
    run = [] {
      sandbox::answer();
      return 0;
    };
  });
}

}  // namespace attest::verify::command
