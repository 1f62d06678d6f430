// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/machines/pcoc.hpp"

namespace attest::constructions::simulation {

/// A program that does the same and in which every number keeps its slot on the way (Positional Attention, appendix
/// B.4, 'Communication', and Assumption B.4): before each round the local functions put a number where it has to be
/// sent from, once for each slot that takes it (positional.no-collision). One round is put in front, in which every
/// machine takes its own memory, since the input's places are given. A program that keeps slots already is returned as
/// it is. The memories after the last round are the same.
theory::machines::PcocProgram keep_slots(const theory::machines::PcocProgram& program);

/// Whether each slot takes from the same slot of its source.
bool keeps_slots(const theory::machines::Receive& receive);

}  // namespace attest::constructions::simulation
