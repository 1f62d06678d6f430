// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/trusted/operations.hpp"

namespace checker {

/// Evaluates expressions within a budget of steps. Failures: Undefined, Unknown, Undecided (budget).
class Interpreter {
 public:
  explicit Interpreter(std::uint64_t steps) : budget{steps} {}

  /// Makes room for the variables of the expressions to come: the quantifiers', and what the expressions bind
  /// themselves.
  void begin(int frame) { stack_.assign(frame_ = static_cast<std::size_t>(frame), Value()); }
  void bind(int slot, Value value) { stack_[static_cast<std::size_t>(slot)] = std::move(value); }
  /// The value at this many bits. A boolean may be unknown.
  Value evaluate(const Node& expression, unsigned bits);

  Budget budget;

 private:
  Value run(const Node& node);
  Value dispatch(const Node& node);
  Value call(const Node& node);
  Value fold(const Node& node);
  Value field(const Node& node);
  Value index(const Node& node);
  Value connective(const Node& node, Truth decisive);
  Value chain(const Node& node);
  Value extremum_of(const Node& node);
  Value over_generators(const Node& node);
  /// Runs `visit` for every element of the generators; it returns whether to go on.
  template <class Visit>
  bool generate(const Node& node, std::size_t depth, Visit&& visit);

  bool decided(const Node& node);  ///< a boolean; Unknown if it is unknown
  Value& slot(int number) { return stack_[base_ + static_cast<std::size_t>(number)]; }
  Context context() { return {budget, bits_}; }

  unsigned bits_ = 64;
  int depth_ = 0;
  std::vector<Value> stack_;
  std::size_t frame_ = 0, base_ = 0,
              top_ = 0;  ///< the outermost frame's size; the running frame; where the next begins
};

}  // namespace checker
