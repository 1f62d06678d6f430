// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/edge_colouring.hpp"
#include "constructions/positional/routing.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.no-collision: every certificate is accepted") {
  const auto shown = require_accepted("positional.no-collision");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("finding_senders_as_they_are"));
}

TEST_CASE("positional.no-collision: one slot for all messages is no configuration") {
  const Value messages = Value::List{attest::constructions::integers({1, 1}), attest::constructions::integers({2, 1})};
  require_rejected("positional.no-collision", "printed", true,
                   range("N", 2, 2,
                         range("s", 2, 2,
                               instances("messages", {messages},
                                         witness("z", attest::constructions::integers({1, 1}), evaluate())))));
}

TEST_CASE("positional.no-collision: a colouring is proper, and too many messages are refused") {
  using attest::constructions::colour_messages;
  attest::constructions::Draw draw(991);
  for (int trial = 0; trial < 50; ++trial) {
    const long machines = draw.integer(1, 9), slots = draw.integer(1, 5);
    std::vector<attest::constructions::Message> messages;
    for (long k = 0; k < slots; ++k) {
      const std::vector<long> image = draw.permutation(machines);
      for (long i = 1; i <= machines; ++i) {
        if (draw.integer(0, 4) > 0) messages.emplace_back(i, image[static_cast<std::size_t>(i - 1)]);
      }
    }
    const std::vector<long> slot = colour_messages(messages, machines, slots);
    for (std::size_t a = 0; a < messages.size(); ++a) {
      CHECK((1 <= slot[a] && slot[a] <= slots));
      for (std::size_t b = a + 1; b < messages.size(); ++b) {
        const bool meet = messages[a].first == messages[b].first || messages[a].second == messages[b].second;
        CHECK((!meet || slot[a] != slot[b]));
      }
    }
  }
  CHECK_THROWS_WITH(colour_messages({{1, 1}, {1, 2}}, 2, 1), "colour_messages: machine 1 sends more than 1 messages");
  CHECK_THROWS_WITH(colour_messages({{1, 1}, {2, 1}}, 2, 1),
                    "colour_messages: machine 1 receives more than 1 messages");
}
