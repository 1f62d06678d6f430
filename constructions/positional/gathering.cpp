// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/gathering.hpp"

#include <algorithm>

namespace attest::constructions::routing {

using theory::Value;
using theory::machines::Place;
using theory::machines::Receive;

std::vector<Receive> gathering(std::size_t n, std::size_t m, unsigned r) {
  std::vector<Receive> rounds;
  std::size_t distance = 1;
  for (unsigned q = 0; q < r; ++q, distance = distance * m % n) {
    Receive receive;
    for (std::size_t i = 0; i < n; ++i) {
      auto& slots = receive.emplace_back();
      for (std::size_t a = 0; a < m; ++a) slots.emplace_back(Place{(i + n - a * distance % n) % n + 1, 1});
    }
    rounds.push_back(std::move(receive));
  }
  return rounds;
}

std::vector<std::size_t> heard_of(const std::vector<Receive>& rounds, std::size_t n) {
  std::vector<std::vector<bool>> heard(n, std::vector<bool>(n, false));
  for (std::size_t i = 0; i < n; ++i) heard[i][i] = true;
  for (const Receive& receive : rounds) {
    std::vector<std::vector<bool>> next(n, std::vector<bool>(n, false));
    for (std::size_t i = 0; i < n; ++i) {
      for (const auto& source : receive[i]) {
        for (std::size_t j = 0; source && j < n; ++j) next[i][j] = next[i][j] || heard[source->machine - 1][j];
      }
    }
    heard = std::move(next);
  }
  std::vector<std::size_t> sizes;
  for (const auto& row : heard) sizes.push_back(static_cast<std::size_t>(std::count(row.begin(), row.end(), true)));
  return sizes;
}

unsigned rounds_to_reach(std::size_t n, std::size_t m) {
  unsigned r = 0;
  for (std::size_t reach = 1; reach < n; reach *= m) ++r;
  return r;
}

Value value_of(const Receive& receive) {
  Value::List machines;
  for (const auto& slots : receive) {
    Value::List row;
    for (const auto& source : slots) {
      Value::List place;
      if (source) place = {Value(static_cast<long>(source->machine)), Value(static_cast<long>(source->slot))};
      row.emplace_back(std::move(place));
    }
    machines.emplace_back(std::move(row));
  }
  return machines;
}

Value value_of(const std::vector<Receive>& rounds) {
  Value::List list;
  for (const Receive& receive : rounds) list.push_back(value_of(receive));
  return list;
}

}  // namespace attest::constructions::routing
