// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "theory/machines/pcoc.hpp"

namespace attest::constructions::simulation {

/// A self-contained SVG of a run: a column for the input and for each round, a row for each machine with the number in
/// its first slot, lines from each machine to those that take from it. InputError for more than 64 machines.
std::string run_picture(const theory::machines::PcocProgram& program, const theory::machines::PcocTrace& trace);

}  // namespace attest::constructions::simulation
