// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/command/command.hpp"

namespace attest::verify::command {

/// `attest exact simulate` and `attest construct simulate` on the command line.
void add_exact_simulate(CLI::App& exact, Action& run);
void add_construct_simulate(CLI::App& construct, Action& run);

}  // namespace attest::verify::command
