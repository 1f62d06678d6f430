// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "theory/certificate/value.hpp"
#include "theory/scalar/rational.hpp"

// The room attack: certificates for statements that bring no construction of their own. It searches with an evaluator
// of its own, which is made for speed: what it finds is only ever an offer to the checkers, and nothing here is
// trusted.
namespace attest::verify::attack {

/// Why an expression has no value here (docs/statement_language.md, "Values").
struct Undefined : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct Unknown : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// The steps of an attempt are spent.
struct Spent : std::runtime_error {
  Spent() : std::runtime_error("the steps are spent") {}
};

enum class Truth : std::uint8_t { no, yes, unknown };
inline Truth truth(bool value) { return value ? Truth::yes : Truth::no; }
inline Truth operator!(Truth a) { return a == Truth::unknown ? a : truth(a == Truth::no); }

/// A real number between two doubles; the ends are rounded outward by hand, which is enough for an offer.
struct Interval {
  double low, high;
};

/// A part of a value that is not chosen yet (holes.hpp), and a number that is linear in one: factor * hole + offset.
struct Hole {
  std::uint32_t id;
};
struct Affine {
  std::uint32_t id;
  theory::Rational factor, offset;
};

/// A value while it is computed. Small integers stay machine integers.
class Value {
 public:
  using List = std::vector<Value>;
  using Record = std::map<std::string, Value>;

  Value() : data_(std::int64_t{0}) {}
  Value(std::int64_t number) : data_(number) {}
  Value(const theory::Rational& number);
  Value(Interval interval);  ///< one of a single point stays one
  Value(Truth value) : data_(value) {}
  Value(std::string symbol) : data_(std::make_shared<const std::string>(std::move(symbol))) {}
  Value(List list) : data_(std::make_shared<const List>(std::move(list))) {}
  Value(Record record) : data_(std::make_shared<const Record>(std::move(record))) {}
  explicit Value(const theory::Value& value);
  explicit Value(Hole hole) : data_(hole) {}
  explicit Value(Affine affine) : data_(std::make_shared<const Affine>(std::move(affine))) {}

  const std::int64_t* small() const { return std::get_if<std::int64_t>(&data_); }
  const Interval* interval() const { return std::get_if<Interval>(&data_); }
  const Truth* boolean() const { return std::get_if<Truth>(&data_); }
  const std::string* symbol() const { return content<std::string>(); }
  const List* list() const { return content<List>(); }
  const Record* record() const { return content<Record>(); }
  const Hole* hole() const { return std::get_if<Hole>(&data_); }
  const Affine* affine() const { return content<Affine>(); }
  bool is_open() const { return data_.index() >= 7; }
  bool is_exact() const { return data_.index() <= 1; }
  bool is_number() const { return data_.index() <= 2; }

  theory::Rational exact() const;        ///< Undefined for other kinds than a number, Unknown for an interval
  Interval enclosure() const;            ///< of any number; Undefined for other kinds
  theory::Value in_certificate() const;  ///< std::logic_error for an interval or a truth value that is unknown

 private:
  template <class T>
  const T* content() const {
    const auto* pointer = std::get_if<std::shared_ptr<const T>>(&data_);
    return pointer ? pointer->get() : nullptr;
  }

  std::variant<std::int64_t, std::shared_ptr<const theory::Rational>, Interval, Truth,
               std::shared_ptr<const std::string>, std::shared_ptr<const List>, std::shared_ptr<const Record>, Hole,
               std::shared_ptr<const Affine>>
      data_;
};

enum class Relation { equal, not_equal, less, less_equal, greater, greater_equal };
Truth related(Relation relation, const Value& a, const Value& b);

Value add(const Value& a, const Value& b);
Value subtract(const Value& a, const Value& b);
Value multiply(const Value& a, const Value& b);
Value divide(const Value& a, const Value& b);
Value negate(const Value& a);
Value power(const Value& base, const Value& exponent);
Value floor_divide(const Value& a, const Value& b);
Value remainder(const Value& a, const Value& b);
/// abs, floor, ceil, sqrt, exp, log.
Value function(const std::string& name, const Value& x);
Value least(const Value& a, const Value& b);
Value greatest(const Value& a, const Value& b);

std::int64_t integer(const Value& value);  ///< Undefined if it is none or does not fit
const Value::List& list_of(const Value& value);
Truth boolean_of(const Value& value);
Value length_of(const Value& value);
Value field_of(const Value& value, const std::string& name);
bool has_field(const Value& value, const std::string& name);
/// Exact or an enclosure, of what may be open. Undefined if it is no number.
Value number_of(const Value& value);

}  // namespace attest::verify::attack
