// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/command/command.hpp"
#include "verify/command/construct.hpp"

namespace attest::verify::command {

/// The options that give a function on a grid, FILE or --n, --d, --delta, --expression, and what is said of it.
void add_function_options(CLI::App& command, UniversalOptions& options);

/// --out: the beginning of the names of the files written; an empty one is wrong usage.
void add_prefix_option(CLI::App& command, std::string& out, const std::string& help);

/// `attest construct shift`, `quantizer`, `positions`, `sweep`, `modified`.
void add_construct_lemmas(CLI::App& construct, Action& run);

}  // namespace attest::verify::command
