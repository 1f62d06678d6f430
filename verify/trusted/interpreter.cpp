// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/interpreter.hpp"
namespace checker {
Value Interpreter::evaluate(const Node& expression, unsigned bits) {
  budget.bits = bits;
  depth_ = 0;
  base_ = 0;
  top_ = frame_;
  return run(expression);
}

Value Interpreter::run(const Node& node) {
  budget.charge(1);
  if (++depth_ > 1000) throw Undecided("evaluations nested too deeply");
  try {
    Value result = dispatch(node);
    --depth_;
    return result;
  } catch (const Undefined& failure) {
    const std::string reason = failure.what(), line = " (line ";  // the innermost line is the one to name
    throw Undefined(reason.find(line) == std::string::npos ? reason + line + std::to_string(node.line) + ")" : reason);
  }
}

Value Interpreter::dispatch(const Node& node) {
  const auto operand = [&](std::size_t i) { return run(*node.children[i]); };
  if (node.op == Op::kComprehension || node.op >= Op::kSum) return over_generators(node);
  switch (node.op) {
    case Op::kConstant: return node.constant;
    case Op::kVariable: return slot(node.slots[0]);
    case Op::kCall: return call(node);
    case Op::kIf: return operand(decided(*node.children[0]) ? 1 : 2);
    case Op::kFold: return fold(node);
    case Op::kOr:
    case Op::kAnd:
      return connected(truth(node.op == Op::kOr), 2, [&](std::size_t i) { return boolean_of(operand(i)); });
    case Op::kCompare: return chain(node);
    case Op::kLet: {
      Value value = operand(0);  // evaluated first: it may move the stack
      slot(node.slots[0]) = std::move(value);
      return operand(1);
    }
    case Op::kList: {
      budget.charge_list(node.children.size());
      List items;
      for (const auto& child : node.children) items.push_back(run(*child));
      return items;
    }
    case Op::kRecord: {
      budget.charge_list(node.children.size());
      Record fields;
      for (std::size_t i = 0; i < node.children.size(); ++i) fields.emplace(node.names[i], operand(i));
      return fields;
    }
    default: break;
  }
  const Value a = operand(0);
  return node.children.size() == 1 ? function(node.op, a, budget) : function(node.op, a, operand(1), budget);
}

bool Interpreter::decided(const Node& node) {
  const Truth truth = boolean_of(run(node));
  if (truth == Truth::kUnknown)
    throw Unknown("a comparison that must be decided (line " + std::to_string(node.line) + ")");
  return truth == Truth::kTrue;
}

Value Interpreter::call(const Node& node) {
  const std::size_t caller = base_, frame = top_;
  top_ = frame + node.callee->frame;  // calls within the arguments go above the frame that is being filled
  if (stack_.size() < top_) stack_.resize(top_);
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    Value argument = run(*node.children[i]);
    stack_[frame + i] = std::move(argument);
  }
  base_ = frame;
  Value result = run(*node.callee->body);
  base_ = caller;
  top_ = frame;
  return result;
}

Value Interpreter::fold(const Node& node) {
  Value state = run(*node.children[0]);
  const Value items = run(*node.children[1]);
  for (const Value& item : list_of(items)) {
    slot(node.slots[0]) = std::move(state);
    slot(node.slots[1]) = item;
    state = run(*node.children[2]);
  }
  return state;
}

Value Interpreter::chain(const Node& node) {
  Value left = run(*node.children[0]);
  return connected(Truth::kFalse, node.relations.size(), [&](std::size_t i) {
    const Value last = std::exchange(left, run(*node.children[i + 1]));
    return related(node.relations[i], last, left, budget);
  });
}

template <class Visit>
bool Interpreter::generate(const Node& node, std::size_t depth, Visit&& visit) {
  const std::size_t lists = node.slots.size();
  if (depth == lists) {
    if (node.filtered && !decided(*node.children[lists + 1])) return true;
    return visit(run(*node.children[0]));
  }
  const Value items = run(*node.children[depth + 1]);
  for (const Value& item : list_of(items)) {
    budget.charge(1);
    slot(node.slots[depth]) = item;
    if (!generate(node, depth + 1, visit)) return false;
  }
  return true;
}

Value Interpreter::over_generators(const Node& node) {
  const Op op = node.op;
  List items;
  Value result(std::int64_t{op == Op::kProduct});
  Truth so_far = truth(op == Op::kAll);
  const bool stops_early = op == Op::kAll || op == Op::kAny;
  const auto visit = [&](const Value& value) {
    if (op == Op::kSum || op == Op::kProduct)
      result = arithmetic(op == Op::kSum ? Op::kAdd : Op::kMultiply, result, value, budget);
    if (op == Op::kComprehension) budget.charge_list(1), items.push_back(value);
    if (op == Op::kSum || op == Op::kProduct || op == Op::kComprehension) return true;
    const Truth next = boolean_of(value), decisive = truth(op == Op::kAny);
    if (op == Op::kCount && next == Truth::kTrue) result = arithmetic(Op::kAdd, result, std::int64_t{1}, budget);
    if (op == Op::kCount ? next == Truth::kUnknown : next != !decisive) so_far = next;
    return op == Op::kCount || next != decisive;
  };
  if (stops_early) after(so_far, [&] { return generate(node, 0, visit); });
  else generate(node, 0, visit);
  if (op == Op::kCount && so_far == Truth::kUnknown) throw Unknown("a count with an unknown element");
  if (op == Op::kComprehension) return items;
  return stops_early ? Value(so_far) : result;
}
}  // namespace checker
