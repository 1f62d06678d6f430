// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/value.hpp"

#include <algorithm>

#include "verify/trusted/failure.hpp"

namespace checker {

Value::Value(mpq_class number) {
  if (number.get_den() == 1 && number.get_num().fits_slong_p()) {
    data_ = std::int64_t{number.get_num().get_si()};
  } else {
    data_ = std::make_shared<const mpq_class>(std::move(number));
  }
}

Value::Value(Enclosure enclosure) {
  if (enclosure.is_finite() && enclosure.lo.value == enclosure.hi.value) {
    *this = Value(std::move(enclosure.lo.value));
  } else {
    data_ = std::make_shared<const Enclosure>(std::move(enclosure));
  }
}

mpq_class Value::exact() const {
  if (const auto* number = small()) return mpq_class(static_cast<long>(*number));
  if (const auto* number = get<mpq_class>()) return *number;
  if (is_number()) throw Unknown("an enclosure where an exact number is needed");
  throw Undefined(std::string("expected a number, found ") + kind());
}

Enclosure Value::enclosure() const {
  if (const auto* value = get<Enclosure>()) return *value;
  return point(exact());
}

const char* Value::kind() const {
  static const char* const names[] = {"a number", "a number", "a number", "a boolean",
                                      "a symbol", "a list",   "a record"};
  return names[data_.index()];
}

std::string json_string(const std::string& text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      const char* digits = "0123456789abcdef";
      result += std::string("\\u00") + digits[c >> 4] + digits[c & 15];
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string Value::to_json() const {
  auto end = [](const End& e) {
    return e.infinite < 0 ? std::string("-inf") : e.infinite > 0 ? std::string("inf") : e.value.get_str();
  };
  if (is_exact()) return '"' + exact().get_str() + '"';
  if (is_number()) {
    const Enclosure value = enclosure();
    return "{\"lo\": \"" + end(value.lo) + "\", \"hi\": \"" + end(value.hi) + "\"}";
  }
  if (const Truth* value = boolean())
    return *value == Truth::kTrue ? "true" : *value == Truth::kFalse ? "false" : "\"unknown\"";
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

int compare(const Value& a, const Value& b) {
  if (a.small() && b.small()) return *a.small() < *b.small() ? -1 : *a.small() > *b.small();
  if (!a.is_number() || !b.is_number()) {
    throw Undefined(std::string("expected two numbers to compare, found ") + a.kind() + " and " + b.kind());
  }
  if (a.is_exact() && b.is_exact()) {
    const int order = cmp(a.exact(), b.exact());
    return order < 0 ? -1 : order > 0;
  }
  const Enclosure x = a.enclosure(), y = b.enclosure();
  if (compare(x.hi, y.lo) < 0) return -1;
  return compare(x.lo, y.hi) > 0 ? 1 : 2;
}

Truth equal(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    const int order = compare(a, b);
    return order == 2 ? Truth::kUnknown : truth(order == 0);
  }
  if (a.boolean() && b.boolean()) {
    if (*a.boolean() == Truth::kUnknown || *b.boolean() == Truth::kUnknown) return Truth::kUnknown;
    return truth(*a.boolean() == *b.boolean());
  }
  if (a.symbol() && b.symbol()) return truth(*a.symbol() == *b.symbol());
  if (a.list() && b.list()) {
    if (a.list()->size() != b.list()->size()) return Truth::kFalse;
    Truth result = Truth::kTrue;
    for (std::size_t i = 0; i < a.list()->size(); ++i) {
      const Truth next = equal((*a.list())[i], (*b.list())[i]);
      if (next == Truth::kFalse) return next;
      if (next == Truth::kUnknown) result = next;
    }
    return result;
  }
  throw Undefined(std::string("'=' of ") + a.kind() + " and " + b.kind());
}

bool identical(const Value& a, const Value& b) {
  if (a.is_exact() && b.is_exact()) return a.small() && b.small() ? *a.small() == *b.small() : a.exact() == b.exact();
  if (a.data().index() != b.data().index()) return false;
  if (a.boolean()) return *a.boolean() == *b.boolean();
  if (a.symbol()) return *a.symbol() == *b.symbol();
  if (a.list()) return std::equal(a.list()->begin(), a.list()->end(), b.list()->begin(), b.list()->end(), identical);
  if (!a.record() || a.record()->size() != b.record()->size()) return false;
  return std::all_of(a.record()->begin(), a.record()->end(), [&](const auto& field) {
    const Record& other = *b.record();
    const auto found =
        std::find_if(other.begin(), other.end(), [&](const auto& entry) { return entry.first == field.first; });
    return found != other.end() && identical(field.second, found->second);
  });
}

}  // namespace checker
