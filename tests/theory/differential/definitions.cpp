// SPDX-License-Identifier: Apache-2.0
#include "tests/theory/differential/definitions.hpp"

#include <algorithm>
#include <stdexcept>

#include "theory/statement/record.hpp"
#include "verify/trusted/checker.hpp"

namespace attest::tests {

using nlohmann::json;
using theory::Enclosure;
using theory::Matrix;
using theory::Rational;
using theory::Value;
using theory::Vector;

namespace {

// The tests run in the root of the repository.
json evaluate(const std::string& file, const std::string& name, const std::vector<Value>& arguments) {
  std::string call = name;
  for (std::size_t i = 0; i < arguments.size(); ++i) call += (i == 0 ? "(" : ", ") + expression(arguments[i]);
  checker::Options options;
  options.definitions = "theory/definitions";
  const checker::Result result = checker::evaluate(file, call + ")", kPrecision, options);
  if (result.outcome != checker::Outcome::kAccepted) throw std::runtime_error(call + "): " + result.text);
  return json::parse(result.text);
}

template <class List, class F>
std::string joined(const List& list, const F& text) {
  std::string result;
  for (const auto& element : list) result += (result.empty() ? "" : ", ") + text(element);
  return result;
}

}  // namespace

json definition(const std::string& name, const std::vector<Value>& arguments) {
  return evaluate("tests/theory/differential/definitions.claim", name, arguments);
}

json definition_of_claim(const std::string& stem, const std::string& name, const std::vector<Value>& arguments) {
  return evaluate(theory::claim_of_record(stem), name, arguments);
}

json definition_in(const std::string& file, const std::string& name, const std::vector<Value>& arguments) {
  return evaluate(file, name, arguments);
}

std::string expression(const Value& value) {
  struct Writer {
    std::string operator()(const Rational& number) const { return number.to_string(); }
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(const std::string& symbol) const { return '"' + symbol + '"'; }
    std::string operator()(const Value::List& list) const { return "[" + joined(list, expression) + "]"; }
    std::string operator()(const Value::Record& record) const {
      return "{" + joined(record, [](const auto& field) { return field.first + ": " + expression(field.second); }) +
             "}";
    }
  };
  return std::visit(Writer(), value.data());
}

Rational exact(const json& number) {
  if (!number.is_string()) throw std::runtime_error("expected an exact number, found " + number.dump());
  return Rational::parse(number.get<std::string>());
}

Vector<Rational> exact_vector(const json& list) {
  Vector<Rational> result;
  for (const json& entry : list) result.push_back(exact(entry));
  return result;
}

Matrix<Rational> exact_matrix(const json& rows) {
  std::vector<Vector<Rational>> result;
  for (const json& row : rows) result.push_back(exact_vector(row));
  return Matrix<Rational>::from_rows(result);
}

Agreement compare(const Enclosure& found, const json& expected) {
  const bool is_point = expected.is_string();
  const Rational lower = exact(is_point ? expected : expected.at("lo"));
  const Rational upper = exact(is_point ? expected : expected.at("hi"));
  if (!found.is_finite()) return Agreement::wide;
  if (found.upper() < lower || upper < found.lower()) return Agreement::disjoint;
  const Rational half_the_precision = pow(Rational(2), -static_cast<long>(kPrecision / 2));
  return found.width() + (upper - lower) > half_the_precision ? Agreement::wide : Agreement::overlap;
}

Agreement compare(const Matrix<Enclosure>& found, const json& expected) {
  if (!expected.is_array() || expected.size() != found.rows()) return Agreement::disjoint;
  Agreement worst = Agreement::overlap;
  for (std::size_t i = 0; i < found.rows(); ++i) {
    if (expected[i].size() != found.columns()) return Agreement::disjoint;
    for (std::size_t j = 0; j < found.columns(); ++j) worst = std::max(worst, compare(found(i, j), expected[i][j]));
  }
  return worst;
}

}  // namespace attest::tests
