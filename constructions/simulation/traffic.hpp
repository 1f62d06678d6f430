// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "constructions/simulation/bounds.hpp"
#include "theory/attention/positional_transformer.hpp"
#include "theory/machines/pcoc.hpp"

namespace attest::constructions::simulation {

/// One head's work: slot `to_slot` of machine i takes slot `from_slot` of machine source[i] (from 0), or nothing.
struct Wire {
  std::size_t to_slot, from_slot;
  std::vector<std::optional<std::size_t>> source;
  bool printed;  ///< the printed complement: unused senders to the sink; otherwise idle receivers to the sink
};
/// Printed: one for each slot, and the program keeps slots. Otherwise one for each pair of slots in use (one at least).
std::vector<Wire> wires_of(const theory::machines::Receive& receive, bool printed);
/// The 0/1 matrix over machines and sink. In the repaired one each row has a single one.
theory::Matrix<theory::Rational> pattern_of(const Wire& wire, std::size_t machines);

/// The round's local functions, with the slots that are idle read as the constant 0 if the routing is the printed one
/// (something else arrives there).
std::vector<std::shared_ptr<const theory::machines::LocalFunction>> readable(
    const theory::machines::PcocProgram::Round& round, bool printed);

/// Ranges and errors of all nodes' numbers, round by round, for inputs in given ranges. `lost` is the greatest weight
/// that a row with a unique source has beside it: 0 for hardmax.
class Traffic {
 public:
  Traffic(const theory::machines::PcocProgram& program, bool printed, const std::vector<std::vector<Bounded>>& ranges);

  /// What arrives at each node in round r, the sink last: for machines in slots that are not idle the source's number.
  std::vector<std::vector<Bounded>> received(std::size_t r, const theory::Rational& lost) const;
  /// Goes on to what is computed in round r. The sink's numbers are what its function makes of what it receives.
  void finish_round(std::size_t r, const theory::Rational& lost);

  /// The greatest error of a machine's number; and of what any function makes at any node in round r, before the gates.
  theory::Rational greatest_error() const;
  theory::Rational error_before_gates(std::size_t r, const theory::Rational& lost) const;

 private:
  const theory::machines::PcocProgram& program_;
  bool printed_;
  std::vector<std::vector<Bounded>> memory_;  ///< machines, then the sink
};

}  // namespace attest::constructions::simulation
