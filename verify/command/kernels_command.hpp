// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/command/command.hpp"

namespace attest::verify::command {

/// The subcommands of `attest kernels`, each in a file of its own.
void add_kernels_list(CLI::App& kernels, Action& run);
void add_kernels_validate(CLI::App& kernels, Action& run);
void add_kernels_bench(CLI::App& kernels, Action& run);
void add_kernels_temperature(CLI::App& kernels, Action& run);

}  // namespace attest::verify::command
