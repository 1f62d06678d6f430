// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/value.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "theory/scalar/size.hpp"
#include "verify/attack/holes.hpp"
#include "verify/attack/models.hpp"
#include "verify/attack/rounding.hpp"

namespace attest::verify::attack {

using theory::Rational;

namespace {

Interval interval_of(const Rational& x) {
  const double nearest = x.to_double();
  if (std::isfinite(nearest) && Rational::from_double(nearest) == x) return {nearest, nearest};
  return outward(nearest, nearest);
}

}  // namespace

Value::Value(const Rational& number) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const fmpz* top = fmpq_numref(number.raw());
  const fmpz* bottom = fmpq_denref(number.raw());
  if (fmpz_cmp_si(top, kMost) > 0 || fmpz_cmp_si(top, -kMost) < 0 || fmpz_cmp_si(bottom, kMost) > 0) {
    // Memory, and time that no step counts, are bounded: what needs such numbers is left to the checkers.
    constexpr flint_bitcnt_t kMostBits = 100'000;
    if (fmpz_bits(top) + fmpz_bits(bottom) > kMostBits) throw Unknown("a great number");
    tag_ = Tag::rational;
    object_ = new Shared<Rational>(number);
  } else if (fmpz_is_one(bottom)) {
    tag_ = Tag::small;
    small_ = fmpz_get_si(top);
  } else {
    tag_ = Tag::fraction;
    fraction_ = {fmpz_get_si(top), fmpz_get_si(bottom)};
  }
}

void Value::release() {
  switch (tag_) {
    case Tag::rational:
      return delete static_cast<Shared<Rational>*>(object_);
    case Tag::model:
      return delete static_cast<Shared<Model>*>(object_);
    case Tag::polynomial:
      return delete static_cast<Shared<Polynomial>*>(object_);
    case Tag::symbol:
      return delete static_cast<Shared<std::string>*>(object_);
    case Tag::list:
      return delete static_cast<Shared<List>*>(object_);
    case Tag::record:
      return delete static_cast<Shared<Record>*>(object_);
    default:
      return delete static_cast<Shared<Affine>*>(object_);
  }
}

Value ratio(std::int64_t numerator, std::int64_t denominator) {
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  const std::int64_t divisor = std::gcd(numerator, denominator), top = numerator / divisor,
                     bottom = denominator / divisor;
  constexpr std::int64_t kWord = std::numeric_limits<std::int32_t>::max();
  if (bottom == 1) return top;
  if (std::abs(top) > kWord || bottom > kWord)
    return Value(Rational(static_cast<long>(top), static_cast<long>(bottom)));
  return Value(Value::Fraction{top, bottom});
}

Value::Value(const theory::Value& value) : Value() {
  if (const auto* number = std::get_if<Rational>(&value.data())) {
    *this = Value(*number);
  } else if (const auto* boolean = std::get_if<bool>(&value.data())) {
    *this = Value(truth(*boolean));
  } else if (const auto* word = std::get_if<std::string>(&value.data())) {
    *this = Value(*word);
  } else if (const auto* elements = std::get_if<theory::Value::List>(&value.data())) {
    List result;
    for (const theory::Value& element : *elements) result.emplace_back(element);
    *this = Value(std::move(result));
  } else {
    Record result;
    for (const auto& [name, field] : std::get<theory::Value::Record>(value.data())) result.emplace(name, Value(field));
    *this = Value(std::move(result));
  }
}

Value::Value(Polynomial polynomial) : Value() {
  if (polynomial.is_constant()) {
    *this = Value(polynomial.constant());
  } else {
    object_ = new Shared<Polynomial>(std::move(polynomial));
    tag_ = Tag::polynomial;
  }
}

Value::Value(Model model) : tag_(Tag::small), small_(0) {
  object_ = new Shared<Model>(std::move(model));
  tag_ = Tag::model;
}

const Model* Value::model() const { return content<Model>(Tag::model); }

Rational Value::exact() const {
  if (is_open()) return number_of(*this).exact();
  if (const auto* number = small()) return Rational(static_cast<long>(*number));
  if (fraction()) return Rational(static_cast<long>(fraction_.numerator), static_cast<long>(fraction_.denominator));
  if (const auto* number = content<Rational>(Tag::rational)) return *number;
  if (interval() || model() || polynomial()) throw Unknown("an exact number is needed");
  throw Undefined("a number is needed");
}

std::uint64_t Value::words() const {
  if (const auto* number = content<Rational>(Tag::rational)) return theory::size_in_words(*number);
  if (const auto* linear = affine())
    return theory::size_in_words(linear->factor) + theory::size_in_words(linear->offset);
  return 0;
}

Interval Value::enclosure() const {
  if (is_open()) return number_of(*this).enclosure();
  if (const auto* number = small()) {
    const auto nearest = static_cast<double>(*number);
    if (std::abs(nearest) < 9e15) return {nearest, nearest};
    return outward(nearest, nearest);
  }
  if (const auto* number = fraction()) {
    const double nearest = static_cast<double>(number->numerator) / static_cast<double>(number->denominator);
    if ((number->denominator & (number->denominator - 1)) == 0) return {nearest, nearest};
    return outward(nearest, nearest);
  }
  if (const auto* number = content<Rational>(Tag::rational)) return interval_of(*number);
  if (const auto* number = interval()) return *number;
  if (model()) return model()->around;
  if (polynomial()) throw Unknown("an enclosure is needed");
  throw Undefined("a number is needed");
}

theory::Value Value::in_certificate() const {
  if (is_exact()) return exact();
  if (boolean() && *boolean() != Truth::unknown) return *boolean() == Truth::yes;
  if (symbol()) return *symbol();
  if (list()) {
    theory::Value::List result;
    for (const Value& element : *list()) result.push_back(element.in_certificate());
    return result;
  }
  if (record()) {
    theory::Value::Record result;
    for (const auto& [name, field] : *record()) result.emplace_back(name, field.in_certificate());
    return result;
  }
  throw std::logic_error("not a value of certificates");
}

Value Value::detached() const {
  switch (tag_) {
    case Tag::rational:
      return exact();
    case Tag::symbol:
      return *symbol();
    case Tag::list: {
      List result;
      result.reserve(list()->size());
      for (const Value& element : *list()) result.push_back(element.detached());
      return result;
    }
    case Tag::record: {
      Record result;
      for (const auto& [name, field] : *record()) result.emplace(name, field.detached());
      return result;
    }
    default:
      if (is_shared() || is_open()) throw std::logic_error("a value of one thread");
      return *this;
  }
}

std::int64_t integer(const Value& value) {
  if (const auto* number = value.small()) return *number;
  const Rational number = value.exact();
  if (!number.is_integer()) throw Undefined("an integer is needed");
  if (abs(number) > Rational(std::numeric_limits<std::int64_t>::max() / 2)) throw Unknown("a great integer");
  return number.to_long();
}

Value number_of(const Value& value) {
  const Value known = value.is_open() ? running_holes->settled(value) : value;
  if (known.is_open()) return running_holes->chosen(known);
  if (!known.is_number()) throw Undefined("a number is needed");
  return known;
}

const Value::List& list_of(const Value& value) {
  if (const auto* list = value.list()) return *list;
  if (value.is_open()) {
    // What is bound lives as long as the holes do.
    const Value known = running_holes->settled(value);
    if (known.is_open()) return running_holes->list(known);
    if (const auto* list = known.list()) return *list;
  }
  throw Undefined("a list is needed");
}

Value length_of(const Value& value) {
  if (const auto* list = value.list()) return static_cast<std::int64_t>(list->size());
  if (value.is_open()) {
    const Value known = running_holes->settled(value);
    return known.is_open() ? running_holes->length(known) : length_of(known);
  }
  throw Undefined("a list is needed");
}

Value field_of(const Value& value, const std::string& name) {
  if (const auto* record = value.record()) {
    const auto found = record->find(name);
    if (found != record->end()) return found->second;
  } else if (value.is_open()) {
    const Value known = running_holes->settled(value);
    return known.is_open() ? running_holes->field(known, name) : field_of(known, name);
  }
  throw Undefined("a record with the field " + name);
}

bool has_field(const Value& value, const std::string& name) {
  if (value.is_open()) {
    const Value known = running_holes->settled(value);
    return known.is_open() ? running_holes->has(known, name) : has_field(known, name);
  }
  if (!value.record()) throw Undefined("has of what is no record");
  return value.record()->contains(name);
}

Truth boolean_of(const Value& value) {
  if (const auto* boolean = value.boolean()) return *boolean;
  if (value.is_open()) {
    const Value known = running_holes->settled(value);
    if (known.is_open()) return truth(running_holes->boolean(known));
    return boolean_of(known);
  }
  throw Undefined("a boolean is needed");
}

}  // namespace attest::verify::attack
