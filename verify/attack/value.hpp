// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "theory/certificate/value.hpp"
#include "theory/scalar/rational.hpp"
#include "verify/attack/polynomial.hpp"

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

struct Model;  ///< a number on a cell with an order (models.hpp)

/// A value while it is computed. Numbers that fit stay in machine words, integers and fractions; the rest is shared,
/// and counted without atomics: a value belongs to one thread.
class Value {
 public:
  using List = std::vector<Value>;
  using Record = std::map<std::string, Value>;
  struct Fraction {  ///< lowest terms, denominator > 1, both below 2^31
    std::int64_t numerator, denominator;
  };

  Value() : tag_(Tag::small), small_(0) {}
  Value(std::int64_t number) : tag_(Tag::small), small_(number) {}
  Value(const theory::Rational& number);
  Value(Interval interval) : tag_(Tag::interval), interval_(interval) {}
  Value(Fraction fraction) : tag_(Tag::fraction), fraction_(fraction) {}
  Value(Truth value) : tag_(Tag::boolean), truth_(value) {}
  Value(std::string symbol) : tag_(Tag::symbol), object_(new Shared<std::string>(std::move(symbol))) {}
  Value(List list) : tag_(Tag::list), object_(new Shared<List>(std::move(list))) {}
  Value(Record record) : tag_(Tag::record), object_(new Shared<Record>(std::move(record))) {}
  explicit Value(const theory::Value& value);
  explicit Value(Hole hole) : tag_(Tag::hole), hole_(hole) {}
  Value(Polynomial polynomial);  ///< a constant becomes the exact number
  explicit Value(Model model);
  explicit Value(Affine affine) : tag_(Tag::affine), object_(new Shared<Affine>(std::move(affine))) {}

  Value(const Value& other) : tag_(other.tag_), interval_(other.interval_) {
    if (is_shared()) ++object_->uses;
  }
  Value(Value&& other) noexcept : tag_(other.tag_), interval_(other.interval_) { other.tag_ = Tag::small; }
  Value& operator=(const Value& other) {
    Value copy(other);
    swap(copy);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Value() {
    if (is_shared() && --object_->uses == 0) release();
  }

  const std::int64_t* small() const { return tag_ == Tag::small ? &small_ : nullptr; }
  const Fraction* fraction() const { return tag_ == Tag::fraction ? &fraction_ : nullptr; }
  const Interval* interval() const { return tag_ == Tag::interval ? &interval_ : nullptr; }
  const Truth* boolean() const { return tag_ == Tag::boolean ? &truth_ : nullptr; }
  const std::string* symbol() const { return content<std::string>(Tag::symbol); }
  const List* list() const { return content<List>(Tag::list); }
  const Record* record() const { return content<Record>(Tag::record); }
  const Hole* hole() const { return tag_ == Tag::hole ? &hole_ : nullptr; }
  const Polynomial* polynomial() const { return content<Polynomial>(Tag::polynomial); }
  const Model* model() const;
  const Affine* affine() const { return content<Affine>(Tag::affine); }
  std::uint64_t words() const;  ///< how many machine words its numbers take, of one that is not in machine words
  bool is_open() const { return tag_ == Tag::hole || tag_ == Tag::affine; }
  bool is_exact() const { return tag_ <= Tag::rational; }
  bool is_number() const { return tag_ <= Tag::polynomial; }

  theory::Rational exact() const;        ///< Undefined for other kinds than a number, Unknown for an interval
  Interval enclosure() const;            ///< of any number, Unknown for a polynomial; Undefined for other kinds
  theory::Value in_certificate() const;  ///< std::logic_error for an interval or a truth value that is unknown
  Value detached() const;                ///< one that shares nothing, for another thread; not of what is open

 private:
  enum class Tag : std::uint8_t {
    small,
    fraction,
    rational,
    interval,
    model,
    polynomial,
    boolean,
    hole,
    symbol,
    list,
    record,
    affine
  };
  struct Object {
    std::uint64_t uses = 1;
  };
  template <class T>
  struct Shared : Object {
    explicit Shared(T given) : value(std::move(given)) {}
    T value;
  };
  bool is_shared() const {
    return tag_ >= Tag::symbol || tag_ == Tag::rational || tag_ == Tag::model || tag_ == Tag::polynomial;
  }
  template <class T>
  const T* content(Tag tag) const {
    return tag_ == tag ? &static_cast<const Shared<T>*>(object_)->value : nullptr;
  }
  void swap(Value& other) noexcept {
    std::swap(tag_, other.tag_);
    std::swap(interval_, other.interval_);  // the widest
  }
  void release();

  Tag tag_;
  union {
    std::int64_t small_;
    Fraction fraction_;
    Interval interval_;
    Truth truth_;
    Hole hole_;
    Object* object_;
  };
};

/// numerator / denominator, which need not be in lowest terms; the denominator is not 0, both are below 2^63.
Value ratio(std::int64_t numerator, std::int64_t denominator);

enum class Relation { equal, not_equal, less, less_equal, greater, greater_equal };
Relation relation_named(const std::string& name);  ///< = != < <= > >=
Truth related(Relation relation, const Value& a, const Value& b);

/// Two numbers that are compared, or that `max`, `min` and `abs` choose between: how far they are apart, and whether
/// enclosures leave open that they are equal.
struct Gap {
  double distance;
  bool is_open;
};
/// Where they are noted, the first few of an evaluation, if anywhere.
inline thread_local std::vector<Gap>* running_gaps = nullptr;
void note_gap(const Value& a, const Value& b);

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
