// SPDX-License-Identifier: Apache-2.0
#include "theory/machines/pcoc.hpp"

#include <catch2/catch.hpp>

#include "theory/machines/program_text.hpp"

using namespace attest::theory;
using namespace attest::theory::machines;

namespace {

// Two machines with two slots that exchange their first variables and add them up.
PcocProgram exchange() {
  const ProgramSize size{2, 2};
  PcocProgram program{"exchange", Numbers::kRationals, 2, 2, {}};
  const auto sum = pcoc_local({"out1 = in1 + in2", "out2 = machine"}, 1, size);
  const auto difference = pcoc_local({"out1 = in1 - in2", "out2 = machine"}, 2, size);
  program.rounds.push_back({{{Place{1, 1}, Place{2, 1}}, {Place{1, 1}, Place{2, 1}}}, {sum, difference}});
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

}  // namespace

TEST_CASE("PCOC: a round receives, then computes") {
  const PcocTrace trace = run(exchange(), {{5, 7}, {3, 9}});
  REQUIRE(trace.rounds.size() == 1);
  CHECK(trace.rounds[0].received == Memory{{5, 3}, {5, 3}});
  CHECK(trace.output() == Memory{{8, 1}, {2, 2}});
  CHECK_FALSE(trace.outside_margin);
}

TEST_CASE("PCOC: what is not received is lost, and an empty slot is 0") {
  PcocProgram program{"", Numbers::kRationals, 1, 2, {}};
  program.rounds.push_back({{{Place{1, 2}, std::nullopt}}, {pcoc_local({"out1 = in1", "out2 = in2"}, 1, {1, 2})}});
  CHECK(run(program, {{5, 7}}).output() == Memory{{7, 0}});
}

TEST_CASE("PCOC: no rounds leave the memory as it is") {
  CHECK(run(PcocProgram{"", Numbers::kRationals, 1, 1, {}}, {{4}}).output() == Memory{{4}});
}

TEST_CASE("PCOC: the oracle's value in the form of Definition A.2") {
  const Receive receive = {{Place{2, 2}, Place{1, 1}, Place{2, 1}}, {std::nullopt, Place{2, 2}, Place{2, 2}}};
  using Value = std::vector<std::pair<std::size_t, std::vector<std::size_t>>>;
  CHECK(oracle_value(receive, 1) == Value{{1, {1}}, {2, {1, 2}}});
  CHECK(oracle_value(receive, 2) == Value{{2, {2}}});
  CHECK(sent(receive) == std::vector<std::size_t>{1, 4});
}

TEST_CASE("PCOC: broken rules name the round, the machine and the rule") {
  PcocProgram program = exchange();
  program.rounds.push_back(program.rounds[0]);
  program.rounds[1].receive[1] = {Place{1, 2}, Place{1, 2}};
  const RuleBroken sent_too_much = broken([&] { check(program); });
  CHECK(sent_too_much.round() == 2);
  CHECK(sent_too_much.machine() == 1);
  CHECK(sent_too_much.rule() == "total sent");
  CHECK(std::string(sent_too_much.what()) ==
        "round 2, machine 1: total sent: expected at most 2 variables, the size of the memory, found 3");

  program.rounds[1].receive[1] = {Place{3, 1}, std::nullopt};
  CHECK(broken([&] { check(program); }).rule() == "the oracle");
  program.rounds[1].receive[1] = {Place{1, 0}, std::nullopt};
  CHECK(broken([&] { check(program); }).machine() == 2);
  program.rounds[1].receive[1] = {std::nullopt};
  CHECK(broken([&] { check(program); }).rule() == "the oracle");

  CHECK(broken([] { run(exchange(), {{1, 2}, {3}}); }).rule() == "memory");
  CHECK_THROWS_AS(run(exchange(), {{1, 2}}), attest::InputError);
}

TEST_CASE("PCOC: integers are kept where the program asks for them") {
  PcocProgram program = exchange();
  program.numbers = Numbers::kIntegers;
  CHECK(run(program, {{5, 0}, {3, 0}}).output() == Memory{{8, 1}, {2, 2}});
  CHECK(broken([&] { run(program, {{Rational(1, 2), 0}, {3, 0}}); }).round() == 0);
  program.rounds[0].compute[1] = pcoc_local({"out1 = 1/2*in1"}, 2, {2, 2});
  const RuleBroken rule = broken([&] { run(program, {{5, 0}, {3, 0}}); });
  CHECK(rule.rule() == "data type");
  CHECK(rule.machine() == 2);
}

TEST_CASE("PCOC: a comparison within its margin is reported") {
  PcocProgram program = exchange();
  program.rounds[0].compute[1] = pcoc_local({"small = less(in1, in2, 1)"}, 2, {2, 2});
  CHECK_FALSE(run(program, {{1, 0}, {2, 0}}).outside_margin);
  const auto outside = run(program, {{1, 0}, {Rational(3, 2), 0}}).outside_margin;
  REQUIRE(outside);
  CHECK(outside->round == 1);
  CHECK(outside->machine == 2);
  CHECK(outside->line == "small");
}
