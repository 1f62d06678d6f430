// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "constructions/draw.hpp"
#include "constructions/positional/message_routing.hpp"
#include "theory/machines/pcoc.hpp"

namespace attest::constructions::routing {

/// The oracle of step l = 1, ..., 2k-1 of the data-agnostic routing on 2^k machines with 2s slots (Back de Luca et al.
/// 2025, appendix B.2): it depends on k, s and l alone. In the fragmentation a machine takes its own odd slots and the
/// other machine's even ones among the first s; in the collection its own first half and the other machine's second
/// half.
theory::machines::Receive agnostic_oracle(unsigned k, std::uint32_t s, unsigned l);

/// A run of the machines that this oracle serves, slot by slot, as PCOC: every round's oracle is checked against
/// Definition A.2 with memory 2s, then a machine sorts its tuples, or lays out what stays and what goes.
struct SlotRun {
  bool delivered = false;               ///< every tuple arrived, none twice
  std::optional<std::string> overflow;  ///< the first step and machine, if any, whose tuples do not fit their slots
};
/// Domain: as route(), and 2s slots on 2^k machines in no more than 2^24 places. s is given, and may be less than the
/// load needs: the run then ends at the overflow.
SlotRun run_in_slots(const Load& load, std::uint32_t s);

/// A reproducible load of n machines whose messages are multiples of `unit`, of which no machine sends or receives more
/// than s.
Load drawn_load(std::uint32_t n, std::uint32_t unit, std::uint32_t s, Draw& draw);

}  // namespace attest::constructions::routing
