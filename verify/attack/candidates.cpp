// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/candidates.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace attest::verify::attack {

using theory::Rational;
using Kind = theory::syntax::Domain::Kind;

namespace {

/// The numbers of the interval, its ends and what lies between them evenly first where both are given.
std::vector<Rational> numbers_of(const Domain& domain, Machine& machine, std::size_t count) {
  if (!domain.from) return small_numbers(count);
  const Rational from = domain.from(machine).exact(), to = domain.to(machine).exact();
  std::vector<Rational> numbers;
  const auto take = [&](const Rational& x) {
    if (from <= x && x <= to && std::find(numbers.begin(), numbers.end(), x) == numbers.end()) numbers.push_back(x);
  };
  for (const Rational& x : small_numbers(std::min<std::size_t>(count, 3))) take(x);
  for (const Rational& share : {Rational(0), Rational(1), Rational(1, 2), Rational(1, 4), Rational(3, 4)})
    if (numbers.size() < count) take(from + share * (to - from));
  for (const Rational& x : small_numbers(4 * count))
    if (numbers.size() < count) take(x);
  for (long parts = 8; numbers.size() < count && parts <= 64 && from < to; parts *= 2)
    for (long i = 1; i < parts && numbers.size() < count; i += 2) take(from + Rational(i, parts) * (to - from));
  return numbers;
}

std::vector<Value> values_of(const std::vector<Rational>& numbers) { return {numbers.begin(), numbers.end()}; }

Value shaped(const std::vector<Value>& entries, std::size_t rows, std::size_t columns, bool matrix) {
  if (!matrix) return Value::List(entries);
  Value::List result;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto first = entries.begin() + static_cast<std::ptrdiff_t>(i * columns);
    result.emplace_back(Value::List(first, first + static_cast<std::ptrdiff_t>(columns)));
  }
  return result;
}

std::vector<Value> arrays_of(const Domain& domain, Machine& machine, const Reach& reach) {
  const bool matrix = domain.kind == Kind::matrices;
  const std::int64_t rows = integer(domain.sizes.front()(machine));
  const std::int64_t columns = matrix ? integer(domain.sizes.back()(machine)) : 1;
  if (rows < 0 || columns < 0) throw Undefined("a size below 0");
  if (rows > 400 || columns > 400) throw Unknown("a great array");
  const auto size = static_cast<std::size_t>(rows * columns);
  const std::vector<Value> numbers = values_of(numbers_of(domain, machine, reach.numbers));
  std::vector<Value> arrays;
  const auto take = [&](const std::vector<Value>& entries) {
    machine.charge(size + 1);
    arrays.push_back(shaped(entries, static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), matrix));
  };
  if (size == 0 || numbers.empty()) {
    if (size == 0) take({});
    return arrays;
  }
  // Shell k: the arrays over the first k numbers that use the k-th.
  std::vector<std::size_t> places(size);
  for (std::size_t k = 1; k <= numbers.size() && arrays.size() < reach.arrays; ++k) {
    std::fill(places.begin(), places.end(), 0);
    for (bool more = true; more && arrays.size() < reach.arrays;) {
      machine.charge();
      if (std::find(places.begin(), places.end(), k - 1) != places.end()) {
        std::vector<Value> entries;
        for (std::size_t place : places) entries.push_back(numbers[place]);
        take(entries);
      }
      more = false;
      for (std::size_t i = size; i-- > 0 && !more;) {
        more = ++places[i] < k;
        if (!more) places[i] = 0;
      }
    }
  }
  if (arrays.size() < reach.arrays) return arrays;  // all of them
  std::mt19937_64 random(size);
  for (std::size_t i = 0; i < reach.arrays / 2; ++i) {
    std::vector<Value> entries;
    for (std::size_t j = 0; j < size; ++j) entries.push_back(numbers[random() % numbers.size()]);
    take(entries);
  }
  return arrays;
}

}  // namespace

Reach reach_of(int round) {
  constexpr Reach kReaches[] = {{2, 3, 12, 2},    {3, 5, 40, 3},     {4, 9, 150, 4},    {6, 15, 500, 5},
                                {8, 25, 1500, 6}, {12, 41, 5000, 7}, {20, 61, 20000, 8}};
  return kReaches[std::clamp(round, 0, 6)];
}

std::vector<Rational> small_numbers(std::size_t count) {
  std::vector<Rational> numbers = {Rational(0)};
  for (long size = 1; numbers.size() < count; ++size) {
    for (long other = 1; other <= size; ++other) {
      if (std::gcd(size, other) != 1) continue;
      for (const Rational& x : {Rational(other, size), Rational(size, other)}) {
        if (x == numbers.back() || -x == numbers.back()) continue;  // 1/1, which is 1 twice
        numbers.push_back(x);
        numbers.push_back(-x);
      }
    }
  }
  numbers.resize(count);
  // What "small enough" and "great enough" are first tried with, in the place of the last ones.
  static const std::vector<Rational> far = {Rational(10),     Rational(1, 10), Rational(100),
                                            Rational(1, 100), Rational(1000),  Rational(1, 1000)};
  if (count >= 15)
    for (std::size_t i = 0; i < far.size(); ++i) numbers[count - far.size() + i] = far[i];
  return numbers;
}

std::vector<Value> candidates(const Domain& domain, Machine& machine, const Reach& reach) {
  switch (domain.kind) {
    case Kind::list: {
      const Value list = domain.list(machine);
      return list_of(list);
    }
    case Kind::naturals: {
      const std::int64_t from = integer(domain.from(machine));
      std::vector<Value> numbers;
      for (std::size_t i = 0; i < reach.naturals; ++i) numbers.emplace_back(from + static_cast<std::int64_t>(i));
      return numbers;
    }
    case Kind::reals:
      return values_of(numbers_of(domain, machine, reach.numbers));
    case Kind::vectors:
    case Kind::matrices:
      return arrays_of(domain, machine, reach);
    default:
      return {};
  }
}

}  // namespace attest::verify::attack
