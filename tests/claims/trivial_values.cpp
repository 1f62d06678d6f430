// SPDX-License-Identifier: Apache-2.0
#include "tests/claims/trivial_values.hpp"

#include <algorithm>
#include <optional>

namespace attest::tests {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The value with each of its numbers, lists and records replaced, from the outside in, where `replace` has something.
Value replaced(const Value& value, const std::function<std::optional<Value>(const Value&)>& replace) {
  if (std::optional<Value> other = replace(value)) return *other;
  if (const auto* list = std::get_if<Value::List>(&value.data())) {
    Value::List result;
    for (const Value& entry : *list) result.push_back(replaced(entry, replace));
    return result;
  }
  if (const auto* record = std::get_if<Value::Record>(&value.data())) {
    Value::Record result;
    for (const auto& [name, entry] : *record) result.emplace_back(name, replaced(entry, replace));
    return result;
  }
  return value;
}

Value with_numbers(const Value& value, const Rational& number) {
  return replaced(value,
                  [&](const Value& part) { return is_number(part) ? std::optional<Value>(number) : std::nullopt; });
}

// Calls the function for the value and all that is in it, from the outside in.
void for_each_part(const Value& value, const std::function<void(const Value&)>& function) {
  replaced(value, [&](const Value& part) {
    function(part);
    return std::optional<Value>();
  });
}

bool is_square_matrix(const Value& value) {
  const auto* rows = std::get_if<Value::List>(&value.data());
  return rows && rows->size() >= 2 && std::all_of(rows->begin(), rows->end(), [&](const Value& row) {
           const auto* entries = std::get_if<Value::List>(&row.data());
           return entries && entries->size() == rows->size() &&
                  std::all_of(entries->begin(), entries->end(), is_number);
         });
}

Value unit_matrix(std::size_t n) {
  Value::List rows;
  for (std::size_t i = 0; i < n; ++i) {
    Value::List row(n, Value(0));
    row[i] = Value(1);
    rows.emplace_back(std::move(row));
  }
  return rows;
}

}  // namespace

bool is_number(const Value& value) { return std::holds_alternative<Rational>(value.data()); }

Value all_zero(const Value& value) { return with_numbers(value, 0); }

Value all_one(const Value& value) { return with_numbers(value, 1); }

Value all_equal(const Value& value) {
  std::optional<Rational> first;
  for_each_part(value, [&](const Value& part) {
    if (!first && is_number(part)) first = std::get<Rational>(part.data());
  });
  return first ? with_numbers(value, *first) : value;
}

Value unit_matrices(const Value& value) {
  return replaced(value, [](const Value& part) {
    return is_square_matrix(part) ? std::optional(unit_matrix(std::get<Value::List>(part.data()).size()))
                                  : std::nullopt;
  });
}

Value zero_fields(const Value& value, const std::set<std::string>& fields) {
  return replaced(value, [&](const Value& part) -> std::optional<Value> {
    const auto* record = std::get_if<Value::Record>(&part.data());
    if (!record) return std::nullopt;
    Value::Record result;
    for (const auto& [name, entry] : *record) {
      result.emplace_back(name, fields.count(name) ? all_zero(entry) : zero_fields(entry, fields));
    }
    return result;
  });
}

Value empty(const Value& value) {
  return std::holds_alternative<Value::List>(value.data()) && count_numbers(value) == 0 ? Value(Value::List{}) : value;
}

std::set<std::string> fields_of(const Value& value) {
  std::set<std::string> names;
  for_each_part(value, [&](const Value& part) {
    if (const auto* record = std::get_if<Value::Record>(&part.data())) {
      for (const auto& entry : *record) names.insert(entry.first);
    }
  });
  return names;
}

long count_numbers(const Value& value) {
  long count = 0;
  for_each_part(value, [&](const Value& part) { count += is_number(part); });
  return count;
}

bool has_square_matrix(const Value& value) {
  bool found = false;
  for_each_part(value, [&](const Value& part) { found = found || is_square_matrix(part); });
  return found;
}

Step with_witnesses(Step steps, const Replace& replace, const std::string& part) {
  if (auto* witness = std::get_if<Step::Witness>(&steps.rule)) {
    witness->value = replace(part, witness->variable, witness->value);
  }
  const auto* split = std::get_if<Step::Split>(&steps.rule);
  for (std::size_t k = 0; k < steps.children.size(); ++k) {
    const std::string inner = !split ? part : part.empty() ? split->parts[k] : part + "." + split->parts[k];
    steps.children[k] = with_witnesses(std::move(steps.children[k]), replace, inner);
  }
  return steps;
}

}  // namespace attest::tests
