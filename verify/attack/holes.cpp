// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/holes.hpp"

#include <algorithm>

namespace attest::verify::attack {

using theory::Rational;

thread_local Holes* running_holes = nullptr;
thread_local double* running_slack = nullptr;

Value Holes::made(State state) {
  if (states_.size() > 4000) throw Spent();
  states_.push_back(std::move(state));
  return Value(Hole{static_cast<std::uint32_t>(states_.size() - 1)});
}

Value Holes::value() { return made({}); }

Value Holes::number(std::optional<Rational> low, std::optional<Rational> high, bool integer) {
  State state;
  state.kind = Kind::number;
  state.low = std::move(low);
  state.high = std::move(high);
  state.integer = integer;
  return made(std::move(state));
}

Value Holes::settled(const Value& value) {
  if (const Hole* hole = value.hole()) {
    const State& state = states_[hole->id];
    if (state.root && states_[*state.root].kind == Kind::done) {
      const Value root = states_[*state.root].value;
      return multiply(root, root);
    }
    return state.kind == Kind::done ? settled(state.value) : value;
  }
  if (const Affine* affine = value.affine()) {
    const Value known = settled(Value(Hole{affine->id}));
    if (!known.is_open()) return Value(affine->factor * known.exact() + affine->offset);
  }
  return value;
}

Holes::State& Holes::as(const Value& open, Kind kind) {
  const Hole* hole = open.hole();
  if (!hole) throw Undefined("another kind is needed");
  State& state = states_[hole->id];
  if (state.kind == Kind::free) state.kind = kind;
  if (state.kind != kind) throw Undefined("another kind is needed");
  return state;
}

void Holes::bind(State& state, Value value) {
  if (state.root) {
    const auto root = sqrt_if_square(value.exact());
    State& of = states_[*state.root];
    if (!root) throw Undefined("a square is needed");
    const bool up = admits(of, *root), down = admits(of, -*root);
    if (!up && !down) throw Undefined("a root within bounds is needed");
    bind(of, up && (!down || choices_.holds()) ? *root : -*root);
  }
  state.kind = Kind::done;
  state.value = std::move(value);
}

bool Holes::is_kind(const Value& open, const std::string& test) {
  if (test == "is_integer") {
    if (open.affine()) return chosen(open).exact().is_integer();
    State& state = states_[open.hole()->id];
    if (state.kind == Kind::list || state.kind == Kind::record) return false;
    if (state.integer || state.fraction) return state.integer;
    state.kind = Kind::number;
    const bool is = choices_.holds();
    (is ? state.integer : state.fraction) = true;
    bounded(state);
    return is;
  }
  if (open.affine()) return test == "is_number";
  State& state = states_[open.hole()->id];
  const auto is = [&](Kind kind) {
    if (state.kind == kind) return true;
    if (state.kind != Kind::free || !choices_.holds()) return false;
    state.kind = kind;
    return true;
  };
  if (test == "is_number") return is(Kind::number);
  if (test == "is_list") return is(Kind::list);
  if (test == "is_record") return is(Kind::record);
  if (state.kind != Kind::free) return false;
  if (!choices_.holds()) return false;
  if (test == "is_boolean") {
    bind(state, truth(!choices_.holds()));
    return true;
  }
  if (pool_.symbols.empty()) return false;
  bind(state, pool_.symbols[choices_.pick(static_cast<std::uint32_t>(pool_.symbols.size()))]);
  return true;
}

bool Holes::has(const Value& open, const std::string& field) {
  State& state = as(open, Kind::record);
  if (state.fields.contains(field)) return true;
  if (state.absent.contains(field)) return false;
  if (!choices_.holds()) {
    state.absent.insert(field);
    return false;
  }
  this->field(open, field);
  return true;
}

Value Holes::field(const Value& open, const std::string& name) {
  const State& state = as(open, Kind::record);
  if (state.absent.contains(name)) throw Undefined("a record with the field " + name);
  const auto found = state.fields.find(name);
  if (found != state.fields.end()) return settled(found->second);
  const Value fresh = value();
  as(open, Kind::record).fields.emplace(name, fresh);
  return fresh;
}

Value Holes::length(const Value& open) {
  State& state = as(open, Kind::list);
  if (!state.length) {
    const Value count = number(Rational(0), std::nullopt, true);
    as(open, Kind::list).length = count.hole()->id;
    return count;
  }
  return settled(Value(Hole{*state.length}));
}

const Value::List& Holes::listed(State& state, bool plainest) {
  std::int64_t count = 0;
  if (state.length) {
    State& length = states_[*state.length];
    if (length.kind != Kind::done) choose_number(length, plainest);
    count = integer(length.value);
  } else if (!plainest) {
    State length;
    length.kind = Kind::number;
    length.low = Rational(0);
    length.integer = true;
    choose_number(length, false);
    count = integer(length.value);
  }
  if (count > 600) throw Spent();
  Value::List elements;
  for (std::int64_t i = 0; i < count; ++i) elements.push_back(value());  // a deque: `state` stays where it is
  bind(state, std::move(elements));
  return *state.value.list();
}

const Value::List& Holes::list(const Value& open) { return listed(as(open, Kind::list), false); }

bool Holes::boolean(const Value& open) {
  if (!open.hole() || states_[open.hole()->id].kind != Kind::free) throw Undefined("a boolean is needed");
  const bool value = choices_.holds();
  bind(states_[open.hole()->id], truth(value));
  return value;
}

Value Holes::closed(const Value& value, bool plainest) {
  const Value known = settled(value);
  if (known.list()) {
    Value::List result;
    for (const Value& element : *known.list()) result.push_back(closed(element, plainest));
    return result;
  }
  if (known.record()) {
    Value::Record result;
    for (const auto& [name, field] : *known.record()) result.emplace(name, closed(field, plainest));
    return result;
  }
  if (!known.is_open()) return known;
  State& state = states_[known.hole() ? known.hole()->id : known.affine()->id];
  if (state.root) {
    closed(Value(Hole{*state.root}), plainest);
    return closed(settled(known), plainest);
  }
  switch (state.kind) {
    case Kind::free:
      bind(state, std::int64_t{0});
      break;
    case Kind::number:
      choose_number(state, plainest);
      break;
    case Kind::list:
      listed(state, plainest);
      break;
    default: {
      Value::Record result;
      const std::map<std::string, Value> fields = state.fields;
      for (const auto& [name, field] : fields) result.emplace(name, closed(field, plainest));
      bind(state, std::move(result));
    }
  }
  return closed(known, plainest);
}

}  // namespace attest::verify::attack
