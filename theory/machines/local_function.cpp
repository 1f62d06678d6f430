// SPDX-License-Identifier: Apache-2.0
#include "theory/machines/local_function.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "theory/error.hpp"

namespace attest::theory::machines {

namespace {

constexpr std::size_t kMany = 4096;

constexpr std::array<OperationInfo, 12> kOperations = {{
    {Operation::kLinear, "", 1, 1, true},
    {Operation::kMin, "min", 2, 2, true},
    {Operation::kMax, "max", 2, 2, true},
    {Operation::kRelu, "relu", 1, 1, true},
    {Operation::kAbs, "abs", 1, 1, true},
    {Operation::kLess, "less", 3, 3, true},
    {Operation::kGate, "gate", 3, 3, true},
    {Operation::kIsLess, "is_less", 2, 2, false},
    {Operation::kIsEqual, "is_equal", 2, 2, false},
    {Operation::kFloor, "floor", 1, 1, false},
    {Operation::kSelect, "select", 3, 3, false},
    {Operation::kPick, "pick", 2, kMany, false},
}};

Rational positive_part(const Rational& a) { return max(a, Rational(0)); }

Rational picked(const Line& line, const std::vector<Rational>& a) {
  const long k = static_cast<long>(a.size()) - 1;
  if (!a[0].is_integer() || a[0] < 1 || a[0] > k) {
    throw InputError("line " + line.name,
                     "expected an index from 1 to " + std::to_string(k) + ", found " + a[0].to_string());
  }
  return a[static_cast<std::size_t>(a[0].to_long())];
}

// Whether less and gate do what their names say.
bool within_margin(const Line& line, const std::vector<Rational>& a) {
  if (line.operation == Operation::kLess) return a[1] <= a[0] || a[1] - a[0] >= line.parameter;
  if (line.operation == Operation::kGate) return (a[0] == 0 || a[0] == 1) && abs(a[1]) <= line.parameter;
  return true;
}

Rational applied(const Line& line, const std::vector<Rational>& a) {
  switch (line.operation) {
    case Operation::kLinear:
      return a[0];
    case Operation::kMin:
      return min(a[0], a[1]);
    case Operation::kMax:
      return max(a[0], a[1]);
    case Operation::kRelu:
      return positive_part(a[0]);
    case Operation::kAbs:
      return abs(a[0]);
    case Operation::kLess:
      return min(Rational(1), positive_part((a[1] - a[0]) / line.parameter));
    case Operation::kGate: {
      const Rational shut = line.parameter * (Rational(1) - a[0]);
      return positive_part(a[1] - shut) - positive_part(-a[1] - shut);
    }
    case Operation::kIsLess:
      return a[0] < a[1] ? 1 : 0;
    case Operation::kIsEqual:
      return a[0] == a[1] ? 1 : 0;
    case Operation::kFloor:
      return floor(a[0]);
    case Operation::kSelect:
      return a[0] == 0 ? a[2] : a[1];
    case Operation::kPick:
      return picked(line, a);
  }
  throw std::logic_error("an operation without a meaning");
}

}  // namespace

const OperationInfo& info(Operation operation) { return kOperations[static_cast<std::size_t>(operation)]; }

const OperationInfo* find_operation(const std::string& name) {
  const auto* found = std::find_if(kOperations.begin() + 1, kOperations.end(),
                                   [&](const OperationInfo& operation) { return name == operation.name; });
  return found == kOperations.end() ? nullptr : found;
}

bool LocalFunction::continuous() const {
  return std::all_of(lines.begin(), lines.end(), [](const Line& line) { return info(line.operation).continuous; });
}

Rational value_of(const Affine& affine, const std::vector<Rational>& registers) {
  Rational value = affine.constant;
  for (const auto& [index, coefficient] : affine.terms) value += coefficient * registers.at(index);
  return value;
}

std::vector<Rational> registers_after(const LocalFunction& function, const std::vector<Rational>& inputs,
                                      std::optional<std::size_t>& outside_margin) {
  if (inputs.size() != function.inputs) throw std::invalid_argument("a local function's inputs: a wrong number");
  std::vector<Rational> registers = inputs;
  registers.reserve(inputs.size() + function.lines.size());
  std::vector<Rational> arguments;
  for (std::size_t i = 0; i < function.lines.size(); ++i) {
    const Line& line = function.lines[i];
    arguments.clear();
    for (const Affine& argument : line.arguments) arguments.push_back(value_of(argument, registers));
    if (!outside_margin && !within_margin(line, arguments)) outside_margin = i;
    registers.push_back(applied(line, arguments));
  }
  return registers;
}

Evaluated evaluate(const LocalFunction& function, const std::vector<Rational>& inputs) {
  Evaluated result;
  const std::vector<Rational> registers = registers_after(function, inputs, result.outside_margin);
  for (const Affine& output : function.outputs) result.outputs.push_back(value_of(output, registers));
  return result;
}

}  // namespace attest::theory::machines
