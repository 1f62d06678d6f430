// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/machines/pcoc.hpp"

namespace attest::theory::machines {

/// An MPC program (Back de Luca et al. 2025, Definition A.1) whose words are numbers. In each round every machine
/// computes on its memory and then sends messages; in the next round it holds the words that it received and nothing
/// else. No machine holds, sends or receives more than `memory` words in a round, messages to itself included.
///
/// The definition does not say in which order words are held. Here a round is either *in order* (no message has a
/// slot: words are held in the order of their senders' numbers, and of the sender's messages), or *placed* (every
/// message says at which slot its words begin; two words for one slot break a rule).
struct MpcMessage {
  Affine to;  ///< a machine's number, from 1: it may depend on the data
  std::vector<Affine> words;
  std::optional<Affine> at;         ///< the first slot, from 1
  std::optional<Affine> condition;  ///< the message is sent if this is not 0
};

struct MpcLocal {
  /// Inputs: the memory's slots (0 where nothing is held), then the number of words received. No outputs: messages are
  /// built from the registers after its lines.
  LocalFunction function;
  std::vector<MpcMessage> messages;
};

struct MpcProgram {
  using Round = std::vector<std::shared_ptr<const MpcLocal>>;  ///< one for each machine

  std::string title;
  Numbers numbers = Numbers::kRationals;
  std::size_t machines = 0, memory = 0;
  std::vector<Round> rounds;
};

/// What a machine holds: a number or nothing in each slot.
using Held = std::vector<std::optional<Rational>>;

struct SentMessage {
  std::size_t from, to;           ///< machines, from 1
  std::optional<std::size_t> at;  ///< from 1
  std::vector<Rational> words;
};

struct MpcTrace {
  std::vector<Held> input;
  struct Round {
    std::vector<SentMessage> messages;  ///< in the order of their senders, and as these wrote them
    std::vector<Held> received;
  };
  std::vector<Round> rounds;
  std::optional<OutsideMargin> outside_margin;

  const std::vector<Held>& output() const { return rounds.empty() ? input : rounds.back().received; }
};

/// std::invalid_argument for local functions of a wrong shape.
void check(const MpcProgram& program);

/// Runs it from the machines' words, at most `memory` each, which begin at slot 1. RuleBroken with the rule "memory"
/// (round 0), "destination" (no such machine), "total sent", "total received", "slot" (outside of the memory, or taken
/// twice), "messages" (some of a round placed, some not), "data type", or "local function".
MpcTrace run(const MpcProgram& program, const Memory& input);

}  // namespace attest::theory::machines
