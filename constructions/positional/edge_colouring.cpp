// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/edge_colouring.hpp"

#include <stdexcept>
#include <string>

namespace attest::constructions {

namespace {

// used[machine][slot]: the message that has this slot there, or -1.
using Used = std::vector<std::vector<long>>;

long free_slot(const std::vector<long>& used, long machine, const char* what) {
  for (std::size_t slot = 1; slot < used.size(); ++slot) {
    if (used[slot] < 0) return static_cast<long>(slot);
  }
  throw std::invalid_argument("colour_messages: machine " + std::to_string(machine) + " " + what + " more than " +
                              std::to_string(used.size() - 1) + " messages");
}

}  // namespace

std::vector<long> colour_messages(const std::vector<Message>& messages, long machines, long slots) {
  const auto rows = static_cast<std::size_t>(machines + 1), columns = static_cast<std::size_t>(slots + 1);
  Used sent(rows, std::vector<long>(columns, -1)), received = sent;
  std::vector<long> slot_of(messages.size(), 0);
  for (std::size_t m = 0; m < messages.size(); ++m) {
    const auto from = static_cast<std::size_t>(messages[m].first), to = static_cast<std::size_t>(messages[m].second);
    const long a = free_slot(sent[from], messages[m].first, "sends");
    const long b = free_slot(received[to], messages[m].second, "receives");
    // The chain of messages with slots a, b, a, ... that begins at the receiver: exchange a and b along it. It does not
    // come back to the sender, which has no message with slot a.
    std::vector<std::size_t> chain;
    for (long at_receiver = static_cast<long>(to), slot = a;;) {
      const long next = received[static_cast<std::size_t>(at_receiver)][static_cast<std::size_t>(slot)];
      if (next < 0) break;
      chain.push_back(static_cast<std::size_t>(next));
      const long other = slot == a ? b : a;
      const long back = sent[static_cast<std::size_t>(messages[static_cast<std::size_t>(next)].first)]
                            [static_cast<std::size_t>(other)];
      if (back < 0) break;
      chain.push_back(static_cast<std::size_t>(back));
      at_receiver = messages[static_cast<std::size_t>(back)].second;
    }
    for (const std::size_t e : chain) {
      sent[static_cast<std::size_t>(messages[e].first)][static_cast<std::size_t>(slot_of[e])] = -1;
      received[static_cast<std::size_t>(messages[e].second)][static_cast<std::size_t>(slot_of[e])] = -1;
    }
    for (const std::size_t e : chain) {
      slot_of[e] = slot_of[e] == a ? b : a;
      sent[static_cast<std::size_t>(messages[e].first)][static_cast<std::size_t>(slot_of[e])] = static_cast<long>(e);
      received[static_cast<std::size_t>(messages[e].second)][static_cast<std::size_t>(slot_of[e])] =
          static_cast<long>(e);
    }
    slot_of[m] = a;
    sent[from][static_cast<std::size_t>(a)] = received[to][static_cast<std::size_t>(a)] = static_cast<long>(m);
  }
  return slot_of;
}

}  // namespace attest::constructions
