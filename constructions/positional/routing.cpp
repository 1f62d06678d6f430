// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/routing.hpp"

#include "theory/scalar/enclosure.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Value;

Value routing_value(const Routing& routing) {
  Value::List list;
  for (const Route& route : routing) list.push_back(integers({route.from, route.to, route.slot}));
  return list;
}

Routing random_routing(Draw& draw, long machines, long slots) {
  Routing routing;
  for (const Route& route : full_routing(draw, machines, slots)) {
    if (draw.integer(0, 1) == 0) routing.push_back(route);
  }
  return routing;
}

Routing full_routing(Draw& draw, long machines, long slots) {
  Routing routing;
  for (long to = 1; to <= machines; ++to) {
    for (long slot = 1; slot <= slots; ++slot) routing.push_back({draw.integer(1, machines), to, slot});
  }
  return routing;
}

std::vector<Routing> all_routings(long machines) {
  std::vector<Routing> routings = {{}};
  for (long to = 1; to <= machines; ++to) {
    std::vector<Routing> longer;
    for (const Routing& routing : routings) {
      longer.push_back(routing);
      for (long from = 1; from <= machines; ++from) {
        longer.push_back(routing);
        longer.back().push_back({from, to, 1});
      }
    }
    routings = std::move(longer);
  }
  return routings;
}

RationalMatrix one_hot_rows(const std::vector<long>& source, long columns) {
  RationalMatrix rows;
  for (long hit : source) {
    rows.emplace_back(static_cast<std::size_t>(columns), 0);
    rows.back()[static_cast<std::size_t>(hit - 1)] = 1;
  }
  return rows;
}

RationalMatrix unit_rows(long n) {
  std::vector<long> diagonal;
  for (long i = 1; i <= n; ++i) diagonal.push_back(i);
  return one_hot_rows(diagonal, n);
}

std::pair<Rational, Rational> two_head_factors(long n) {
  using theory::Enclosure;
  const Enclosure e = exp(Enclosure(Rational(1), 512)), one(Rational(1), 512), size(Rational(n), 512);
  const Rational grid = pow(Rational(10), 60);
  // The lower end of the enclosure, rounded down.
  const auto rounded = [&](const Enclosure& x) { return floor(x.lower() * grid) / grid; };
  return {rounded(-size / (e - one)), rounded((e + size - one) / (e - one))};
}

std::vector<long> random_sources(Draw& draw, long n) {
  std::vector<long> sources;
  for (long i = 0; i < n; ++i) sources.push_back(draw.integer(1, n));
  return sources;
}

Value integers(const std::vector<long>& numbers) {
  Value::List list;
  for (long number : numbers) list.emplace_back(number);
  return list;
}

}  // namespace attest::constructions
