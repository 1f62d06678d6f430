// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "theory/certificate/value.hpp"
#include "theory/machines/pcoc.hpp"

namespace attest::constructions::routing {

/// The communication by which each of n machines with memory m hears of m^r machines in r rounds: in round q = 0, ...,
/// r-1 machine i takes from the machines 0, m^q, ..., (m-1) m^q places before it, around.
std::vector<theory::machines::Receive> gathering(std::size_t n, std::size_t m, unsigned r);

/// How many machines each machine has heard of after these rounds.
std::vector<std::size_t> heard_of(const std::vector<theory::machines::Receive>& rounds, std::size_t n);

/// The least r with m^r >= n, m >= 2.
unsigned rounds_to_reach(std::size_t n, std::size_t m);

/// As the statements have it (theory/definitions/machines.stm).
theory::Value value_of(const theory::machines::Receive& receive);
theory::Value value_of(const std::vector<theory::machines::Receive>& rounds);

}  // namespace attest::constructions::routing
