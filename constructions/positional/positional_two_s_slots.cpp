// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/gathering.hpp"
#include "constructions/positional/routing_values.hpp"

namespace attest::constructions {

using routing::Load;
using theory::Step;
using theory::Value;

namespace {

Value wiring(long own, long other) {
  Value::List list(static_cast<std::size_t>(own), Value(0));
  list.insert(list.end(), static_cast<std::size_t>(other), Value(1));
  return list;
}

Step wirings(long largest) {
  return for_every("s", 0, largest, [&](long s) { return witness("wiring", wiring(s, s), theory::evaluate()); });
}

// Machine 0 holds s tuples before step k: all even machines send all that they have to even destinations, or all to odd
// ones.
std::pair<Load, Load> extremes(unsigned k, std::uint32_t s) {
  const std::uint32_t n = 1U << k;
  std::vector<routing::Message> keep, send;
  for (std::uint32_t i = 0; i < n; i += 2) {
    keep.push_back({i, i, s});
    send.push_back({i, i + 1, s});
  }
  return {routing::load_of(n, keep), routing::load_of(n, send)};
}

Step both_extremes(unsigned largest_k) {
  std::vector<Step> by_k;
  for (unsigned k = 1; k <= largest_k; ++k) {
    std::vector<Value> values;
    std::vector<Step> cases;
    for (const std::uint32_t units : {1U, 3U}) {
      const std::uint32_t s = units << (k - 1);
      const auto [keep, send] = extremes(k, s);
      values.emplace_back(static_cast<long>(s));
      cases.push_back(
          witness("keep", routing::value_of(keep), witness("send", routing::value_of(send), theory::evaluate())));
    }
    by_k.push_back(instances("s", std::move(values), std::move(cases)));
  }
  return range("k", 1, static_cast<long>(largest_k), std::move(by_k));
}

// With one variable a gathering is a walk: every machine hears of one machine.
Step one_variable() {
  std::vector<Step> by_n;
  for (std::size_t n = 1; n <= 6; ++n) {
    std::vector<theory::machines::Receive> shift(3);
    for (auto& receive : shift) {
      for (std::size_t i = 0; i < n; ++i) receive.push_back({theory::machines::Place{(i + 1) % n + 1, 1}});
    }
    by_n.push_back(instances("receives", {routing::value_of(shift), routing::value_of(routing::gathering(n, 1, 2))},
                             theory::evaluate()));
  }
  return range("N", 1, 6, std::move(by_n));
}

}  // namespace

// positional.two-s-slots: the wiring, and loads that need either half of it whole.
Findings positional_two_s_slots(const Effort& effort) {
  const std::string id = "positional.two-s-slots", proofs = "theory/proofs/bound_two_s_slots.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(proofs, "two_s_slots_are_enough")},
      {id, "printed", true, wirings(12)},
      {id, "finding_fewer_slots_are_not_enough", true, theory::proof(proofs, "fewer_slots_are_not_enough")},
      {id, "finding_fewer_slots_are_not_enough", true,
       instances("s", {Value(0), Value(1), Value(2)},
                 std::vector<Step>{instances("m", {Value(0)}, instances("wiring", {wiring(0, 0)}, theory::evaluate())),
                                   instances("m", {Value(2)}, instances("wiring", {wiring(1, 1)}, theory::evaluate())),
                                   instances("m", {Value(4), Value(5)},
                                             std::vector<Step>{instances("wiring", {wiring(2, 2)}, theory::evaluate()),
                                                               instances("wiring", {wiring(2, 3), wiring(3, 2)},
                                                                         theory::evaluate())})})},
      {id, "finding_both_extremes_occur", true, both_extremes(effort.brief ? 2 : 4)},
      {id, "finding_reading_twice_breaks_the_limit", true,
       theory::proof("theory/proofs/bound_reading_twice.v", "reading_twice")},
      {id, "finding_reading_twice_breaks_the_limit", true, range("s", 1, 12, theory::evaluate())},
      {id, "finding_one_variable_is_not_enough", true,
       theory::proof("theory/proofs/bound_communication.v", "one_variable_is_not_enough")},
      {id, "finding_one_variable_is_not_enough", true, one_variable()},
  };
  findings.exhibits = {
      {"Four tuples, any split",
       "s = 4; a slot is read by the machine itself or by its neighbour, as the oracle says once and for all.",
       Exhibit::Table{{"stay", "go", "own half (4 slots)", "other half (4 slots)", "with 4 slots, 2 and 2"},
                      {{"4", "0", "full", "empty", "2 do not fit"},
                       {"3", "1", "3 of 4", "1 of 4", "1 does not fit"},
                       {"2", "2", "2 of 4", "2 of 4", "fits"},
                       {"0", "4", "empty", "full", "2 do not fit"}}}}};
  return findings;
}

}  // namespace attest::constructions
