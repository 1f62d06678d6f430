// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attest::constructions::routing {

/// How many tuples each machine sends to each: load[i][j] from i to j, machines from 0.
/// Source: Back de Luca et al. 2025 (Positional Attention), appendix B.2: a message of m characters is m tuples.
using Load = std::vector<std::vector<std::uint32_t>>;

struct Tuple {
  std::uint32_t source, destination, position;  ///< position from 1
};

/// How a machine parts the tuples that it holds in the fragmentation phase (steps 1, ..., k-1).
enum class Halving {
  /// Sorted by destination; the odd positions stay, the even ones go: what a fixed oracle can do. Every load is parted
  /// so, into
  /// parts that differ by at most one tuple of each destination.
  kSorted,
  /// The first half of each message's tuples stays. Equal halves need messages that are multiples of 2^(k-1).
  kByMessage,
  /// The first half of the tuples with one destination stays, in the order of their sources: equal halves by
  /// destination that need not be halves of every message.
  kByDestination,
};

/// What happened in one step, seen from the machines: sizes in tuples.
struct StepMemory {
  std::vector<std::uint32_t> stayed;  ///< [i]: from machine i to itself
  std::vector<std::uint32_t> went;    ///< [i]: from machine i to the other node
  std::vector<std::uint32_t> held;    ///< [i]: in machine i afterwards
};

/// One run on 2^k labels.
struct Trace {
  unsigned k = 0;
  std::uint32_t machines = 0;  ///< those that the load speaks of; labels from there on are dummies
  std::vector<Tuple> tuples;   ///< sorted by source, destination, position
  /// place[l][x]: the label of tuple x in layer l+1, l = 0, ..., 2k-1 (l = 0 alone for one machine).
  std::vector<std::vector<std::uint32_t>> place;
  std::vector<StepMemory> steps;       ///< steps 1, ..., 2k-1
  std::optional<std::string> unequal;  ///< the first place, if any, at which a part had no equal halves
  std::uint32_t s = 0;                 ///< the largest number that a machine sends or receives: the MPC memory

  /// The largest number of tuples that a machine holds after any step, or at the start.
  std::uint32_t most_held() const;
  /// The largest number that one machine moves to one node in a collection step: half the slots that a fixed oracle
  /// needs.
  std::uint32_t most_in_one_half() const;
  bool delivered() const;  ///< every tuple ends at its destination
};

/// Sizes that a machine sends and receives.
std::vector<std::uint64_t> sent(const Load& load);
std::vector<std::uint64_t> received(const Load& load);

/// Routes a load of p >= 1 machines through the Benes network on 2^k >= p labels, k = ceil(log2 p): machine i has label
/// i, the other labels are dummies. No step for p = 1. Errors: InputError for a load that is no square, of more than
/// 2^16 machines or 2^26 tuples in all.
Trace route(const Load& load, Halving halving);

/// Each message rounded up to a multiple of 2^(k-1), as the paper pads.
Load padded(const Load& load);

}  // namespace attest::constructions::routing
