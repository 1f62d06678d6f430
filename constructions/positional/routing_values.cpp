// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/routing_values.hpp"

#include <algorithm>

namespace attest::constructions::routing {

using theory::Value;

Value value_of(const Load& load) {
  Value::List rows;
  for (const auto& row : load) {
    Value::List sizes;
    for (const std::uint32_t size : row) sizes.emplace_back(static_cast<long>(size));
    rows.emplace_back(std::move(sizes));
  }
  return rows;
}

Value run_of(const Trace& trace) {
  Value::List paths;
  for (std::size_t x = 0; x < trace.tuples.size(); ++x) {
    Value::List labels;
    for (const auto& place : trace.place) labels.emplace_back(static_cast<long>(place[x]));
    paths.emplace_back(std::move(labels));
  }
  return paths;
}

Load load_of(std::size_t n, const std::vector<Message>& messages) {
  Load load(n, std::vector<std::uint32_t>(n, 0));
  for (const Message& message : messages) load[message.from][message.to] += message.size;
  return load;
}

std::vector<Load> notable_loads(unsigned k, std::uint32_t unit) {
  const std::uint32_t n = std::uint32_t{1} << k;
  std::vector<Message> to_successors, to_themselves;
  for (std::uint32_t i = 0; i < n; ++i) {
    to_successors.push_back({i, (i + 1) % n, unit});
    to_themselves.push_back({i, i, unit});
  }
  return {load_of(n, {}),
          load_of(n, {{0, n - 1, unit}}),
          load_of(n, to_successors),
          load_of(n, to_themselves),
          load_of(n, {{0, 1, unit}, {n / 2, 1, unit}}),
          load_of(n, {{n - 1, 0, unit}, {n - 1, n / 2, unit}}),
          load_of(n, {{1, 0, 3 * unit}, {0, n - 1, 2 * unit}})};
}

LoadsBySize notable_loads(const std::vector<unsigned>& sizes, bool multiples) {
  LoadsBySize loads;
  for (unsigned k : sizes) loads.emplace_back(k, notable_loads(k, multiples ? 1U << (k - 1) : 1));
  return loads;
}

theory::Step for_loads(const LoadsBySize& loads, const std::function<theory::Step(unsigned k, const Load&)>& per_load) {
  Value::List sizes;
  std::vector<theory::Step> by_size;
  for (const auto& [k, some] : loads) {
    Value::List values;
    std::vector<theory::Step> cases;
    for (const Load& load : some) {
      values.push_back(value_of(load));
      cases.push_back(per_load(k, load));
    }
    sizes.emplace_back(static_cast<long>(k));
    by_size.push_back(theory::instances("load", std::move(values), std::move(cases)));
  }
  return theory::instances("k", std::move(sizes), std::move(by_size));
}

long memory_of(const Load& load) {
  std::uint64_t most = 0;
  for (const auto& sizes : {sent(load), received(load)})
    most = std::max(most, *std::max_element(sizes.begin(), sizes.end()));
  return static_cast<long>(most);
}

}  // namespace attest::constructions::routing
