// SPDX-License-Identifier: Apache-2.0
#include "verify/lint/elements.hpp"

#include <functional>

namespace attest::verify::lint {

using attack::Machine;
using attack::Value;
using Kind = theory::syntax::Domain::Kind;

std::vector<Value> plain_arrays(const attack::Domain& domain, Machine& machine) {
  if (domain.kind != Kind::vectors && domain.kind != Kind::matrices) return {};
  const std::int64_t rows = integer(domain.sizes.front()(machine)), length = integer(domain.sizes.back()(machine));
  if (rows < 1 || length < 1 || rows > 64 || length > 64) return {};
  using Entry = std::function<theory::Rational(long)>;
  const auto row = [&](const Entry& entry) {
    Value::List list;
    for (long i = 1; i <= length; ++i) list.emplace_back(entry(i));
    return Value(std::move(list));
  };
  const long n = static_cast<long>(length);
  const auto one_at = [&](long place) { return row([&](long i) { return theory::Rational(i == place); }); };
  const std::vector<Value> found = {row([&](long) { return theory::Rational(1, n); }),
                                    row([&](long i) { return theory::Rational(2 * i, n * (n + 1)); }),
                                    row([](long i) { return theory::Rational(i); }),
                                    row([&](long i) { return theory::Rational(n + 1 - i); }), one_at(n)};
  if (domain.kind == Kind::vectors) return found;
  std::vector<Value> matrices;
  for (const Value& each : found) matrices.emplace_back(Value::List(static_cast<std::size_t>(rows), each));
  Value::List unit;
  for (long i = 1; i <= rows; ++i) unit.push_back(one_at(i));
  matrices.emplace_back(std::move(unit));
  return matrices;
}

const std::vector<Value>& far_numbers() {
  static const std::vector<Value> numbers = [] {
    std::vector<Value> made = {Value(3)};
    for (const long size : {10L, 100L, 10'000L, 1'000'000L, 1'000'000'000'000L}) {
      for (const theory::Rational& x : {theory::Rational(size), theory::Rational(-size), theory::Rational(1, size)})
        made.emplace_back(x);
    }
    return made;
  }();
  return numbers;
}

}  // namespace attest::verify::lint
