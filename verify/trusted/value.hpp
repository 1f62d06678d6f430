// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gmpxx.h>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>
#include "verify/trusted/enclosure.hpp"
namespace checker {
/// Kleene's truth values. An expression may have the value kUnknown where enclosures do not decide a comparison.
enum class Truth { kFalse, kTrue, kUnknown };
inline Truth truth(bool value) { return value ? Truth::kTrue : Truth::kFalse; }
inline Truth operator!(Truth a) { return a == Truth::kUnknown ? a : truth(a == Truth::kFalse); }
/// Kleene's `or` (what decides is kTrue) or `and` (kFalse) of next(i) for i < count, up to the first that decides.
template <class Next>
Truth connected(Truth decisive, std::size_t count, Next next) {
  Truth result = !decisive;
  for (std::size_t i = 0; i < count && result != decisive; ++i) {
    const Truth part = next(i);
    if (part != !decisive) result = part;
  }
  return result;
}
/// What an evaluation may use: the steps that are left, and the working precision of enclosures. Steps are taken before
/// the work that they pay for is done.
struct Budget {
  std::uint64_t left;
  unsigned bits = 64;

  void charge(std::uint64_t steps);  ///< Undecided when it is spent
  void charge_list(std::uint64_t length) { charge(32 * length); }
};

class Value;
using List = std::vector<Value>;
using Record = std::map<std::string, Value>;
/// A value of the statement language. Lists and records are shared and never change.
class Value {
 public:
  Value() : data_(std::int64_t{0}) {}
  Value(std::int64_t number) : data_(number) {}
  Value(Truth value) : data_(value) {}
  Value(mpq_class number);  ///< an integer that fits is kept as a machine integer: each number has one form
  Value(const mpz_class& number) : Value(mpq_class(number)) {}
  Value(Enclosure enclosure);  ///< a single point becomes the exact number
  Value(std::string symbol) : data_(std::make_shared<const std::string>(std::move(symbol))) {}
  Value(List list) : data_(std::make_shared<const List>(std::move(list))) {}
  Value(Record record) : data_(std::make_shared<const Record>(std::move(record))) {}

  const std::int64_t* small() const { return std::get_if<std::int64_t>(&data_); }
  bool is_exact() const { return data_.index() <= 1; }
  bool is_number() const { return data_.index() <= 2; }
  const List* list() const { return get<List>(); }
  const Record* record() const { return get<Record>(); }
  const std::string* symbol() const { return get<std::string>(); }
  const Truth* boolean() const { return std::get_if<Truth>(&data_); }

  mpq_class exact() const;          ///< Undefined for other kinds than a number, Unknown for an enclosure
  Enclosure enclosure() const;      ///< of any number; Undefined for other kinds
  const std::string& kind() const;  ///< "a number", "a list", ...: for messages
  std::string to_json() const;      ///< the certificate's form (docs/certificate_format.md, "Outcomes")
 private:
  template <class T>
  const T* get() const {
    const auto* pointer = std::get_if<std::shared_ptr<const T>>(&data_);
    return pointer ? pointer->get() : nullptr;
  }
  std::variant<std::int64_t, std::shared_ptr<const mpq_class>, std::shared_ptr<const Enclosure>, Truth,
               std::shared_ptr<const std::string>, std::shared_ptr<const List>, std::shared_ptr<const Record>>
      data_;
};
/// The language's `=`. Undefined for different kinds and for records.
Truth equal(const Value& a, const Value& b, Budget& budget);
/// Whether two values are the same, of whatever kinds.
Truth same(const Value& a, const Value& b, Budget& budget);
/// The language's `<`. Undefined for other kinds than numbers.
Truth less(const Value& a, const Value& b);
/// The text in JSON's quotation marks.
std::string json_string(const std::string& text);
}  // namespace checker
