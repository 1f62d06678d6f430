// SPDX-License-Identifier: Apache-2.0
#include "constructions/simulation/bounds.hpp"

#include "theory/error.hpp"

namespace attest::constructions::simulation {

using theory::Rational;
using theory::machines::Affine;
using theory::machines::Line;
using theory::machines::LocalFunction;
using theory::machines::Operation;

namespace {

Bounded affine(const Affine& a, const std::vector<Bounded>& registers) {
  Bounded result{a.constant, a.constant, 0};
  for (const auto& [reg, coefficient] : a.terms) {
    const Bounded& x = registers[reg];
    result.low += coefficient * (coefficient > 0 ? x.low : x.high);
    result.high += coefficient * (coefficient > 0 ? x.high : x.low);
    result.error += abs(coefficient) * x.error;
  }
  return result;
}

Rational positive(const Rational& x) { return max(x, Rational(0)); }

// Ranges by the operation's monotonicity, errors by its Lipschitz constants.
Bounded apply(const Line& line, const Bounded& a, const Bounded& b) {
  switch (line.operation) {
    case Operation::kLinear:
      return a;
    case Operation::kMin:
      return {min(a.low, b.low), min(a.high, b.high), max(a.error, b.error)};
    case Operation::kMax:
      return {max(a.low, b.low), max(a.high, b.high), max(a.error, b.error)};
    case Operation::kRelu:
      return {positive(a.low), positive(a.high), a.error};
    case Operation::kAbs: {
      const bool holds_zero = a.low <= 0 && a.high >= 0;
      return {holds_zero ? Rational(0) : min(abs(a.low), abs(a.high)), max(abs(a.low), abs(a.high)), a.error};
    }
    case Operation::kLess: {
      const auto clamped = [](const Rational& t) { return min(Rational(1), positive(t)); };
      return {clamped((b.low - a.high) / line.parameter), clamped((b.high - a.low) / line.parameter),
              min(Rational(1), (a.error + b.error) / line.parameter)};
    }
    case Operation::kGate: {  // relu(u) - relu(v), u = y - bound (1 - c), v = -y - bound (1 - c); c is a, y is b
      const Rational closed_low = line.parameter * (a.low - 1), closed_high = line.parameter * (a.high - 1);
      const Rational u_low = b.low + closed_low, u_high = b.high + closed_high;
      const Rational v_low = closed_low - b.high, v_high = closed_high - b.low;
      // u and v are both positive only where c > 1; elsewhere one of the two units moves.
      const Rational units = a.high + a.error > 1 ? 2 : 1;
      return {positive(u_low) - positive(v_high), positive(u_high) - positive(v_low),
              units * (b.error + line.parameter * a.error)};
    }
    default:
      throw std::logic_error("bounds: an operation of no kind");
  }
}

}  // namespace

Bounded hull(const Bounded& a, const Bounded& b) {
  return {min(a.low, b.low), max(a.high, b.high), max(a.error, b.error)};
}

std::vector<Bounded> propagate(const LocalFunction& function, const std::vector<Bounded>& inputs) {
  std::vector<Bounded> registers = inputs;
  for (const Line& line : function.lines) {
    if (!info(line.operation).continuous) {
      throw InputError("line " + line.name,
                       std::string("expected a continuous operation, found ") + info(line.operation).name);
    }
    const Bounded a = affine(line.arguments[0], registers);
    const Bounded b = line.arguments.size() > 1 ? affine(line.arguments[1], registers) : Bounded();
    registers.push_back(apply(line, a, b));
  }
  std::vector<Bounded> outputs;
  for (const Affine& output : function.outputs) outputs.push_back(affine(output, registers));
  return outputs;
}

}  // namespace attest::constructions::simulation
