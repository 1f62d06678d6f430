// SPDX-License-Identifier: Apache-2.0
#include "theory/machines/mpc.hpp"

#include <catch2/catch.hpp>

#include "theory/machines/program_text.hpp"

using namespace attest::theory;
using namespace attest::theory::machines;

namespace {

MpcProgram one_round(std::size_t n, std::size_t s, const std::vector<std::string>& lines,
                     const std::vector<MessageText>& messages) {
  MpcProgram program{"", Numbers::kRationals, n, s, {{}}};
  for (std::size_t i = 1; i <= n; ++i) program.rounds[0].push_back(mpc_local(lines, messages, i, {n, s}));
  return program;
}

template <class F>
RuleBroken broken(const F& f) {
  try {
    f();
  } catch (const RuleBroken& rule) {
    return rule;
  }
  FAIL("no rule was broken");
  return {0, 0, "", ""};
}

const std::vector<MessageText> kMail = {{"in1", {"in2"}, {}, "received"}};  // to the machine that the first word names

}  // namespace

TEST_CASE("MPC: words are held in the order of their senders") {
  const MpcTrace trace = run(one_round(3, 2, {}, kMail), {{2, 10}, {3, 20}, {2, 30}});
  CHECK(trace.output() == std::vector<Held>{{std::nullopt, std::nullopt}, {10, 30}, {20, std::nullopt}});
  CHECK(trace.rounds[0].messages.size() == 3);
}

TEST_CASE("MPC: a machine keeps only what it receives, and a condition holds messages back") {
  const MpcTrace trace = run(one_round(2, 2, {}, kMail), {{1, 7}, {}});
  CHECK(trace.output() == std::vector<Held>{{7, std::nullopt}, {std::nullopt, std::nullopt}});
}

TEST_CASE("MPC: placed words lie where they say") {
  const MpcProgram program = one_round(2, 3, {}, {{"3 - machine", {"in1"}, "1 + machine", {}}});
  CHECK(run(program, {{5}, {6}}).output() ==
        std::vector<Held>{{std::nullopt, std::nullopt, 6}, {std::nullopt, 5, std::nullopt}});
}

TEST_CASE("MPC: an empty message carries nothing") {
  CHECK(run(one_round(2, 1, {}, {{"1", {}, {}, {}}}), {{5}, {6}}).output() ==
        std::vector<Held>{{std::nullopt}, {std::nullopt}});
}

TEST_CASE("MPC: broken rules name the round, the machine and the rule") {
  const MpcProgram mail = one_round(3, 2, {}, kMail);
  const RuleBroken received = broken([&] { run(mail, {{2, 1}, {2, 1}, {2, 1}}); });
  CHECK(std::string(received.what()) ==
        "round 1, machine 2: total received: expected at most 2 words, the size of the memory, found 3");
  CHECK(received.rule() == "total received");
  CHECK(broken([&] { run(mail, {{4, 1}, {2, 1}, {2, 1}}); }).rule() == "destination");
  CHECK(broken([&] { run(mail, {{Rational(1, 2), 1}, {2, 1}, {2, 1}}); }).rule() == "destination");
  CHECK(broken([&] { run(mail, {{0, 1}, {2, 1}, {2, 1}}); }).machine() == 1);
  CHECK(broken([&] { run(mail, {{1, 1, 1}, {}, {}}); }).rule() == "memory");

  const auto twice = one_round(1, 1, {}, {{"1", {"1", "2"}, {}, {}}});
  CHECK(broken([&] { run(twice, {{}}); }).rule() == "total sent");
  const auto collision = one_round(2, 2, {}, {{"1", {"1"}, "2", {}}});
  CHECK(broken([&] { run(collision, {{}, {}}); }).rule() == "slot");
  const auto beyond = one_round(1, 2, {}, {{"1", {"1", "2"}, "2", {}}});
  CHECK(broken([&] { run(beyond, {{}}); }).rule() == "slot");
  const auto no_slot = one_round(1, 2, {}, {{"1", {"1"}, "3", {}}});
  CHECK(broken([&] { run(no_slot, {{}}); }).rule() == "slot");
  const auto mixed = one_round(1, 2, {}, {{"1", {"1"}, "1", {}}, {"1", {"1"}, {}, {}}});
  CHECK(broken([&] { run(mixed, {{}}); }).rule() == "messages");
  auto integers = one_round(1, 2, {}, {{"1", {"1/2*in1"}, {}, {}}});
  integers.numbers = Numbers::kIntegers;
  CHECK(broken([&] { run(integers, {{3}}); }).rule() == "data type");
  const auto index = one_round(1, 1, {"a = pick(in1, 1, 2)"}, {});
  CHECK(broken([&] { run(index, {{3}}); }).rule() == "local function");
  CHECK_THROWS_AS(run(mail, {{1, 1}}), attest::InputError);
}
