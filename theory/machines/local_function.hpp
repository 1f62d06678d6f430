// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "theory/scalar/rational.hpp"

namespace attest::theory::machines {

/// A number that is linear in registers: constant + sum of coefficient * register. Registers count from 0: first the
/// function's inputs, then the values of its lines in their order.
struct Affine {
  Rational constant;
  std::vector<std::pair<std::size_t, Rational>> terms;  ///< registers ascending, no coefficient is 0

  friend bool operator==(const Affine&, const Affine&) = default;
};

/// What one line computes (docs/machine_programs.md, "Lines"). The continuous ones are piecewise linear in their
/// arguments: an exact ReLU network computes each.
enum class Operation {
  kLinear,   ///< a
  kMin,      ///< min(a, b)
  kMax,      ///< max(a, b)
  kRelu,     ///< relu(a) = max(a, 0)
  kAbs,      ///< abs(a)
  kLess,     ///< less(a, b, margin) = min(1, max(0, (b - a) / margin)), margin a constant > 0
  kGate,     ///< gate(c, a, bound) = relu(a - bound (1 - c)) - relu(-a - bound (1 - c)), bound a constant > 0
  kIsLess,   ///< is_less(a, b): 1 or 0                                          discontinuous from here on
  kIsEqual,  ///< is_equal(a, b): 1 or 0
  kFloor,    ///< floor(a)
  kSelect,   ///< select(c, a, b): a if c is not 0, otherwise b
  kPick,     ///< pick(i, a1, ..., ak): a_i
};

struct OperationInfo {
  Operation operation;
  const char* name;
  std::size_t least, greatest;  ///< how many arguments
  bool continuous;
};
const OperationInfo& info(Operation operation);
/// Nothing for a name that is no operation's. "linear" has no name.
const OperationInfo* find_operation(const std::string& name);

struct Line {
  std::string name;
  Operation operation;
  std::vector<Affine> arguments;
  Rational parameter;  ///< the margin of kLess, the bound of kGate; not among the arguments

  friend bool operator==(const Line&, const Line&) = default;
};

/// A straight-line program: every line computes one number from the inputs and from earlier lines.
struct LocalFunction {
  std::size_t inputs = 0;
  std::vector<Line> lines;
  std::vector<Affine> outputs;

  bool continuous() const;  ///< no line is discontinuous
  friend bool operator==(const LocalFunction&, const LocalFunction&) = default;
};

struct Evaluated {
  std::vector<Rational> outputs;
  /// The first line, if any, whose arguments lie where the operation does not do what its name says: 0 < b - a < margin
  /// in less, c not 0 or 1 or |a| > bound in gate.
  std::optional<std::size_t> outside_margin;
};

/// The value of an affine number at these registers.
Rational value_of(const Affine& affine, const std::vector<Rational>& registers);

/// InputError, naming the line, for a pick whose index is not one of 1, ..., k. std::invalid_argument for a wrong
/// number of inputs.
Evaluated evaluate(const LocalFunction& function, const std::vector<Rational>& inputs);

/// The registers after all lines: the inputs, then each line's value.
std::vector<Rational> registers_after(const LocalFunction& function, const std::vector<Rational>& inputs,
                                      std::optional<std::size_t>& outside_margin);

}  // namespace attest::theory::machines
