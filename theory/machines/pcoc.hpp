// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "theory/machines/local_function.hpp"
#include "theory/machines/rule.hpp"

namespace attest::theory::machines {

/// A position in a machine's memory; both count from 1, as in Definition A.2.
struct Place {
  std::size_t machine, slot;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// The communication of one round: receive[i][j] is the place from which slot j of machine i (both from 0 here) takes
/// its variable, or nothing: the slot is then empty.
using Receive = std::vector<std::vector<std::optional<Place>>>;

/// What Definition A.2's oracle RCV(r, i) returns, item 3: machines, each with the (non-empty, ascending) positions
/// that machine i (from 1) takes from it. In ascending order of the machines.
std::vector<std::pair<std::size_t, std::vector<std::size_t>>> oracle_value(const Receive& receive, std::size_t machine);

/// How many variables each machine sends: one for each slot that takes from it, its own slots included.
std::vector<std::size_t> sent(const Receive& receive);

/// Definition A.2, items 1, 3 and 4, for one round (counted from 1) on `machines` machines with `memory` slots: as many
/// rows and slots, every source exists, no machine sends more than `memory` variables. (None receives more: a slot
/// takes one.) RuleBroken with the rule "the oracle" or "total sent".
void check_receive(const Receive& receive, std::size_t machines, std::size_t memory, std::size_t round);

/// The communication step: new memory[i][j] = old memory at receive[i][j], `empty` where nothing is taken.
template <class T>
std::vector<std::vector<T>> communicate(const Receive& receive, const std::vector<std::vector<T>>& memory,
                                        const T& empty) {
  std::vector<std::vector<T>> result;
  result.reserve(receive.size());
  for (const auto& slots : receive) {
    std::vector<T>& row = result.emplace_back();
    row.reserve(slots.size());
    for (const auto& source : slots) row.push_back(source ? memory[source->machine - 1][source->slot - 1] : empty);
  }
  return result;
}

enum class Numbers { kRationals, kIntegers };

/// A PCOC program (Back de Luca et al. 2025, Definition A.2) whose data are numbers: in each round every machine
/// first receives, as the round's oracle says, and then overwrites its memory with its local function's outputs. An
/// empty slot holds 0. The oracle depends on nothing but the round: it is the data-agnostic reading of the definition
/// (docs/claims/positional_pcoc_definition.md).
struct PcocProgram {
  struct Round {
    Receive receive;
    /// One for each machine; `memory` inputs and outputs.
    std::vector<std::shared_ptr<const LocalFunction>> compute;
  };

  std::string title;
  Numbers numbers = Numbers::kRationals;
  std::size_t machines = 0, memory = 0;
  std::vector<Round> rounds;
};

using Memory = std::vector<std::vector<Rational>>;  ///< machines x slots

/// A place of a run at which a line's margin or bound did not hold: the run goes on, the operation is still continuous.
struct OutsideMargin {
  std::size_t round, machine;
  std::string line;
};

struct PcocTrace {
  Memory input;
  struct Round {
    Memory received, computed;
  };
  std::vector<Round> rounds;
  std::optional<OutsideMargin> outside_margin;  ///< the first one

  const Memory& output() const { return rounds.empty() ? input : rounds.back().computed; }
};

/// Every rule of the definition that does not depend on the data. RuleBroken; std::invalid_argument for local functions
/// of a wrong shape.
void check(const PcocProgram& program);

/// Runs it from this memory. RuleBroken for an input of another shape (round 0), with integers for a number that is
/// none, and for what a line says ("line", a pick outside of its list).
PcocTrace run(const PcocProgram& program, const Memory& input);

}  // namespace attest::theory::machines
