// SPDX-License-Identifier: Apache-2.0
// Programs as weights: the network's memories are the program's, round by round, and a network that ignores its input
// is told apart.
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "constructions/machines/pcoc_programs.hpp"
#include "constructions/simulation/compile.hpp"
#include "constructions/simulation/slots.hpp"
#include "theory/error.hpp"
#include "theory/machines/program_text.hpp"

using namespace attest::constructions::simulation;
using attest::constructions::Draw;
using attest::constructions::machines::find_pcoc_task;
using attest::constructions::machines::pcoc_tasks;
using attest::constructions::machines::PcocTask;
using attest::constructions::machines::place_inputs;
using attest::theory::Enclosure;
using attest::theory::hardmax_patterns;
using attest::theory::Matrix;
using attest::theory::Rational;
using attest::theory::softmax_patterns;
using attest::theory::Truth;
using attest::theory::machines::Memory;
using attest::theory::machines::pcoc_local;
using attest::theory::machines::PcocProgram;
using attest::theory::machines::PcocTrace;

namespace {

std::vector<Rational> numbers_for(const PcocTask& task, Draw& draw, long n) {
  std::vector<Rational> x;
  for (long i = 0; i < n; ++i) {
    if (task.inputs == PcocTask::Inputs::kTokens) {
      x.emplace_back(draw.integer(0, 9));
    } else if (task.inputs == PcocTask::Inputs::kDistances) {
      x.emplace_back(i == 0 ? 0 : 100);
    } else {
      x.push_back(draw.rational());
    }
  }
  return x;
}

void require_equal_at_every_round(const PcocProgram& program, const std::vector<Memory>& inputs, Routing routing) {
  const Compiled compiled = compile(program, routing, Rational(3), ranges_of(inputs));
  const auto patterns = hardmax_patterns(compiled.network);
  for (const Memory& input : inputs) {
    const PcocTrace trace = run(compiled.program, input);
    const auto outputs = attest::theory::run(compiled.network, patterns, compiled.input(input));
    const auto difference = first_difference(compiled, trace, outputs);
    INFO(difference.value_or(""));
    CHECK_FALSE(difference);
    CHECK(trace.output() == run(program, input).output());
  }
}

}  // namespace

TEST_CASE("simulation: every task, both routings, hardmax, at every round") {
  Draw draw(701);
  for (const PcocTask& task : pcoc_tasks()) {
    for (const long n : {1L, 2L, 4L}) {
      INFO(task.name << " n = " << n);
      std::optional<PcocProgram> program;
      try {
        program = task.build(static_cast<std::size_t>(n));
      } catch (const attest::InputError&) {
        continue;  // a size that has no program
      }
      std::vector<Memory> inputs;
      for (int k = 0; k < 3; ++k) inputs.push_back(place_inputs(*program, numbers_for(task, draw, n)));
      for (const Routing routing : {Routing::kRepaired, Routing::kPrinted}) {
        require_equal_at_every_round(*program, inputs, routing);
      }
    }
  }
}

TEST_CASE("simulation: all inputs of a small domain") {
  const PcocProgram program = find_pcoc_task("prefix-minimum").build(4);
  std::vector<Memory> inputs;
  for (long number = 0; number < 81; ++number) {
    std::vector<Rational> x;
    for (long rest = number, i = 0; i < 4; ++i, rest /= 3) x.emplace_back(rest % 3);
    inputs.push_back(place_inputs(program, x));
  }
  require_equal_at_every_round(program, inputs, Routing::kRepaired);
  require_equal_at_every_round(program, inputs, Routing::kPrinted);
}

TEST_CASE("simulation: a network that ignores its input, or one of its heads, is found out") {
  const PcocProgram program = find_pcoc_task("prefix-sum").build(4);
  const Memory input = place_inputs(program, {1, 2, 3, 4});
  const PcocTrace trace = run(program, input);
  const Compiled compiled = compile(program, Routing::kRepaired, Rational(1), ranges_of({input}));
  const auto differs = [&](Compiled changed) {
    const auto outputs = run(changed.network, hardmax_patterns(changed.network), changed.input(input));
    return first_difference(changed, trace, outputs).has_value();
  };
  CHECK_FALSE(differs(compiled));
  Compiled deaf = compiled;
  for (auto& layer : deaf.network.layers) layer.WO = Matrix<Rational>(layer.WO.shape(), 0);
  CHECK(differs(deaf));
  for (std::size_t l = 0; l < compiled.network.layers.size(); ++l) {
    for (std::size_t h = 0; h < compiled.network.layers[l].heads.size(); ++h) {
      Compiled changed = compiled;
      auto& head = changed.network.layers[l].heads[h];
      head.WQ = Matrix<Rational>(head.WQ.shape(), 0);
      CHECK(differs(changed));
    }
    Compiled constant = compiled;
    for (auto& map : constant.network.layers[l].mlp) map.W = Matrix<Rational>(map.W.shape(), 0);
    CHECK(differs(constant));
  }
}

TEST_CASE("simulation: a program that moves numbers is rewritten to keep their slots, and does the same") {
  Draw draw(702);
  for (const PcocTask& task : pcoc_tasks()) {
    const PcocProgram program = task.build(4), kept = keep_slots(program);
    INFO(task.name);
    for (const auto& round : kept.rounds) CHECK(keeps_slots(round.receive));
    const Memory input = place_inputs(program, numbers_for(task, draw, 4));
    CHECK(run(kept, input).output() == run(program, input).output());
    CHECK(kept.rounds.size() <= program.rounds.size() + 1);
  }
}

TEST_CASE("simulation: softmax stays within the bound, and the bound within eps") {
  Draw draw(703);
  for (const char* name : {"prefix-sum", "prefix-minimum", "odd-even-sort", "maximum-subarray", "bellman-ford"}) {
    INFO(name);
    const PcocTask& task = find_pcoc_task(name);
    const PcocProgram program = task.build(4);
    const Memory input = place_inputs(program, numbers_for(task, draw, 4));
    const InputRanges ranges = ranges_of({input});
    for (const Routing routing : {Routing::kRepaired, Routing::kPrinted}) {
      Compiled compiled = compile(program, routing, Rational(1), ranges);
      const Rational eps(1, 1000), temperature = sufficient_temperature(compiled, ranges, eps);
      compiled = compile(program, routing, temperature, ranges);
      const auto errors = softmax_error(compiled, ranges, temperature);
      REQUIRE(errors);
      CHECK(errors->back() <= eps);
      CHECK_FALSE(
          softmax_error(compiled, ranges, temperature - Rational(1, 8)).value_or(std::vector<Rational>{1}).back() <=
          eps);
      const PcocTrace trace = run(compiled.program, input);
      const auto outputs =
          run(compiled.network, softmax_patterns(compiled.network, Rational(1), 256), compiled.input(input));
      for (std::size_t r = 0; r < outputs.size(); ++r) {
        for (std::size_t i = 0; i < 4; ++i) {
          for (std::size_t j = 0; j < program.memory; ++j) {
            const Enclosure error = abs(outputs[r].output(i, j) - Enclosure(trace.rounds[r].computed[i][j], 256));
            CHECK((error <= Enclosure(errors->at(r), 256)) == Truth::yes);
          }
        }
      }
    }
  }
}

TEST_CASE("simulation: what has no network is refused with its place") {
  PcocProgram program{"", {}, 2, 1, {}};
  PcocProgram::Round round{{{attest::theory::machines::Place{1, 1}}, {attest::theory::machines::Place{2, 1}}}, {}};
  round.compute = {pcoc_local({"out1 = in1"}, 1, {2, 1}), pcoc_local({"out1 = is_less(0, in1)"}, 2, {2, 1})};
  program.rounds = {round};
  CHECK_THROWS_WITH(compile(program, Routing::kRepaired, Rational(1), ranges_within(2, 1, Rational(1))),
                    Catch::Contains("round 1") && Catch::Contains("machine 2") && Catch::Contains("out1") &&
                        Catch::Contains("is_less"));
}

TEST_CASE("simulation: 256 machines, hardmax, equal at every round") {
  const std::size_t n = 256;
  for (const char* name : {"prefix-minimum"}) {
    const PcocTask& task = find_pcoc_task(name);
    const PcocProgram program = task.build(n);
    Draw draw(704);
    std::vector<Rational> x;
    for (std::size_t i = 0; i < n; ++i) x.emplace_back(draw.integer(-1000, 1000));
    require_equal_at_every_round(program, {place_inputs(program, x)}, Routing::kRepaired);
  }
}
