// SPDX-License-Identifier: Apache-2.0
#include "constructions/simulation/relu_network.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "theory/error.hpp"

namespace attest::constructions::simulation {

using theory::AffineMap;
using theory::Matrix;
using theory::Rational;
using theory::Vector;
using theory::machines::Affine;
using theory::machines::Line;
using theory::machines::LocalFunction;
using theory::machines::Operation;

namespace {

// A number as an affine combination of the wires of a stage: the MLP's inputs, then each hidden layer's units.
struct Signal {
  Rational constant = 0;
  std::map<std::size_t, Rational> wires;

  Signal& add(const Rational& factor, const Signal& other) {
    constant += factor * other.constant;
    for (const auto& [wire, coefficient] : other.wires) {
      Rational& sum = wires[wire];
      sum += factor * coefficient;
      if (sum == 0) wires.erase(wire);
    }
    return *this;
  }
};
Signal sum(const Rational& a, const Signal& x, const Rational& b, const Signal& y) {
  return Signal().add(a, x).add(b, y);
}
Signal plus(Signal x, const Rational& constant) {
  x.constant += constant;
  return x;
}

class Compiler {
 public:
  explicit Compiler(const LocalFunction& function) : function_(function) {
    find_levels();
    find_last_uses();
  }

  std::vector<AffineMap> compile() {
    signals_.resize(levels_.size());
    for (std::size_t i = 0; i < function_.inputs; ++i) signals_[i] = Signal{0, {{i, Rational(1)}}};
    linear_lines(0);
    std::size_t wires = function_.inputs;
    for (std::size_t stage = 0; stage < depth_; ++stage) wires = hidden_layer(stage, wires);
    std::vector<Signal> outputs;
    for (const Affine& output : function_.outputs) outputs.push_back(signal(output));
    maps_.push_back(affine_map(outputs, wires));
    return std::move(maps_);
  }

 private:
  // The level at which each register is known: inputs 0, affine numbers with their last part, all others one later.
  void find_levels() {
    levels_.assign(function_.inputs, 0);
    for (const Line& line : function_.lines) {
      if (!info(line.operation).continuous) {
        throw InputError("line " + line.name,
                         std::string("expected an operation that a ReLU network computes, found the discontinuous ") +
                             info(line.operation).name);
      }
      std::size_t level = 0;
      for (const Affine& argument : line.arguments) level = std::max(level, level_of(argument));
      levels_.push_back(line.operation == Operation::kLinear ? level : level + 1);
    }
    depth_ = 1;
    for (const Affine& output : function_.outputs) depth_ = std::max(depth_, level_of(output));
  }
  std::size_t level_of(const Affine& affine) const {
    std::size_t level = 0;
    for (const auto& [reg, coefficient] : affine.terms) level = std::max(level, levels_[reg]);
    return level;
  }

  // The last stage at which a register is read; those that no output needs are never made.
  void find_last_uses() {
    last_use_.assign(levels_.size(), std::nullopt);
    for (const Affine& output : function_.outputs) use(output, depth_);
    for (std::size_t k = function_.lines.size(); k-- > 0;) {
      const std::size_t reg = function_.inputs + k;
      if (!last_use_[reg]) continue;
      const Line& line = function_.lines[k];
      const std::size_t stage = line.operation == Operation::kLinear ? levels_[reg] : levels_[reg] - 1;
      for (const Affine& argument : line.arguments) use(argument, stage);
    }
  }
  void use(const Affine& affine, std::size_t stage) {
    for (const auto& [reg, coefficient] : affine.terms) last_use_[reg] = std::max(last_use_[reg].value_or(0), stage);
  }

  Signal signal(const Affine& affine) const {
    Signal result{affine.constant, {}};
    for (const auto& [reg, coefficient] : affine.terms) result.add(coefficient, signals_[reg]);
    return result;
  }

  void linear_lines(std::size_t stage) {
    for (std::size_t k = 0; k < function_.lines.size(); ++k) {
      const std::size_t reg = function_.inputs + k;
      const Line& line = function_.lines[k];
      if (line.operation == Operation::kLinear && levels_[reg] == stage && last_use_[reg]) {
        signals_[reg] = signal(line.arguments.front());
      }
    }
  }

  // relu(x) as a unit of the layer that is being built.
  Signal unit(const Signal& x) {
    if (x.wires.empty()) return Signal{max(x.constant, Rational(0)), {}};
    units_.push_back(x);
    return Signal{0, {{units_.size() - 1, Rational(1)}}};
  }
  Signal carried(const Signal& x) {
    if (x.wires.empty()) return x;
    const Signal positive = unit(x), negative = unit(sum(-1, x, 0, {}));
    return sum(1, positive, -1, negative);
  }

  Signal operation(const Line& line) {
    const Signal a = signal(line.arguments[0]);
    const Signal b = line.arguments.size() > 1 ? signal(line.arguments[1]) : Signal();
    switch (line.operation) {
      case Operation::kMin:  // a - relu(a - b)
        return sum(1, carried(a), -1, unit(sum(1, a, -1, b)));
      case Operation::kMax:  // a + relu(b - a)
        return sum(1, carried(a), 1, unit(sum(1, b, -1, a)));
      case Operation::kRelu:
        return unit(a);
      case Operation::kAbs:
        return sum(1, unit(a), 1, unit(sum(-1, a, 0, {})));
      case Operation::kLess: {  // relu(t) - relu(t - 1), t = (b - a) / margin
        const Rational slope = Rational(1) / line.parameter;
        const Signal t = sum(slope, b, -slope, a);
        return sum(1, unit(t), -1, unit(plus(t, -1)));
      }
      case Operation::kGate: {  // relu(y - bound (1 - c)) - relu(-y - bound (1 - c)), arguments c and y
        const Signal closed = plus(sum(line.parameter, a, 0, {}), -line.parameter);  // -bound (1 - c)
        return sum(1, unit(sum(1, b, 1, closed)), -1, unit(sum(-1, b, 1, closed)));
      }
      default:
        throw std::logic_error("relu_network: an operation of no kind");
    }
  }

  // Units for the lines of the next level and for what is handed on; then the signals over these units.
  std::size_t hidden_layer(std::size_t stage, std::size_t wires) {
    units_.clear();
    std::vector<Signal> next(signals_.size());
    for (std::size_t reg = 0; reg < levels_.size(); ++reg) {
      if (!last_use_[reg]) continue;
      const bool is_new = reg >= function_.inputs && levels_[reg] == stage + 1 &&
                          function_.lines[reg - function_.inputs].operation != Operation::kLinear;
      if (is_new) {
        next[reg] = operation(function_.lines[reg - function_.inputs]);
      } else if (levels_[reg] <= stage && *last_use_[reg] > stage) {
        next[reg] = carried(signals_[reg]);
      }
    }
    if (units_.empty()) units_.push_back(Signal());  // a layer has a unit
    maps_.push_back(affine_map(units_, wires));
    signals_ = std::move(next);
    linear_lines(stage + 1);
    return units_.size();
  }

  static AffineMap affine_map(const std::vector<Signal>& columns, std::size_t wires) {
    AffineMap map{Matrix<Rational>({wires, columns.size()}, 0), {}};
    for (std::size_t j = 0; j < columns.size(); ++j) {
      for (const auto& [wire, coefficient] : columns[j].wires) map.W(wire, j) = coefficient;
      map.b.push_back(columns[j].constant);
    }
    return map;
  }

  const LocalFunction& function_;
  std::vector<std::size_t> levels_;
  std::vector<std::optional<std::size_t>> last_use_;
  std::size_t depth_ = 1;
  std::vector<Signal> signals_, units_;
  std::vector<AffineMap> maps_;
};

}  // namespace

std::vector<AffineMap> relu_network(const LocalFunction& function) { return Compiler(function).compile(); }

std::size_t hidden_units(const std::vector<AffineMap>& mlp) {
  std::size_t units = 0;
  for (std::size_t k = 0; k + 1 < mlp.size(); ++k) units += mlp[k].W.columns();
  return units;
}

}  // namespace attest::constructions::simulation
