// SPDX-License-Identifier: Apache-2.0
// Values in lanes: between one to an instance and one to a lane, and what is inside of them.
#include <algorithm>
#include <numeric>

#include "verify/attack/lanes.hpp"

namespace attest::verify::attack {

namespace {

/// The last instance stands in the lanes that are left over: they do not count, but it fits.
const Value& at(std::span<const Value> values, std::size_t lane) { return values[std::min(lane, values.size() - 1)]; }

Lane numbers_in_lanes(std::span<const Value> values) {
  constexpr std::int64_t kMost = 1LL << 53, kMostDenominator = 1LL << 31;
  std::int64_t denominator = 1;
  for (const Value& value : values) {
    if (const auto* fraction = value.fraction())
      denominator = std::lcm(denominator, fraction->denominator);
    else if (!value.small())
      throw Apart("a number that does not fit");
    if (denominator >= kMostDenominator) throw Apart("fractions without a small common denominator");
  }
  Numbers result;
  result.low = Doubles::fresh();
  result.denominator = static_cast<double>(denominator);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const Value& value = at(values, lane);
    std::int64_t number = 0;
    const bool over = value.small() ? __builtin_mul_overflow(*value.small(), denominator, &number)
                                    : __builtin_mul_overflow(value.fraction()->numerator,
                                                             denominator / value.fraction()->denominator, &number);
    if (over || number >= kMost || number <= -kMost) throw Apart("a great number");
    result.low.data()[lane] = static_cast<double>(number);
  }
  return result;
}

bool all_are(std::span<const Value> values, bool (*is)(const Value&)) {
  return std::all_of(values.begin(), values.end(), is);
}

}  // namespace

Lane in_lanes(std::span<const Value> values) {
  if (all_are(values, [](const Value& value) { return value.is_number(); })) return numbers_in_lanes(values);
  if (all_are(values, [](const Value& value) { return value.list() != nullptr; })) {
    const std::size_t length = values.front().list()->size();
    LaneList lists;
    for (std::size_t i = 0; i < length; ++i) {
      std::vector<Value> places;
      for (const Value& value : values) {
        if (value.list()->size() != length) throw Apart("lists of different lengths");
        places.push_back((*value.list())[i]);
      }
      lists.push_back(in_lanes(places));
    }
    for (const Value& value : values)
      if (value.list()->size() != length) throw Apart("lists of different lengths");
    return lists;
  }
  if (all_are(values, [](const Value& value) { return value.boolean() && *value.boolean() != Truth::unknown; })) {
    Mask mask;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      mask.word(lane / 64) |= std::uint64_t{*at(values, lane).boolean() == Truth::yes} << (lane % 64);
    return mask;
  }
  if (all_are(values, [](const Value& value) { return value.symbol() != nullptr; })) {
    for (const Value& value : values)
      if (*value.symbol() != *values.front().symbol()) throw Apart("different symbols");
    return values.front();
  }
  if (!all_are(values, [](const Value& value) { return value.record() != nullptr; })) throw Apart("different kinds");
  LaneRecord record;
  for (const auto& [name, first] : *values.front().record()) {
    std::vector<Value> fields;
    for (const Value& value : values) {
      const auto found = value.record()->find(name);
      if (found == value.record()->end() || value.record()->size() != values.front().record()->size())
        throw Apart("records of different fields");
      fields.push_back(found->second);
    }
    record.emplace_back(name, in_lanes(fields));
  }
  return record;
}

std::size_t length_in_lanes(const Lane& list) {
  if (list.list()) return list.list()->size();
  if (list.same()) return list_of(*list.same()).size();
  throw Undefined("a list is needed");
}

Lane element_in_lanes(const Lane& list, std::size_t place) {
  if (list.list()) return (*list.list())[place];
  if (list.same()) return list_of(*list.same())[place];
  throw Undefined("a list is needed");
}

LaneList elements_in_lanes(const Lane& list) {
  if (list.list()) return *list.list();
  if (!list.same()) throw Undefined("a list is needed");
  const Value::List& same = list_of(*list.same());
  return {same.begin(), same.end()};
}

Lane field_in_lanes(const Lane& record, const std::string& name) {
  if (record.same()) return field_of(*record.same(), name);
  if (record.record()) {
    for (const auto& [field, value] : *record.record())
      if (field == name) return value;
  }
  throw Undefined("a record with the field " + name);
}

bool is_number_in_lanes(const Lane& value) { return value.numbers() || (value.same() && value.same()->is_number()); }

Mask truths_in_lanes(const Lane& value) {
  if (const Mask* mask = value.truths()) return *mask;
  if (!value.same()) throw Undefined("a boolean is needed");
  const Truth known = boolean_of(*value.same());
  if (known == Truth::unknown) throw Apart("a boolean that is not known");
  return known == Truth::yes ? Mask::first(kLanes) : Mask();
}

}  // namespace attest::verify::attack
