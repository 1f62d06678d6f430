// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "constructions/simulation/bounds.hpp"

namespace attest::constructions::simulation {

/// One function for all nodes: its inputs are the s numbers received, the s numbers held (not read) and the node's
/// number; its outputs are the s new numbers and the node's number.
struct Selection {
  theory::machines::LocalFunction function;
  bool gated;  ///< right where every function of every node stays within its gate's bound
};

/// Machine i computes functions[i], the sink 0. Equal functions are computed once. `received` are the ranges at all
/// nodes, the sink last: a function's gate has to hold at every node. A gate's bound is the greatest magnitude there,
/// plus 1 for errors. Without gates (`may_be_open`) where all machines compute one function that is 0 at 0.
Selection select_by_machine(const std::vector<std::shared_ptr<const theory::machines::LocalFunction>>& functions,
                            const std::vector<std::vector<Bounded>>& received, bool may_be_open);

/// The greatest error of any function's output at any node: what the gates have to spare.
theory::Rational error_before_gates(
    const std::vector<std::shared_ptr<const theory::machines::LocalFunction>>& functions,
    const std::vector<std::vector<Bounded>>& received);

}  // namespace attest::constructions::simulation
