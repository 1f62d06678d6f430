// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/words.hpp"

#include "theory/scalar/enclosure.hpp"

namespace attest::verify::attack {

using theory::Rational;

namespace {

std::string decimals(const Rational& low, const Rational& high) {
  return theory::Enclosure::hull(low, high, 128).to_string(12);
}

/// `exactly`: numbers as they are known, otherwise as decimals.
std::string written(const Value& value, bool exactly) {
  if (value.is_exact()) {
    const Rational number = value.exact();
    return exactly || number.is_integer() ? number.to_string() : decimals(number, number);
  }
  if (value.is_number()) {
    const Interval ends = value.enclosure();
    return decimals(Rational::from_double(ends.low), Rational::from_double(ends.high));
  }
  if (const Truth* truth = value.boolean())
    return *truth == Truth::unknown ? "unknown" : *truth == Truth::yes ? "true" : "false";
  if (const std::string* symbol = value.symbol()) return '"' + *symbol + '"';
  std::string text;
  if (const Value::List* list = value.list()) {
    for (const Value& element : *list) text += (text.empty() ? "" : ", ") + written(element, exactly);
    return "[" + text + "]";
  }
  if (const Value::Record* record = value.record())
    for (const auto& [name, field] : *record)
      text += (text.empty() ? "" : ", ") + name + ": " + written(field, exactly);
  return "{" + text + "}";
}

}  // namespace

std::string text_of(const theory::Value& value) { return written(Value(value), true); }

std::string in_words(const std::vector<std::pair<std::string, Value>>& chosen) {
  std::string text;
  for (const auto& [name, value] : chosen)
    text += (text.empty() ? "" : ", ") + name + " = " + text_of(value.in_certificate());
  return text;
}

std::string with_decimals(const Value& value) {
  const std::string exact = written(value, true), rounded = written(value, false);
  return exact == rounded ? exact : exact + " = " + rounded;
}

std::string counted(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

}  // namespace attest::verify::attack
