// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/routing.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;
using theory::Value;

namespace {

// Every routing of one slot for few machines, then random ones with more slots.
Step routings(long largest_n, bool full) {
  Draw draw(411);
  std::vector<Value> sizes;
  std::vector<Step> by_n;
  for (long n = 1; n <= largest_n; ++n) {
    std::vector<Value> slots, one_slot;
    std::vector<Step> by_s;
    for (const Routing& routing : all_routings(n)) {
      const bool is_full = static_cast<long>(routing.size()) == n;
      if (is_full || !full) one_slot.push_back(routing_value(routing));
    }
    const Step every_head = exhaustive("h", evaluate());
    slots.emplace_back(1);
    by_s.push_back(instances("H", std::move(one_slot), every_head));
    for (long s = 2; s <= 3; ++s) {
      std::vector<Value> some;
      for (int k = 0; k < 4; ++k) {
        some.push_back(routing_value(full ? full_routing(draw, n, s) : random_routing(draw, n, s)));
        bool repeated = false;
        for (std::size_t i = 0; i + 1 < some.size(); ++i)
          repeated = repeated || some[i].to_json() == some.back().to_json();
        if (repeated) some.pop_back();
      }
      slots.emplace_back(s);
      by_s.push_back(instances("H", std::move(some), every_head));
    }
    sizes.emplace_back(n);
    by_n.push_back(instances("s", std::move(slots), std::move(by_s)));
  }
  return instances("N", std::move(sizes), std::move(by_n));
}

Exhibit idle_machine() {
  return {
      "The smallest case: one machine, one slot, nothing to receive",
      "n = N + 1 = 2 nodes: the machine and the sink. The machine sends nothing either, so the complement set sends it "
      "to the sink.",
      Exhibit::Text{{"W_Q = (0 0; 1 1): row 1 (the machine) has no source; row 2 (the sink) has the machine and itself",
                     "scores of row 1: 0 and 0; the largest is 0, so hardmax gives 1 and 1",
                     "two non-zero entries in row 1, where exactly one was said",
                     "repaired: W_Q = (0 1; 0 1), the machine attends to the sink: row 1 is (0, 1)"}}};
}

Exhibit two_matrices() {
  // N = 3: machine 1 sends to machine 2, machine 3 to itself, machine 1 receives nothing.
  Exhibit::Table table{{"receiver", "printed W_Q", "hardmax", "repaired W_Q = hardmax"}, {}};
  table.rows = {{"machine 1 (nothing)", "0 0 0 0", "1 1 1 1", "0 0 0 1"},
                {"machine 2 (from 1)", "1 0 0 0", "1 0 0 0", "1 0 0 0"},
                {"machine 3 (from 3)", "0 0 1 0", "0 0 1 0", "0 0 1 0"},
                {"sink", "0 1 0 1", "0 1 0 1", "0 0 0 1"}};
  return {"Three machines and the sink", "Columns are the senders 1, 2, 3 and the sink.", table};
}

}  // namespace

// Positional Attention, appendix B.4: the printed query matrix, a machine that receives nothing, the repaired one.
Findings positional_lemma_b2_routing(const Effort& effort) {
  const std::string id = "positional.lemma-b2-routing";
  const long largest_n = effort.thorough ? 4 : 3;
  const auto idle = [](long s, const Routing& routing, long head) {
    return witness("N", 1, witness("s", s, witness("H", routing_value(routing), witness("h", head, evaluate()))));
  };
  Findings findings;
  findings.certificates = {
      {id, "printed", false, idle(1, {}, 1)},
      {id, "finding_nonempty_oracle", false, idle(2, {{1, 1, 1}}, 2)},
      {id, "finding_every_machine_receives", true,
       theory::proof("theory/proofs/bound_lemma_b2_routing.v", "printed_routing_if_filled")},
      {id, "finding_every_machine_receives", true, routings(largest_n, true)},
      {id, "repaired", true, theory::proof("theory/proofs/bound_lemma_b2_routing.v", "repaired_routing")},
      {id, "repaired", true, routings(largest_n, false)},
  };
  findings.exhibits = {idle_machine(), two_matrices()};
  findings.exhibits[0].sides = {"row 1 has exactly one non-zero entry", "hardmax(0, 0) = (1, 1): two"};
  return findings;
}

}  // namespace attest::constructions
