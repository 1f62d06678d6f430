// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/edge_colouring.hpp"
#include "constructions/positional/routing.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;
using theory::Value;

namespace {

Value messages_value(const std::vector<Message>& messages) {
  Value::List list;
  for (const Message& message : messages) list.push_back(integers({message.first, message.second}));
  return list;
}

// As full as it can be: s permutations, in a random order, so that first come, first served would not do.
std::vector<Message> full_round(Draw& draw, long n, long s) {
  std::vector<Message> messages;
  for (long k = 0; k < s; ++k) {
    const std::vector<long> image = draw.permutation(n);
    for (long i = 1; i <= n; ++i) messages.emplace_back(i, image[static_cast<std::size_t>(i - 1)]);
  }
  const std::vector<long> order = draw.permutation(static_cast<long>(messages.size()));
  std::vector<Message> shuffled;
  for (long position : order) shuffled.push_back(messages[static_cast<std::size_t>(position - 1)]);
  return shuffled;
}

Step rounds(long largest_n, long largest_s) {
  Draw draw(481);
  return for_every("N", 1, largest_n, [&](long n) {
    return for_every("s", 1, largest_s, [&](long s) {
      std::vector<std::vector<Message>> several = {{}, full_round(draw, n, s)};
      // Everything from machine 1 to machine n, as often as it may be.
      several.emplace_back(static_cast<std::size_t>(s), Message{1, n});
      if (n == 1) several.pop_back();
      std::vector<Value> values;
      std::vector<Step> steps;
      for (const auto& messages : several) {
        values.push_back(messages_value(messages));
        steps.push_back(witness("z", integers(colour_messages(messages, n, s)), evaluate()));
      }
      return instances("messages", std::move(values), std::move(steps));
    });
  });
}

}  // namespace

// Positional Attention, Assumption B.4: slots for every valid round, by edge colouring.
Findings positional_no_collision(const Effort& effort) {
  const std::string id = "positional.no-collision";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_no_collision.v", "slots_for_all")},
      {id, "printed", true, rounds(effort.thorough ? 8 : 6, effort.thorough ? 5 : 4)},
      // Slot 1 of machine 1 and slot 1 of machine 2, both to machine 1.
      {id, "finding_senders_as_they_are", false,
       witness("N", 2,
               witness("s", 2,
                       witness("messages", Value(Value::List{integers({1, 1, 1}), integers({2, 1, 1})}), evaluate())))},
  };
  findings.exhibits = {
      {"Two machines that both send to both, s = 2", "Messages in this order: 1 to 1, 2 to 2, 1 to 2, 2 to 1.",
       Exhibit::Text{
           {"1 to 1 takes slot 1; 2 to 2 takes slot 1: no common machine on either side",
            "1 to 2: machine 1 has slot 1 in use, machine 2 receives in slot 1: slot 2",
            "2 to 1: machine 2 has sent in slot 1, machine 1 receives in slot 1: slot 2",
            "where no slot is free at both ends, exchange two slots along a chain of messages that begins at the "
            "receiver; the chain never comes to the sender"}}}};
  return findings;
}

}  // namespace attest::constructions
