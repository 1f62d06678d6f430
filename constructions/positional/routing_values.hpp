// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "constructions/positional/message_routing.hpp"
#include "theory/certificate/certificate.hpp"

namespace attest::constructions::routing {

/// A load and a run as the statements have them (theory/definitions/message_routing.stm): rows of sizes; for each tuple
/// its labels in the layers 1, ..., 2k.
theory::Value value_of(const Load& load);
theory::Value run_of(const Trace& trace);

/// A load on n machines, all 0 but for these messages.
struct Message {
  std::uint32_t from, to, size;
};
Load load_of(std::size_t n, const std::vector<Message>& messages);

/// Loads on 2^k machines whose messages have multiples of `unit` tuples, few enough for the checkers: none, one
/// message, one from every machine to its successor and to itself, two machines to one, one machine to two, several
/// units.
std::vector<Load> notable_loads(unsigned k, std::uint32_t unit);

/// Loads by the number of digits of their networks.
using LoadsBySize = std::vector<std::pair<unsigned, std::vector<Load>>>;
/// The notable loads of these networks; their messages have multiples of 2^(k-1) tuples, or any sizes.
LoadsBySize notable_loads(const std::vector<unsigned>& sizes, bool multiples);
/// A step for "forall k, forall load": instances of both.
theory::Step for_loads(const LoadsBySize& loads, const std::function<theory::Step(unsigned k, const Load&)>& per_load);

/// The largest number that a machine of the load sends or receives.
long memory_of(const Load& load);

}  // namespace attest::constructions::routing
