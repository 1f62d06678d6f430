// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/agnostic_machine.hpp"

#include <algorithm>
#include <bit>

#include "theory/error.hpp"

namespace attest::constructions::routing {

using theory::machines::Place;
using theory::machines::Receive;

namespace {

using Slot = std::optional<Tuple>;
using Slots = std::vector<Slot>;

std::uint32_t stride(unsigned k, unsigned l) { return std::uint32_t{1} << (l < k ? k - l : l - k); }

/// One machine's local computation before step l.
class Arrangement {
 public:
  Arrangement(unsigned k, std::uint32_t s, unsigned l) : k_(k), s_(s), l_(l) {}

  // Nothing where the tuples do not fit.
  std::optional<Slots> arrange(std::uint32_t machine, const Slots& memory) const {
    std::vector<Tuple> first, second;
    for (const Slot& slot : memory) {
      if (!slot) continue;
      const bool stays = l_ < k_ || ((slot->destination ^ machine) & stride(k_, l_)) == 0;
      (stays ? first : second).push_back(*slot);
    }
    if (first.size() > s_ || second.size() > s_) return {};
    if (l_ < k_) {
      std::stable_sort(first.begin(), first.end(),
                       [](const Tuple& a, const Tuple& b) { return a.destination < b.destination; });
    }
    Slots slots(2 * std::size_t{s_});
    std::copy(first.begin(), first.end(), slots.begin());
    std::copy(second.begin(), second.end(), slots.begin() + s_);
    return slots;
  }

 private:
  unsigned k_;
  std::uint32_t s_;
  unsigned l_;
};

bool all_delivered(const Load& load, const std::vector<Slots>& memory) {
  Load seen(load.size(), std::vector<std::uint32_t>(load.size(), 0));
  for (std::uint32_t machine = 0; machine < memory.size(); ++machine) {
    for (const Slot& slot : memory[machine]) {
      if (!slot) continue;
      if (slot->destination != machine || machine >= load.size()) return false;
      ++seen[slot->source][machine];
    }
  }
  return seen == load;
}

}  // namespace

Receive agnostic_oracle(unsigned k, std::uint32_t s, unsigned l) {
  Receive receive;
  const std::uint32_t n = std::uint32_t{1} << k;
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::size_t own = i + 1, other = (i ^ stride(k, l)) + 1;
    std::vector<std::optional<Place>> slots(2 * std::size_t{s});
    for (std::size_t q = 1; q <= s; ++q) {
      if (l >= k) {
        slots[q - 1] = Place{own, q};
        slots[s + q - 1] = Place{other, s + q};
      } else {
        if (2 * q - 1 <= s) slots[q - 1] = Place{own, 2 * q - 1};
        if (2 * q <= s) slots[s + q - 1] = Place{other, 2 * q};
      }
    }
    receive.push_back(std::move(slots));
  }
  return receive;
}

SlotRun run_in_slots(const Load& load, std::uint32_t s) {
  const Trace start = route(load, Halving::kSorted);
  const unsigned k = start.k;
  const std::size_t n = std::size_t{1} << k;
  if (n * 2 * s > (std::size_t{1} << 24)) throw InputError("the load", "expected at most 2^24 slots in all");
  std::vector<Slots> memory(n, Slots(2 * std::size_t{s}));
  std::vector<std::size_t> next(n, 0);
  for (const Tuple& tuple : start.tuples) {
    std::size_t& slot = next[tuple.source];
    if (slot >= 2 * std::size_t{s}) return {false, "at the start machine " + std::to_string(tuple.source)};
    memory[tuple.source][slot++] = tuple;
  }
  for (unsigned l = 1; l < 2 * k; ++l) {
    const Receive receive = agnostic_oracle(k, s, l);
    theory::machines::check_receive(receive, n, 2 * std::size_t{s}, l);
    const Arrangement arrangement(k, s, l);
    for (std::uint32_t i = 0; i < n; ++i) {
      std::optional<Slots> slots = arrangement.arrange(i, memory[i]);
      if (!slots) return {false, "before step " + std::to_string(l) + " machine " + std::to_string(i)};
      memory[i] = std::move(*slots);
    }
    memory = theory::machines::communicate(receive, memory, Slot());
  }
  return {all_delivered(load, memory), {}};
}

Load drawn_load(std::uint32_t n, std::uint32_t unit, std::uint32_t s, Draw& draw) {
  Load load(n, std::vector<std::uint32_t>(n, 0));
  // Units go along random permutations, some of them left out.
  for (std::uint32_t layer = 0; layer < s / unit; ++layer) {
    const std::vector<long> permutation = draw.permutation(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (draw.integer(0, 7) > 0) load[i][static_cast<std::size_t>(permutation[i] - 1)] += unit;
    }
  }
  return load;
}

}  // namespace attest::constructions::routing
