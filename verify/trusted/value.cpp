// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/value.hpp"
#include <algorithm>
#include <bit>
namespace checker {
void Budget::charge(std::uint64_t steps) {
  if (steps > left) {
    left = 0;
    throw Undecided("the budget of steps is spent");
  }
  left -= steps;
}

void Budget::charge_numbers(const Value& a, const Value& b) {
  const auto [fewer, more] = std::minmax({a.words(), b.words()});
  const std::uint64_t length = std::bit_width(fewer);
  charge(more / 8 + fewer * (length < 6 ? 1 : (length - 4) * (length - 4) / 2));
}

// Recursion over values (destruction, too) must not run out of stack.
template <class Content>
static auto nested(Content content, int depth) {
  if (depth > 1000) throw Undecided("a value nested too deeply");
  return std::make_shared<const Nested<Content>>(Nested<Content>{std::move(content), depth});
}

Value::Value(List list) {
  int depth = 1;
  for (const Value& item : list) depth = std::max(depth, item.depth() + 1);
  data_ = nested(std::move(list), depth);
}
Value::Value(Record record) {
  int depth = 1;
  for (const auto& [name, field] : record) depth = std::max(depth, field.depth() + 1);
  data_ = nested(std::move(record), depth);
}

int Value::depth() const {
  const auto* list = get<Nested<List>>();
  const auto* record = get<Nested<Record>>();
  return list ? list->depth : record ? record->depth : 0;
}

Value::Value(mpq_class number) {
  if (number.get_den() == 1 && number.get_num().fits_slong_p()) data_ = std::int64_t{number.get_num().get_si()};
  else data_ = std::make_shared<const mpq_class>(std::move(number));
}

Value::Value(Enclosure enclosure, PolynomialPtr polynomial) {
  if (polynomial && polynomial->empty()) return;  // data_ is 0
  const bool is_point = enclosure.is_finite() && enclosure.lo.value == enclosure.hi.value;
  const bool is_constant = polynomial && polynomial->size() == 1 && polynomial->begin()->first.empty() &&
                           polynomial->begin()->second.is_exact();
  if (is_point) *this = Value(std::move(enclosure.lo.value));
  else if (is_constant) *this = Value(polynomial->begin()->second);
  else data_ = std::make_shared<const Real>(Real{std::move(enclosure), std::move(polynomial)});
}

mpq_class Value::exact() const {
  if (const auto* number = small()) return mpq_class(static_cast<long>(*number));
  if (const auto* number = get<mpq_class>()) return *number;
  if (is_number()) throw Unknown("an enclosure where an exact number is needed");
  throw Undefined("expected a number, found " + kind());
}
Enclosure Value::enclosure() const {
  if (const auto* value = get<Real>()) return value->first;
  return point(exact());
}
std::uint64_t Value::words() const {
  const auto size = [](const mpq_class& x) { return mpz_size(x.get_num_mpz_t()) + mpz_size(x.get_den_mpz_t()); };
  if (const auto* number = get<mpq_class>()) return size(*number);
  const auto* value = get<Real>();
  return value ? size(value->first.lo.value) + size(value->first.hi.value) : 0;
}
const std::string& Value::kind() const {
  static const std::string names[] = {"a number", "a number", "a number", "a boolean",
                                      "a symbol", "a list",   "a record"};
  return names[data_.index()];
}

std::string json_string(const std::string& text) {
  std::string result = "\"";
  for (char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20;
    if (control) result += std::string("\\u00") + (c < 0x10 ? '0' : '1') + "0123456789abcdef"[c & 15];
    if (c == '"' || c == '\\') result += '\\';
    if (!control) result += c;
  }
  return result + '"';
}

std::string Value::to_json() const {
  auto end = [](const End& e) {
    return '"' + (e.infinite == 0 ? e.value.get_str() : std::string(e.infinite < 0 ? "-inf" : "inf")) + '"';
  };
  if (is_exact()) return '"' + exact().get_str() + '"';
  if (is_number()) return "{\"lo\": " + end(enclosure().lo) + ", \"hi\": " + end(enclosure().hi) + "}";
  if (const Truth* b = boolean()) return *b == Truth::kTrue ? "true" : *b == Truth::kFalse ? "false" : "\"unknown\"";
  if (const std::string* text = symbol()) return json_string(*text);
  std::string result;
  if (const List* items = list()) {
    for (const Value& item : *items) result += (result.empty() ? "" : ", ") + item.to_json();
    return "[" + result + "]";
  }
  for (const auto& [name, field] : *record())
    result += (result.empty() ? "" : ", ") + json_string(name) + ": " + field.to_json();
  return "{" + result + "}";
}

Truth less(const Value& a, const Value& b, Budget& budget) {
  if (a.small() && b.small()) return truth(*a.small() < *b.small());
  if (!a.is_number() || !b.is_number())
    throw Undefined("expected two numbers to compare, found " + a.kind() + " and " + b.kind());
  budget.charge_numbers(a, b);
  if (a.is_exact() && b.is_exact()) return truth(a.exact() < b.exact());
  const Enclosure x = a.enclosure(), y = b.enclosure();
  if (compare(x.hi, y.lo) < 0) return Truth::kTrue;
  return compare(x.lo, y.hi) >= 0 ? Truth::kFalse : less_by_sign(a, b, budget);
}
// Equality; `strict`: of different kinds or of records it is undefined, as the language has it.
static Truth equality(const Value& a, const Value& b, bool strict, Budget& budget) {
  budget.charge(1);
  if (strict && (a.kind() != b.kind() || a.record())) throw Undefined("'=' of " + a.kind() + " and " + b.kind());
  if (a.kind() != b.kind()) return Truth::kFalse;
  if (a.small() && b.small()) return truth(*a.small() == *b.small());
  if (a.is_number()) {
    const Truth below = less(a, b, budget), above = less(b, a, budget);
    if (below == Truth::kTrue || above == Truth::kTrue) return Truth::kFalse;
    return below == Truth::kFalse && above == Truth::kFalse ? Truth::kTrue : Truth::kUnknown;
  }
  if (a.symbol()) return truth(*a.symbol() == *b.symbol());
  if (a.boolean()) {
    if (*a.boolean() == Truth::kUnknown) return Truth::kUnknown;
    return *a.boolean() == Truth::kTrue ? *b.boolean() : !*b.boolean();
  }
  const std::size_t size = a.list() ? a.list()->size() : a.record()->size();
  if (size != (b.list() ? b.list()->size() : b.record()->size())) return Truth::kFalse;
  if (a.list())
    return connected(Truth::kFalse, size,
                     [&](std::size_t i) { return equality((*a.list())[i], (*b.list())[i], strict, budget); });
  auto x = a.record()->begin(), y = b.record()->begin();
  return connected(Truth::kFalse, size, [&](std::size_t) {
    const auto &left = *x++, &right = *y++;
    return left.first == right.first ? equality(left.second, right.second, strict, budget) : Truth::kFalse;
  });
}

Truth equal(const Value& a, const Value& b, Budget& budget) { return equality(a, b, true, budget); }
Truth same(const Value& a, const Value& b, Budget& budget) { return equality(a, b, false, budget); }
}  // namespace checker
