// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/minimum_layers.hpp"

#include "constructions/positional/routing.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Value;

Value ring_network(long n, long sign) {
  const Rational half(1, 2);
  const Value W1 = Value::matrix({{1, -1, 1, -1}, {0, 0, 0, 0}, {1, -1, -1, 1}});
  const Value W2 = Value::matrix({{half}, {-half}, {half * Rational(sign)}, {half * Rational(sign)}});
  Value::List layers;
  for (long step = 1; step < n; step *= 2) {
    std::vector<long> source;
    for (long i = 0; i < n; ++i) source.push_back((i + step) % n + 1);
    layers.emplace_back(Value::Record{
        {"WQ1", Value::matrix(one_hot_rows(source, n))}, {"WQ2", Value::matrix(unit_rows(n))}, {"W1", W1}, {"W2", W2}});
  }
  return layers;
}

std::vector<Value> sample_numbers(long n) {
  Draw draw(static_cast<std::uint64_t>(510 + n));
  std::vector<RationalVector> vectors = {RationalVector(static_cast<std::size_t>(n), Rational(3))};
  RationalVector up, down;
  for (long i = 1; i <= n; ++i) {
    up.emplace_back(i);
    down.emplace_back(-i);
  }
  vectors.push_back(up);
  vectors.push_back(down);
  for (long extreme = 0; extreme < n; extreme += 3) {
    RationalVector x(static_cast<std::size_t>(n), Rational(1, 2));
    x[static_cast<std::size_t>(extreme)] = extreme % 2 == 0 ? -1 : 5;
    vectors.push_back(std::move(x));
  }
  vectors.push_back(draw.vector(n));
  std::vector<Value> values;
  for (const RationalVector& x : vectors) {
    const Value value = Value::vector(x);
    bool repeated = false;
    for (const Value& other : values) repeated = repeated || other.to_json() == value.to_json();
    if (!repeated) values.push_back(value);
  }
  return values;
}

}  // namespace attest::constructions
