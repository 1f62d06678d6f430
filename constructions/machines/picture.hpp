// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "theory/machines/mpc.hpp"

namespace attest::constructions::machines {

// Self-contained SVG drawings of a program's run: a column for the start and for every round, a node for each machine
// with what its memory holds, an edge from every machine to those that it sends something to, wider for more variables.
// Domain: up to 32 machines and 32 rounds, what an eye can follow; InputError otherwise.

std::string picture(const theory::machines::PcocProgram& program, const theory::machines::PcocTrace& trace);
std::string picture(const theory::machines::MpcProgram& program, const theory::machines::MpcTrace& trace);

}  // namespace attest::constructions::machines
