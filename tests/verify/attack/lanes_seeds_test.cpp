// SPDX-License-Identifier: Apache-2.0
// The bodies of our own claims in lanes beside the same ones by themselves, for the attack's candidates.
#include <catch2/catch.hpp>

#include "tests/verify/attack/alone.hpp"
#include "tests/verify/attack/attacked.hpp"
#include "theory/statement/record.hpp"
#include "verify/attack/candidates.hpp"
#include "verify/attack/leaves.hpp"

using namespace attest;
using namespace attest::verify::attack;
using namespace attest::tests;

namespace {

/// Elements of an innermost quantifier, in lanes and by themselves.
void compare(Machine& machine, std::size_t frame, const Formula& innermost, const std::vector<Value>& elements,
             Compared& compared) {
  machine.base = 0;
  machine.top = frame;
  const Answers answers = in_lanes(machine, innermost, {innermost.slot}, {elements});
  for (std::size_t i = 0; i < elements.size(); ++i) {
    ++compared.instances;
    if (answers.left.has(i)) continue;
    ++compared.answered;
    machine.stack[innermost.slot] = elements[i];
    const auto agrees = [&](const Code& code, bool answer) {
      machine.stack[innermost.slot] = elements[i];
      const std::string by_itself = alone(machine, frame, code);
      if (by_itself != "spent") CHECK(by_itself == word(answer));
    };
    if (innermost.guard) agrees(innermost.guard, answers.passes.has(i));
    if (answers.passes.has(i)) agrees(innermost.children.front().expression, answers.holds.has(i));
  }
}

/// The nests of a formula: a few elements of what is outside, many of what is innermost.
void compare_nests(Machine& machine, std::size_t frame, const Formula& formula, Compared& compared) {
  if (formula.kind == Formula::Kind::expression || compared.instances > 400) return;
  if (formula.kind == Formula::Kind::parts) {
    for (const Formula& part : formula.children) compare_nests(machine, frame, part, compared);
    return;
  }
  std::vector<Value> elements;
  machine.base = 0;
  machine.top = frame;
  machine.steps = 300'000;
  try {
    elements = candidates(formula.domain, machine, reach_of(1));
  } catch (const Undefined&) {
  } catch (const Unknown&) {
  } catch (const Spent&) {
  }
  if (formula.children.front().kind == Formula::Kind::expression) {
    if (elements.size() > 40) elements.resize(40);
    if (!elements.empty()) compare(machine, frame, formula, elements, compared);
    return;
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(elements.size(), 2); ++i) {
    machine.stack[formula.slot] = elements[i];
    if (formula.guard && alone(machine, frame, formula.guard) != "yes") continue;
    machine.stack[formula.slot] = elements[i];
    compare_nests(machine, frame, formula.children.front(), compared);
  }
}

}  // namespace

TEST_CASE("lanes say of our own claims' bodies what they say by themselves") {
  Compared compared;
  for (const constructions::Claim& ours : constructions::registry()) {
    const theory::LoadedClaim claim = theory::load_claim(theory::claim_of_record(ours.stem), "theory/definitions");
    const Compiled compiled(claim);
    for (const CompiledStatement& statement : compiled.statements()) {
      INFO(ours.id << " " << statement.name);
      Machine machine = machine_for(statement);
      Compared here;
      compare_nests(machine, statement.frame, statement.formula, here);
      compared.instances += here.instances;
      compared.answered += here.answered;
    }
  }
  CHECK(compared.answered * 4 > compared.instances);
}
