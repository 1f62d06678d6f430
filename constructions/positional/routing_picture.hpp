// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "constructions/positional/message_routing.hpp"

namespace attest::constructions::routing {

// Self-contained SVG drawings of a run. Colours stand out from white and from black.

/// The network with the flow of the messages, step by step: in every node the number of tuples that it holds, on every
/// edge that is used the number that it carries, wider where it carries more; the fragmentation in one colour, the
/// collection in another. Domain: 1 <= k <= 4 (2 to 16 labels); InputError otherwise.
std::string flow_picture(const Trace& trace);

/// What each machine holds after each step: a bar for every machine in a row for every step, in proportion to the
/// largest number, with a line at s. Domain: up to 64 labels; InputError otherwise.
std::string memory_picture(const Trace& trace);

}  // namespace attest::constructions::routing
