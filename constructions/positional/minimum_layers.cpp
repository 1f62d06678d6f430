// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/minimum_layers.hpp"

#include <algorithm>

#include "constructions/positional/routing.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Value;

namespace {

// The second matrix for the sum of two numbers, its negative, and both differences: half of sum plus sign times
// distance.
Value halves(long sign) {
  const Rational half(1, 2);
  return Value::matrix({{half}, {-half}, {half * Rational(sign)}, {half * Rational(sign)}});
}

// Row i has its one at node i + step around the ring.
Value partners(long n, long step) {
  std::vector<long> source;
  for (long i = 0; i < n; ++i) source.push_back((i + step) % n + 1);
  return Value::matrix(one_hot_rows(source, n));
}

std::vector<RationalVector> sample_vectors(long n) {
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
  return vectors;
}

// Each once.
std::vector<Value> different_values(const std::vector<RationalVector>& vectors) {
  std::vector<Value> values;
  for (const RationalVector& x : vectors) {
    const Value value = Value::vector(x);
    bool repeated = false;
    for (const Value& other : values) repeated = repeated || other.to_json() == value.to_json();
    if (!repeated) values.push_back(value);
  }
  return values;
}

}  // namespace

Value ring_network(long n, long sign) {
  const Value W1 = Value::matrix({{1, -1, 1, -1}, {0, 0, 0, 0}, {1, -1, -1, 1}});
  Value::List layers;
  for (long step = 1; step < n; step *= 2) {
    layers.emplace_back(Value::Record{
        {"WQ1", partners(n, step)}, {"WQ2", Value::matrix(unit_rows(n))}, {"W1", W1}, {"W2", halves(sign)}});
  }
  return layers;
}

Value mean_network(long n, long sign) {
  if (n == 1) return Value::List{};
  const Value equal = Value::matrix(constant_matrix(n, n, 0));
  return Value::List{Value::Record{{"WQ1", equal},
                                   {"WQ2", equal},
                                   {"W1", Value::matrix({{1, -1, -1, 1}, {0, 0, 0, 0}, {0, 0, 1, -1}})},
                                   {"W2", Value::matrix({{1}, {-1}, {Rational(sign)}, {Rational(sign)}})}}};
}

Value softmax_ring_network(long n, long sign) {
  const auto [a, b] = two_head_factors(n);
  const Value W1 = Value::matrix({{a, -a, a, -a}, {b, -b, b, -b}, {1, -1, -1, 1}});
  Value::List layers;
  for (long step = 1; step < n; step *= 2) {
    layers.emplace_back(Value::Record{{"WQ1", Value::matrix(constant_matrix(n, n, 0))},
                                      {"WQ2", partners(n, step)},
                                      {"W1", W1},
                                      {"W2", halves(sign)}});
  }
  return layers;
}

theory::Step stacked_witnesses(const Value& network, const theory::Step& next) {
  Value::List scores, hidden, output;
  for (const Value& layer : std::get<Value::List>(network.data())) {
    for (const auto& [name, matrix] : std::get<Value::Record>(layer.data())) {
      Value::List& stack = name == "W1" ? hidden : name == "W2" ? output : scores;
      for (const Value& row : std::get<Value::List>(matrix.data())) stack.push_back(row);
    }
  }
  return theory::witness("Q", Value(scores),
                         theory::witness("U", Value(hidden), theory::witness("V", Value(output), next)));
}

std::vector<Value> sample_numbers(long n) { return different_values(sample_vectors(n)); }

std::vector<Value> sample_numbers_in_unit_interval(long n) {
  std::vector<RationalVector> vectors = sample_vectors(n);
  for (RationalVector& x : vectors) {
    Rational largest = 1;
    for (const Rational& e : x) largest = std::max(largest, abs(e));
    for (Rational& e : x) e /= largest;
  }
  return different_values(vectors);
}

}  // namespace attest::constructions
