// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>
#include "verify/trusted/enclosure.hpp"
#include "verify/trusted/failure.hpp"
namespace checker {
/// Kleene's truth values. An expression may have the value kUnknown where enclosures do not decide a comparison.
enum class Truth { kFalse, kTrue, kUnknown };
inline Truth truth(bool value) { return value ? Truth::kTrue : Truth::kFalse; }
inline Truth operator!(Truth a) { return a == Truth::kUnknown ? a : truth(a == Truth::kFalse); }
/// What `action` gives. Where `so_far` is unknown (at some points of the enclosures what stands before decides, and
/// this is not evaluated) Undefined is no answer yet, but Unknown: so Undefined always is for every point.
template <class Action>
auto after(const Truth& so_far, Action action) {
  try {
    return action();
  } catch (const Undefined& failure) {
    if (so_far == Truth::kUnknown) throw Unknown(failure.what());
    throw;
  }
}
/// Kleene's `or` (what decides is kTrue) or `and` (kFalse) of next(i) for i < count, up to the first that decides.
template <class Next>
Truth connected(Truth decisive, std::size_t count, Next next) {
  Truth result = !decisive;
  for (std::size_t i = 0; i < count && result != decisive; ++i) {
    const Truth part = after(result, [&] { return next(i); });
    if (part != !decisive) result = part;
  }
  return result;
}
class Value;
using List = std::vector<Value>;
using Record = std::map<std::string, Value>;
/// Coefficients, none of them 0, by monomial: its variables' numbers in order, each as often as its power. They are
/// exact; of a Taylor model (taylor.cpp), which a polynomial is where there is an order, they may be enclosures.
using Polynomial = std::map<std::vector<std::size_t>, Value>;
using PolynomialPtr = std::shared_ptr<const Polynomial>;
using Real = std::pair<Enclosure, PolynomialPtr>;

/// A list or a record with how deep it is nested.
template <class T>
struct Nested {
  T content;
  int depth;
};
/// A value of the statement language. Lists and records are shared and never change.
class Value {
 public:
  Value() : data_(std::int64_t{0}) {}
  Value(std::int64_t number) : data_(number) {}
  Value(Truth value) : data_(value) {}
  Value(mpq_class number);  ///< an integer that fits is kept as a machine integer: each number has one form
  Value(const mpz_class& number) : Value(mpq_class(number)) {}
  /// A single point becomes the exact number; so does a constant polynomial, if the number is known to be one.
  Value(Enclosure enclosure, PolynomialPtr polynomial = nullptr);
  Value(std::string symbol) : data_(std::make_shared<const std::string>(std::move(symbol))) {}
  Value(List list);      ///< Undecided if it is nested too deeply
  Value(Record record);  ///< likewise

  const std::int64_t* small() const { return std::get_if<std::int64_t>(&data_); }
  bool is_exact() const { return data_.index() <= 1; }
  bool is_number() const { return data_.index() <= 2; }
  const List* list() const { return content(get<Nested<List>>()); }
  const Record* record() const { return content(get<Nested<Record>>()); }
  const std::string* symbol() const { return get<std::string>(); }
  const Truth* boolean() const { return std::get_if<Truth>(&data_); }

  mpq_class exact() const;      ///< Undefined for other kinds than a number, Unknown for an enclosure
  Enclosure enclosure() const;  ///< of any number; Undefined for other kinds
  PolynomialPtr polynomial() const { return get<Real>() ? get<Real>()->second : nullptr; }  ///< null: not known
  std::uint64_t words() const;  ///< how many machine words the number takes; 0 for a machine integer and other kinds
  const std::string& kind() const;  ///< "a number", "a list", ...: for messages
  std::string to_json() const;      ///< the certificate's form (docs/certificate_format.md, "Outcomes")
 private:
  template <class T>
  const T* get() const {
    const auto* pointer = std::get_if<std::shared_ptr<const T>>(&data_);
    return pointer ? pointer->get() : nullptr;
  }
  template <class T>
  static const T* content(const Nested<T>* nested) {
    return nested ? &nested->content : nullptr;
  }
  int depth() const;

  std::variant<std::int64_t, std::shared_ptr<const mpq_class>, std::shared_ptr<const Real>, Truth,
               std::shared_ptr<const std::string>, std::shared_ptr<const Nested<List>>,
               std::shared_ptr<const Nested<Record>>>
      data_;
};
/// What holds wherever the statement is asked for: value >= 0, or > 0.
struct Sign {
  Value value;
  bool strict;
};
/// What an evaluation may use: the steps that are left, the working precision of enclosures, and the signs of
/// polynomials. Steps are taken before the work that they pay for is done, so that they bound its time.
struct Budget {
  std::uint64_t left;
  unsigned bits = 64;
  std::vector<Sign> signs = {};
  unsigned order = 0;  ///< of Taylor models: longer monomials are shortened

  void charge(std::uint64_t steps);  ///< Undecided when it is spent
  void charge_list(std::uint64_t length) { charge(32 * length); }
  /// For an operation on these numbers: what products and greatest common divisors of their size cost.
  void charge_numbers(const Value& a, const Value& b);
};
/// The language's `=`. Undefined for different kinds and for records.
Truth equal(const Value& a, const Value& b, Budget& budget);
/// Whether two values are the same, of whatever kinds.
Truth same(const Value& a, const Value& b, Budget& budget);
/// The language's `<`. Undefined for other kinds than numbers.
Truth less(const Value& a, const Value& b, Budget& budget);
/// Where b - a, or a - b, is a constant more than a known sign, and that decides.
Truth less_by_sign(const Value& a, const Value& b, Budget& budget);
/// The text in JSON's quotation marks.
std::string json_string(const std::string& text);
}  // namespace checker
