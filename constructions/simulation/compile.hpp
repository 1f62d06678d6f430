// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "constructions/simulation/bounds.hpp"
#include "theory/attention/positional_transformer.hpp"
#include "theory/machines/pcoc.hpp"

namespace attest::constructions::simulation {

/// How attention routes.
///   kPrinted: appendix B.4 of Positional Attention. s heads, head h for slot h, value matrices 1, the printed 0/1
///   matrix
///     as the pattern (all unused senders to the sink), W_O with block width s + 1; numbers keep their slots, so the
///     program is rewritten first (slots.hpp). What arrives in an idle slot is no number of the program: the local
///     functions do not read it.
///   kRepaired: one head for each pair (slot that takes, slot that is taken from) in use, of value dimension 1; a
///   machine
///     without such a source attends to the sink. Any oracle; idle slots are 0.
enum class Routing { kPrinted, kRepaired };

/// The input's range: |x| <= bound for every number of every memory, or a range for each.
using InputRanges = std::vector<std::vector<Bounded>>;  ///< machines x slots
InputRanges ranges_within(std::size_t machines, std::size_t memory, const theory::Rational& bound);
InputRanges ranges_of(const std::vector<theory::machines::Memory>& inputs);

/// A program as weights. N + 1 nodes, P = 1, one layer for each round. A row is a memory and then the node's number,
/// counted from 0; the sink is the last node, and holds 0. Where all machines compute the same function, which is 0 at
/// 0, the MLP is that function and is right for all reals. Otherwise it computes every different function at every node
/// and gates it by the node's number; the gates' bounds cover the given input ranges (with 1 to spare for errors).
struct Compiled {
  theory::PositionalTransformer network;
  theory::machines::PcocProgram program;  ///< what the layers do, round by round
  Routing routing;
  theory::Rational temperature;  ///< T: the scores are T (2 A - 1) for the pattern A
  bool gated = false;            ///< some layer is right in the given ranges only

  theory::Matrix<theory::Rational> input(const theory::machines::Memory& memory) const;  ///< (N+1) x (s+1)
};
/// InputError for a discontinuous local function, with round, machine and line; std::invalid_argument for T <= 0.
Compiled compile(const theory::machines::PcocProgram& program, Routing routing, const theory::Rational& temperature,
                 const InputRanges& ranges);

/// The first place at which a run of the network differs from the program's trace, in words, or nothing. After every
/// round every machine's memory, its identifier, and the sink's zeros are compared, and with kRepaired what every slot
/// receives.
std::optional<std::string> first_difference(const Compiled& compiled, const theory::machines::PcocTrace& trace,
                                            const std::vector<theory::PositionalOutput<theory::Rational>>& outputs);

/// With softmax at T in the place of hardmax: after each round no number is off by more than this, for all inputs in
/// the ranges. Exact rationals; exp(2T) is bounded by an enclosure. Nothing if an error before a gate grows beyond 1,
/// which the gates were not made for.
std::optional<std::vector<theory::Rational>> softmax_error(const Compiled& compiled, const InputRanges& ranges,
                                                           const theory::Rational& temperature);
/// The least multiple of 1/8 at which the last of these is at most eps. InputError if 2^20 is not enough.
theory::Rational sufficient_temperature(const Compiled& compiled, const InputRanges& ranges,
                                        const theory::Rational& eps);

}  // namespace attest::constructions::simulation
