// SPDX-License-Identifier: Apache-2.0
// What may be asked of values in lanes, by what they are.
#include "verify/attack/lanes.hpp"

#include <cmath>

#include "verify/attack/lane_numbers.hpp"
#include "verify/attack/lane_pairs.hpp"

namespace attest::verify::attack {

namespace {

/// Exact of any lane's number; Apart for what is no exact number that fits.
Numbers numbers_of(const Lane& lane) {
  if (const Numbers* numbers = lane.numbers()) return *numbers;
  const Value* value = lane.same();
  if (!value || !(value->is_number() || value->is_open())) throw Undefined("a number is needed");
  Numbers result;
  if (const auto* number = value->small()) {
    result.constant = static_cast<double>(*number);
    if (std::abs(result.constant) >= lane_pairs::kMostExact) throw Apart("a great number");
  } else if (const auto* fraction = value->fraction()) {
    result.constant = static_cast<double>(fraction->numerator);
    result.denominator = static_cast<double>(fraction->denominator);
  } else {
    throw Apart("a number that does not fit");
  }
  return result;
}

Mask equal(Running& running, const Lane& a, const Lane& b) {
  if (a.same() && b.same()) {
    const Truth known = related(Relation::equal, *a.same(), *b.same());
    if (known == Truth::unknown) throw Apart("an equality that is not known");
    return known == Truth::yes ? Mask::first(kLanes) : Mask();
  }
  if (is_number_in_lanes(a) && is_number_in_lanes(b))
    return lane_arithmetic::equal_numbers(running, numbers_of(a), numbers_of(b));
  if (a.truths() || b.truths()) return Mask::first(kLanes) - (truths_in_lanes(a) ^ truths_in_lanes(b));
  const std::size_t length = length_in_lanes(a);
  if (length != length_in_lanes(b)) return Mask();
  // What stands behind two elements that differ is not looked at there.
  const Running before = running;
  Mask same = Mask::first(kLanes);
  for (std::size_t i = 0; i < length && running.active.any(); ++i) {
    same = same & equal(running, element_in_lanes(a, i), element_in_lanes(b, i));
    running.active = running.active & same;
  }
  running.active = before.active - running.left;
  return same;
}

}  // namespace

Lane computed_in_lanes(Running& running, Operation operation, const Lane& a, const Lane& b) {
  const Numbers x = numbers_of(a), y = numbers_of(b);
  switch (operation) {
    case Operation::add:
      return lane_arithmetic::sum(running, x, y, false);
    case Operation::subtract:
      return lane_arithmetic::sum(running, x, y, true);
    case Operation::multiply:
      return lane_arithmetic::product(running, x, y);
    case Operation::divide:
      return lane_arithmetic::quotient(running, x, y);
    case Operation::floor_divide:
      return lane_arithmetic::floor_quotient(running, x, y).first;
    case Operation::remainder:
      return lane_arithmetic::floor_quotient(running, x, y).second;
    default:
      return lane_arithmetic::extreme(running, x, y, operation == Operation::greatest);
  }
}

Lane negated_in_lanes(const Lane& a) { return lane_arithmetic::negated(numbers_of(a)); }

Lane power_in_lanes(Running& running, const Lane& base, std::int64_t exponent) {
  if (exponent < 0 || exponent > 64) throw Apart("a power");
  const Numbers x = numbers_of(base);
  if (exponent == 0) return Value(std::int64_t{1});
  if (!x.is_exact()) throw Apart("a power of what is enclosed");
  Numbers result = x;
  for (std::int64_t i = 1; i < exponent; ++i) result = lane_arithmetic::product(running, result, x);
  return result;
}

Lane function_in_lanes(Running& running, const std::string& name, const Lane& lane) {
  const Numbers x = numbers_of(lane);
  if (!x.is_exact()) throw Apart(name + " of what is enclosed");
  if (name == "abs") return lane_arithmetic::absolute(x);
  if (name != "floor" && name != "ceil") throw Apart(name);
  Numbers whole = x, by;
  whole.denominator = 1;
  by.constant = x.denominator;
  const bool up = name == "ceil";
  if (up) whole = lane_arithmetic::negated(whole);
  const Numbers floors = lane_arithmetic::floor_quotient(running, whole, by).first;
  return up ? lane_arithmetic::negated(floors) : floors;
}

Mask related_in_lanes(Running& running, Relation relation, const Lane& a, const Lane& b) {
  switch (relation) {
    case Relation::equal:
      return equal(running, a, b);
    case Relation::not_equal:
      return Mask::first(kLanes) - equal(running, a, b);
    case Relation::less:
      return lane_arithmetic::ordered(running, numbers_of(a), numbers_of(b), true);
    case Relation::less_equal:
      return lane_arithmetic::ordered(running, numbers_of(a), numbers_of(b), false);
    case Relation::greater:
      return lane_arithmetic::ordered(running, numbers_of(b), numbers_of(a), true);
    default:
      return lane_arithmetic::ordered(running, numbers_of(b), numbers_of(a), false);
  }
}

Lane indexed_in_lanes(Running& running, const Lane& list, const Lane& index) {
  const std::size_t length = length_in_lanes(list);
  if (index.same()) {
    const std::int64_t place = integer(*index.same());
    if (place < 1 || place > static_cast<std::int64_t>(length)) throw Undefined("an index in its list");
    return element_in_lanes(list, static_cast<std::size_t>(place - 1));
  }
  const Numbers places = numbers_of(index);
  if (!places.is_exact() || places.denominator != 1) throw Apart("an index");
  if (length == 0 || length > 64) throw Apart("an index of a long list");
  Mask found;
  Lane result;
  for (std::size_t i = 0; i < length; ++i) {
    const Mask here = lane_arithmetic::is_integer(places, static_cast<double>(i + 1));
    const Lane element = element_in_lanes(list, i);
    if (!(here & running.active).any()) continue;
    result = found.any() ? chosen_in_lanes(here, element, result) : element;
    found = found | here;
  }
  running.leave(running.active - found);
  return result;
}

Lane counted_in_lanes(const Mask& mask) {
  Numbers one;
  one.constant = 1;
  return chosen_in_lanes(mask, Lane(one), Value(std::int64_t{0}));
}

Lane chosen_in_lanes(const Mask& mask, const Lane& yes, const Lane& no) {
  if (is_number_in_lanes(yes) && is_number_in_lanes(no))
    return lane_arithmetic::selected(mask, numbers_of(yes), numbers_of(no));
  if (yes.truths() || no.truths()) return (truths_in_lanes(yes) & mask) | (truths_in_lanes(no) - mask);
  if (yes.same() && no.same() && yes.same()->boolean() && no.same()->boolean())
    return (truths_in_lanes(yes) & mask) | (truths_in_lanes(no) - mask);
  if (yes.same() && no.same() && yes.same()->symbol() && no.same()->symbol() &&
      *yes.same()->symbol() == *no.same()->symbol())
    return yes;
  const bool lists =
      (yes.list() || (yes.same() && yes.same()->list())) && (no.list() || (no.same() && no.same()->list()));
  if (!lists) throw Apart("what is chosen");
  const std::size_t length = length_in_lanes(yes);
  if (length != length_in_lanes(no)) throw Apart("lists of different lengths");
  LaneList result;
  for (std::size_t i = 0; i < length; ++i)
    result.push_back(chosen_in_lanes(mask, element_in_lanes(yes, i), element_in_lanes(no, i)));
  return result;
}

}  // namespace attest::verify::attack
