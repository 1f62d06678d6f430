// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "verify/trusted/program.hpp"
namespace checker {
// The language's operations on values (docs/statement_language.md, "Values"). Undefined and Unknown as said there.
mpz_class integer(const Value& value);  ///< Undefined if it is none, Unknown for an enclosure
const List& list_of(const Value& value);
Truth boolean_of(const Value& value);
Truth related(Op relation, const Value& a, const Value& b, Budget& budget);
Value arithmetic(Op op, const Value& a, const Value& b, Budget& budget);  ///< + - * /
Value function(Op op, const Value& x, Budget& budget);                    ///< the others of one value
Value function(Op op, const Value& a, const Value& b, Budget& budget);    ///< the others of two values
/// 1/x (kDivide), exp, log or sqrt of a Taylor model as another one; null of other values.
PolynomialPtr composed(Op op, const Value& x, Budget& budget);
inline const Value unit_interval = Enclosure{{0}, {1}};  ///< where the variables of Taylor models lie
/// Evaluates expressions within a budget of steps. Failures: Undefined, Unknown, Undecided (budget).
class Interpreter {
 public:
  explicit Interpreter(std::uint64_t steps) : budget{steps, 64} {}
  /// Makes room for the variables of the expressions to come: the quantifiers', and what the expressions bind.
  void begin(std::size_t frame) { stack_.assign(frame_ = frame, Value()); }
  void bind(std::size_t slot, Value value) { stack_[slot] = std::move(value); }
  /// The value at this many bits. A boolean may be unknown.
  Value evaluate(const Node& expression, unsigned bits);

  Budget budget;

 private:
  Value run(const Node& node);
  Value dispatch(const Node& node);
  Value call(const Node& node);
  Value fold(const Node& node);
  Value chain(const Node& node);
  Value over_generators(const Node& node);
  /// Runs `visit` for every element of the generators; it returns whether to go on.
  template <class Visit>
  bool generate(const Node& node, std::size_t depth, Visit&& visit);
  bool decided(const Node& node);  ///< a boolean; Unknown if it is unknown

  Value& slot(std::size_t number) { return stack_[base_ + number]; }

  int depth_ = 0;
  std::vector<Value> stack_;
  std::size_t frame_ = 0, base_ = 0, top_ = 0;  ///< the outermost frame's size; the running frame; its end
};
}  // namespace checker
