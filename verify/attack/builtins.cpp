// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/builtins.hpp"

#include <algorithm>
#include <numeric>

#include "verify/attack/holes.hpp"

namespace attest::verify::attack {

namespace {

Value arrangements(Machine& machine, std::int64_t n) {
  if (n < 0) throw Undefined("permutations of a negative number");
  if (n > 12) throw Spent();
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), std::int64_t{1});
  Value::List result;
  do {
    machine.charge(order.size() + 1);
    result.emplace_back(Value::List(order.begin(), order.end()));
  } while (std::next_permutation(order.begin(), order.end()));
  return result;
}

Value tuples(Machine& machine, const Value::List& letters, std::int64_t length) {
  if (length < 0) throw Undefined("tuples of a negative length");
  std::vector<Value::List> words = {{}};
  for (std::int64_t i = 0; i < length; ++i) {
    std::vector<Value::List> longer;
    for (const Value::List& word : words) {
      machine.charge(letters.size() * (word.size() + 1));
      for (const Value& letter : letters) {
        longer.push_back(word);
        longer.back().push_back(letter);
      }
    }
    words = std::move(longer);
  }
  return Value::List(words.begin(), words.end());
}

Value kind_test(const std::string& name, const Value& given) {
  const Value value = given.is_open() ? running_holes->settled(given) : given;
  if (value.is_open()) return truth(running_holes->is_kind(value, name));
  if (name == "is_number") return truth(value.is_number());
  if (name == "is_boolean") return truth(value.boolean() != nullptr);
  if (name == "is_symbol") return truth(value.symbol() != nullptr);
  if (name == "is_list") return truth(value.list() != nullptr);
  if (name == "is_record") return truth(value.record() != nullptr);
  if (!value.is_number()) return Truth::no;
  return value.is_exact() ? truth(value.exact().is_integer()) : Truth::unknown;
}

Value extreme(const Value& value, bool greater) {
  const Value::List& list = list_of(value);
  if (list.empty()) throw Undefined("max or min of nothing");
  Value result = list.front();
  for (const Value& next : list) {
    if (!next.is_number() && !next.is_open()) throw Undefined("a number is needed");
    result = greater ? greatest(result, next) : least(result, next);
  }
  return result;
}

}  // namespace

Value joined(const Value& a, const Value& b) {
  Value::List result = list_of(a);
  const Value::List& more = list_of(b);
  if (result.size() + more.size() > 200'000) throw Unknown("a long list");
  result.insert(result.end(), more.begin(), more.end());
  return result;
}

Code builtin(const std::string& name, std::vector<Code> arguments) {
  const Code x = arguments.front();
  if (name == "len") {
    return [x](Machine& machine) { return length_of(x(machine)); };
  }
  if (name == "max" || name == "min") {
    const bool greater = name == "max";
    if (arguments.size() == 1) return [x, greater](Machine& machine) { return extreme(x(machine), greater); };
    return [x, y = arguments[1], greater](Machine& machine) {
      const Value a = x(machine), b = y(machine);
      if ((!a.is_number() && !a.is_open()) || (!b.is_number() && !b.is_open())) throw Undefined("a number is needed");
      return greater ? greatest(a, b) : least(a, b);
    };
  }
  if (name == "permutations") return [x](Machine& machine) { return arrangements(machine, integer(x(machine))); };
  if (name == "tuples") {
    return [x, y = arguments[1]](Machine& machine) {
      const Value letters = x(machine);
      return tuples(machine, list_of(letters), integer(y(machine)));
    };
  }
  if (name == "has") {
    return [x, y = arguments[1]](Machine& machine) {
      const Value record = x(machine), field = y(machine);
      if (!field.symbol()) throw Undefined("has of what is no name");
      return Value(truth(has_field(record, *field.symbol())));
    };
  }
  if (name.starts_with("is_")) return [x, name](Machine& machine) { return kind_test(name, x(machine)); };
  return [x, name](Machine& machine) {
    machine.charge(4);
    return function(name, x(machine));
  };
}

}  // namespace attest::verify::attack
