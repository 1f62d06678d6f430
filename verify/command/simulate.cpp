// SPDX-License-Identifier: Apache-2.0
#include "verify/command/simulate.hpp"

#include <algorithm>

#include "constructions/draw.hpp"
#include "constructions/machines/pcoc_programs.hpp"
#include "theory/error.hpp"
#include "verify/command/machine_program_file.hpp"

namespace attest::verify::command {

using constructions::machines::PcocTask;
using constructions::simulation::Compiled;
using constructions::simulation::Routing;
using theory::Enclosure;
using theory::Rational;
using theory::machines::Memory;
using theory::machines::PcocProgram;

namespace {

// 257 nodes are the largest that hardmax is run for in reasonable time; enclosures take longer.
constexpr std::size_t kMostMachines = 1024;

Rational positive(const std::string& text, const std::string& name) {
  const Rational x = Rational::parse(text, name);
  if (x <= 0) throw InputError(name, "expected a number above 0, found " + text);
  return x;
}

// All inputs of numbers 0, 1, 2 where these are few, and random ones.
std::vector<Memory> inputs_for(const PcocTask& task, const PcocProgram& program) {
  constructions::Draw draw(731);
  std::vector<std::vector<Rational>> lists;
  const std::size_t n = program.machines;
  if (task.inputs == PcocTask::Inputs::kDistances) {
    std::vector<Rational> x(n, Rational(static_cast<long>(16 * n)));
    x.front() = 0;
    lists.push_back(std::move(x));
  } else {
    long small = 1;
    for (std::size_t i = 0; i < n && small <= 243; ++i) small *= 3;
    for (long number = 0; number < small && small <= 243; ++number) {
      std::vector<Rational> x;
      for (long rest = number; x.size() < n; rest /= 3) x.emplace_back(rest % 3);
      lists.push_back(std::move(x));
    }
    for (int k = 0; k < 4; ++k) {
      std::vector<Rational> x;
      const bool tokens = task.inputs == PcocTask::Inputs::kTokens;
      for (std::size_t i = 0; i < n; ++i) x.emplace_back(draw.integer(tokens ? 0 : -9, 9));
      lists.push_back(std::move(x));
    }
  }
  std::vector<Memory> inputs;
  for (const auto& x : lists) inputs.push_back(constructions::machines::place_inputs(program, x));
  return inputs;
}

void read_program(const SimulateOptions& options, Simulation& simulation) {
  if (options.file.empty() == options.task.empty()) {
    throw InputError("simulate", "expected a FILE, or --task and --n");
  }
  if (!options.file.empty()) {
    PcocFile file = read_pcoc_file(options.file);
    simulation.program = std::move(file.program);
    simulation.inputs = std::move(file.inputs);
    return;
  }
  if (!options.n) throw InputError("--task", "expected --n beside it");
  const PcocTask& task = constructions::machines::find_pcoc_task(options.task);
  simulation.program = task.build(static_cast<std::size_t>(*options.n));
  simulation.inputs = inputs_for(task, simulation.program);
}

}  // namespace

Simulation prepare_simulation(const SimulateOptions& options) {
  Simulation simulation;
  simulation.eps = positive(options.eps.value_or("1/1000"), "--eps");
  std::optional<Rational> temperature;
  if (options.temperature) temperature = positive(*options.temperature, "--temperature");
  std::optional<Rational> bound;
  if (options.bound) bound = positive(*options.bound, "--bound");
  read_program(options, simulation);
  const PcocProgram& program = simulation.program;
  const std::string place = options.file.empty() ? "--n" : options.file;
  if (program.machines > kMostMachines) {
    throw InputError(place, "expected at most " + std::to_string(kMostMachines) + " machines, found " +
                                std::to_string(program.machines));
  }
  if (program.rounds.empty()) throw InputError(place, "expected a program of one round or more");
  if (simulation.inputs.empty()) throw InputError(place, "expected an input to run, under \"inputs\"");
  simulation.ranges = constructions::simulation::ranges_of(simulation.inputs);
  if (bound) {
    for (auto& machine : simulation.ranges) {
      for (auto& number : machine) {
        if (number.low < -*bound || number.high > *bound) {
          throw InputError("--bound",
                           "expected a number that no input's absolute value exceeds, found " + *options.bound);
        }
      }
    }
    simulation.ranges = constructions::simulation::ranges_within(program.machines, program.memory, *bound);
  }
  const Routing routing = options.construction == "printed" ? Routing::kPrinted : Routing::kRepaired;
  try {
    simulation.compiled = compile(program, routing, temperature.value_or(Rational(1)), simulation.ranges);
    if (!temperature && !options.hardmax_only) {
      temperature = sufficient_temperature(simulation.compiled, simulation.ranges, simulation.eps);
      simulation.compiled = compile(program, routing, *temperature, simulation.ranges);
    }
    if (!options.hardmax_only) {
      simulation.bound = softmax_error(simulation.compiled, simulation.ranges, simulation.compiled.temperature);
    }
  } catch (const InputError& error) {
    throw InputError(options.file.empty() ? options.task : options.file, error.what());
  }
  return simulation;
}

std::vector<Run> run_simulation(const Simulation& simulation, bool hardmax_only, long precision) {
  const Compiled& compiled = simulation.compiled;
  const auto hard = hardmax_patterns(compiled.network);
  theory::PositionalPatterns<Enclosure> soft;
  if (!hardmax_only) soft = softmax_patterns(compiled.network, Rational(1), precision);
  std::vector<Run> runs;
  for (const Memory& input : simulation.inputs) {
    Run one;
    one.trace = theory::machines::run(compiled.program, input);
    const auto outputs = theory::run(compiled.network, hard, compiled.input(input));
    one.difference = first_difference(compiled, one.trace, outputs);
    one.output = outputs.back().output;
    if (!hardmax_only) {
      const auto enclosed = theory::run(compiled.network, soft, compiled.input(input));
      one.softmax.emplace();
      for (std::size_t r = 0; r < enclosed.size(); ++r) {
        Enclosure greatest(Rational(0), precision);
        for (std::size_t i = 0; i < compiled.program.machines; ++i) {
          for (std::size_t j = 0; j < compiled.program.memory; ++j) {
            greatest =
                max(greatest, abs(enclosed[r].output(i, j) - Enclosure(one.trace.rounds[r].computed[i][j], precision)));
          }
        }
        one.softmax->push_back(greatest);
      }
    }
    runs.push_back(std::move(one));
  }
  return runs;
}

}  // namespace attest::verify::command
