// SPDX-License-Identifier: Apache-2.0
#include "constructions/simulation/machine_selection.hpp"

#include <algorithm>

#include "theory/error.hpp"

namespace attest::constructions::simulation {

using theory::Rational;
using theory::machines::Affine;
using theory::machines::Line;
using theory::machines::LocalFunction;
using theory::machines::Operation;

namespace {

Affine reg(std::size_t index) { return {0, {{index, Rational(1)}}}; }

bool is_zero_at_zero(const LocalFunction& function) {
  const std::vector<Rational> outputs = evaluate(function, std::vector<Rational>(function.inputs, Rational(0))).outputs;
  return std::all_of(outputs.begin(), outputs.end(), [](const Rational& y) { return y == 0; });
}

struct Group {
  const LocalFunction* function;
  std::vector<std::size_t> machines;
};
std::vector<Group> groups_of(const std::vector<std::shared_ptr<const LocalFunction>>& functions) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.function == functions[i].get() || *group.function == *functions[i];
    });
    if (same == groups.end()) {
      groups.push_back({functions[i].get(), {i}});
    } else {
      same->machines.push_back(i);
    }
  }
  return groups;
}

std::vector<Bounded> at_any_node(const std::vector<std::vector<Bounded>>& received) {
  std::vector<Bounded> anywhere = received.front();
  for (const auto& node : received) {
    for (std::size_t j = 0; j < node.size(); ++j) anywhere[j] = hull(anywhere[j], node[j]);
  }
  return anywhere;
}

// The function that is built, line by line. Registers: s received, s held, the node's number, then lines.
class Builder {
 public:
  Builder(std::size_t memory) : memory_(memory), node_(2 * memory) { function_.inputs = 2 * memory + 1; }

  // The group's lines with their registers moved, and where its outputs are.
  std::vector<Affine> add(const LocalFunction& group, std::size_t number) {
    const std::size_t offset = function_.inputs + function_.lines.size();
    const auto moved = [&](Affine affine) {
      for (auto& [index, coefficient] : affine.terms) index = index < memory_ ? index : index - memory_ + offset;
      return affine;
    };
    for (Line line : group.lines) {
      line.name = "g" + std::to_string(number) + "_" + line.name;
      for (Affine& argument : line.arguments) argument = moved(std::move(argument));
      function_.lines.push_back(std::move(line));
    }
    std::vector<Affine> outputs;
    for (const Affine& output : group.outputs) outputs.push_back(moved(output));
    return outputs;
  }

  // 1 at these nodes and 0 at the others: a trapezoid over each run of numbers, exact at integers.
  Affine indicator(const std::vector<std::size_t>& machines) {
    Affine sum;
    for (std::size_t k = 0; k < machines.size();) {
      std::size_t end = k;
      while (end + 1 < machines.size() && machines[end + 1] == machines[end] + 1) ++end;
      const long first = static_cast<long>(machines[k]), last = static_cast<long>(machines[end]);
      for (const auto& [corner, sign] : {std::pair<long, long>{first - 1, 1}, {first, -1}, {last, -1}, {last + 1, 1}}) {
        sum.terms.emplace_back(line(Operation::kRelu, {{Rational(-corner), {{node_, Rational(1)}}}}, 0),
                               Rational(sign));
      }
      k = end + 1;
    }
    return sum;
  }

  Affine gate(const Affine& open, const Affine& value, const Rational& bound) {
    return reg(line(Operation::kGate, {open, value}, bound));
  }

  LocalFunction finish(std::vector<Affine> outputs) {
    outputs.push_back(reg(node_));
    function_.outputs = std::move(outputs);
    return std::move(function_);
  }

 private:
  std::size_t line(Operation operation, std::vector<Affine> arguments, const Rational& parameter) {
    const std::size_t index = function_.inputs + function_.lines.size();
    function_.lines.push_back({"s" + std::to_string(index), operation, std::move(arguments), parameter});
    return index;
  }

  std::size_t memory_, node_;
  LocalFunction function_;
};

}  // namespace

Selection select_by_machine(const std::vector<std::shared_ptr<const LocalFunction>>& functions,
                            const std::vector<std::vector<Bounded>>& received, bool may_be_open) {
  const std::vector<Group> groups = groups_of(functions);
  const std::size_t memory = groups.front().function->inputs;
  Builder builder(memory);
  if (may_be_open && groups.size() == 1 && is_zero_at_zero(*groups.front().function)) {
    return {builder.finish(builder.add(*groups.front().function, 0)), false};
  }
  const std::vector<Bounded> anywhere = at_any_node(received);
  std::vector<Affine> sums(memory);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<Bounded> reached;
    try {
      reached = propagate(*groups[g].function, anywhere);
    } catch (const InputError& error) {
      throw InputError("machine " + std::to_string(groups[g].machines.front() + 1), error.what());
    }
    const Affine open = builder.indicator(groups[g].machines);
    const std::vector<Affine> values = builder.add(*groups[g].function, g);
    for (std::size_t j = 0; j < memory; ++j) {
      if (values[j].terms.empty() && values[j].constant == 0) continue;
      const Affine gated = builder.gate(open, values[j], reached[j].magnitude() + 1);
      sums[j].terms.push_back(gated.terms.front());
    }
  }
  return {builder.finish(std::move(sums)), true};
}

Rational error_before_gates(const std::vector<std::shared_ptr<const LocalFunction>>& functions,
                            const std::vector<std::vector<Bounded>>& received) {
  const std::vector<Bounded> anywhere = at_any_node(received);
  Rational greatest = 0;
  for (const Group& group : groups_of(functions)) {
    for (const Bounded& output : propagate(*group.function, anywhere)) greatest = max(greatest, output.error);
  }
  return greatest;
}

}  // namespace attest::constructions::simulation
