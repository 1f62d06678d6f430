// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "theory/machines/mpc.hpp"

namespace attest::constructions::machines {

// MPC programs (Back de Luca et al. 2025, Definition A.1) whose messages go where the data say.
// Domain: 1 <= n <= 4096 machines; InputError otherwise.

/// Every machine holds two words, a machine's number and a value, and sends the value there: one round, memory 2. The
/// numbers may repeat as long as no machine is named more than twice.
theory::machines::MpcProgram mail(std::size_t n);

/// Machine i holds the number of its successor; the successors are a permutation, so the machines form cycles. At the
/// end slot 2 holds the smallest number on machine i's cycle: the connected components of a union of cycles, by pointer
/// jumping in 2 ceil(log2 n) + 1 rounds with memory 4. Where the input is no permutation a machine receives too
/// much, and the run says so.
theory::machines::MpcProgram cycle_components(std::size_t n);
/// The smallest number on each cycle of a permutation of 1, ..., n, by walking along it.
std::vector<theory::Rational> components_by_walking(const std::vector<long>& successor);

}  // namespace attest::constructions::machines
