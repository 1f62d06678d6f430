// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/interpreter.hpp"

#include <algorithm>

#include "verify/trusted/failure.hpp"

namespace checker {

namespace {
constexpr int kLargestDepth = 1000;  // of evaluations inside one another
}

Value Interpreter::evaluate(const Node& expression, unsigned bits) {
  bits_ = bits;
  depth_ = 0;
  base_ = 0;
  top_ = frame_;
  return run(expression);
}

Value Interpreter::run(const Node& node) {
  budget.charge(1);
  if (++depth_ > kLargestDepth) throw Undecided("evaluations nested too deeply");
  try {
    Value result = dispatch(node);
    --depth_;
    return result;
  } catch (const Undefined& failure) {
    const std::string reason = failure.what();  // the innermost line is the one to name
    throw Undefined(reason.find(" (line ") != std::string::npos ? reason
                                                                : reason + " (line " + std::to_string(node.line) + ")");
  }
}

Value Interpreter::dispatch(const Node& node) {
  const auto operand = [&](std::size_t i) { return run(*node.children[i]); };
  switch (node.op) {
    case Op::kConstant: return node.constant;
    case Op::kVariable: return slot(node.slots[0]);
    case Op::kCall: return call(node);
    case Op::kIf: return operand(decided(*node.children[0]) ? 1 : 2);
    case Op::kFold: return fold(node);
    case Op::kIndex: return index(node);
    case Op::kField:
    case Op::kHas: return field(node);
    case Op::kOr: return connective(node, Truth::kTrue);
    case Op::kAnd: return connective(node, Truth::kFalse);
    case Op::kNot: return !boolean_of(operand(0));
    case Op::kCompare: return chain(node);
    case Op::kNegate: return arithmetic(Op::kSubtract, std::int64_t{0}, operand(0), context());
    case Op::kMax:
    case Op::kMin: return extremum_of(node);
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
      for (std::size_t i = 0; i < node.children.size(); ++i) fields.emplace_back(node.names[i], operand(i));
      return fields;
    }
    default: break;
  }
  if (node.op == Op::kComprehension || node.op >= Op::kSum) return over_generators(node);
  const Value a = operand(0);
  if (node.children.size() == 1) return function(node.op, a, context());
  const Value b = operand(1);
  switch (node.op) {
    case Op::kConcat: return concatenation(a, b, context());
    case Op::kRange: return range(a, b, context());
    case Op::kPower: return power(a, b, context());
    case Op::kTuples: return tuples(a, b, context());
    case Op::kDiv:
    case Op::kMod: return integer_division(node.op, a, b);
    default: return arithmetic(node.op, a, b, context());
  }
}

bool Interpreter::decided(const Node& node) {
  const Truth truth = boolean_of(run(node));
  if (truth == Truth::kUnknown)
    throw Unknown("a comparison that must be decided (line " + std::to_string(node.line) + ")");
  return truth == Truth::kTrue;
}

Value Interpreter::call(const Node& node) {
  const auto size = static_cast<std::size_t>(node.callee->frame);
  const std::size_t caller = base_, frame = top_;
  if (stack_.size() < frame + size) stack_.resize(frame + size);
  top_ = frame + size;  // calls within the arguments go above the frame that is being filled
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

// r.name, and has(r, "name").
Value Interpreter::field(const Node& node) {
  const Value value = run(*node.children[0]);
  const Value name = node.op == Op::kHas ? run(*node.children[1]) : Value(node.names[0]);
  if (!value.record() || !name.symbol()) throw Undefined(std::string("expected a record, found ") + value.kind());
  const Record& fields = *value.record();
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.first == *name.symbol(); });
  if (node.op == Op::kHas) return truth(found != fields.end());
  if (found == fields.end()) throw Undefined("a record without the field '" + node.names[0] + "'");
  return found->second;
}

Value Interpreter::index(const Node& node) {
  const Value items = run(*node.children[0]), place = run(*node.children[1]);
  const List& list = list_of(items);
  const mpz_class at = integer(place);
  if (at < 1 || at > list.size()) {
    throw Undefined("the index " + at.get_str() + " of a list of length " + std::to_string(list.size()));
  }
  return list[at.get_ui() - 1];
}

Value Interpreter::connective(const Node& node, Truth decisive) {
  const Truth left = boolean_of(run(*node.children[0]));
  if (left == decisive) return left;
  const Truth right = boolean_of(run(*node.children[1]));
  return right == decisive || left != Truth::kUnknown ? right : left;
}

Value Interpreter::chain(const Node& node) {
  Value left = run(*node.children[0]);
  Truth result = Truth::kTrue;
  for (std::size_t i = 0; i < node.relations.size(); ++i) {
    Value right = run(*node.children[i + 1]);
    const Truth next = related(node.relations[i], left, right);
    if (next == Truth::kFalse) return next;
    if (next == Truth::kUnknown) result = next;
    left = std::move(right);
  }
  return result;
}

Value Interpreter::extremum_of(const Node& node) {
  const bool greatest = node.op == Op::kMax;
  const Value first = run(*node.children[0]);
  if (node.children.size() == 2) return extremum(greatest, first, run(*node.children[1]));
  const List& items = list_of(first);
  if (items.empty()) throw Undefined("max or min of nothing");
  Value result = extremum(greatest, items.front(), items.front());
  for (const Value& item : items) result = extremum(greatest, result, item);
  return result;
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
  Truth truth_so_far = truth(op == Op::kAll);
  bool empty = true;
  generate(node, 0, [&](const Value& value) {
    if (op == Op::kComprehension) {
      budget.charge_list(1);
      items.push_back(value);
    } else if (op == Op::kAll || op == Op::kAny) {
      const Truth next = boolean_of(value), decisive = truth(op == Op::kAny);
      if (next == decisive || next == Truth::kUnknown) truth_so_far = next;
      return next != decisive;
    } else if (op == Op::kCount) {
      if (boolean_of(value) == Truth::kUnknown) truth_so_far = Truth::kUnknown;
      result = arithmetic(Op::kAdd, result, std::int64_t{boolean_of(value) == Truth::kTrue}, context());
    } else if (op == Op::kSum || op == Op::kProduct) {
      result = arithmetic(op == Op::kSum ? Op::kAdd : Op::kMultiply, result, value, context());
    } else {
      result = extremum(op == Op::kMaxOver, empty ? value : result, value);
    }
    empty = false;
    return true;
  });
  if (op == Op::kComprehension) return items;
  if (op == Op::kAll || op == Op::kAny) return truth_so_far;
  if (truth_so_far == Truth::kUnknown) throw Unknown("a count with an unknown element");
  if (empty && (op == Op::kMaxOver || op == Op::kMinOver)) throw Undefined("max or min of nothing");
  return result;
}

}  // namespace checker
