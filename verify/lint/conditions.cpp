// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "verify/lint/probe.hpp"

namespace attest::verify::lint {

using attack::CompiledStatement;
using attack::Formula;
using attack::Interval;
using attack::Machine;
using attack::Spent;
using attack::Truth;
using attack::Undefined;
using attack::Unknown;
using attack::Value;
using Kind = theory::syntax::Domain::Kind;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// All of a domain as one value, if it has one: numbers that may be any of its own.
std::optional<Value> whole_domain(const attack::Domain& domain, Machine& machine) {
  const auto outward = [](double x, double way) { return std::nextafter(x, way); };
  Interval entry{-kInfinity, kInfinity};
  if (domain.from && domain.kind != Kind::list) entry.low = outward(domain.from(machine).enclosure().low, -kInfinity);
  if (domain.to) entry.high = outward(domain.to(machine).enclosure().high, kInfinity);
  switch (domain.kind) {
    case Kind::naturals:
      return Value(Interval{domain.from(machine).enclosure().low, kInfinity});
    case Kind::reals:
      return Value(entry);
    case Kind::vectors:
    case Kind::matrices: {
      Value value{entry};
      for (auto size = domain.sizes.rbegin(); size != domain.sizes.rend(); ++size) {
        const std::int64_t length = integer((*size)(machine));
        if (length < 0 || length > 64) return std::nullopt;
        value = Value::List(static_cast<std::size_t>(length), value);
      }
      return value;
    }
    default:
      return std::nullopt;
  }
}

/// Whether the condition is false on the whole interval, which is halved where that is not seen at once.
bool fails_on(Machine& machine, const CompiledStatement& statement, const Formula& quantifier, double low, double high,
              int depth) {
  machine.base = 0;
  machine.top = statement.frame;
  machine.stack[quantifier.slot] = Interval{low, high};
  try {
    if (boolean_of(quantifier.guard(machine)) == Truth::no) return true;
  } catch (const Undefined&) {
  } catch (const Unknown&) {
  }
  if (depth == 0) return false;
  const double middle = low < 0 && high > 0 ? 0
                        : high == kInfinity ? std::max(1.0, 4 * low)
                        : low == -kInfinity ? std::min(-1.0, 4 * high)
                                            : low / 2 + high / 2;
  if (!(low < middle && middle < high)) return false;
  return fails_on(machine, statement, quantifier, low, middle, depth - 1) &&
         fails_on(machine, statement, quantifier, middle, high, depth - 1);
}

}  // namespace

bool fails_everywhere(const CompiledStatement& statement, const Formula& quantifier) {
  if (!quantifier.guard) return false;
  Machine machine;
  machine.steps = 100'000;
  machine.stack.assign(std::max<std::size_t>(statement.frame, 1) + 64, Value());
  machine.top = statement.frame;
  try {
    for (const Formula* formula = &statement.formula; formula->kind != Formula::Kind::expression;
         formula = &formula->children.front()) {
      if (formula->kind == Formula::Kind::parts) return false;
      const auto value = whole_domain(formula->domain, machine);
      if (!value) return false;
      machine.stack[formula->slot] = *value;
      if (formula != &quantifier) continue;
      if (const Interval* interval = value->interval(); interval && formula->domain.kind == Kind::reals)
        return fails_on(machine, statement, quantifier, interval->low, interval->high, 10);
      return boolean_of(quantifier.guard(machine)) == Truth::no;
    }
  } catch (const Undefined&) {
  } catch (const Unknown&) {
  } catch (const Spent&) {
  }
  return false;
}

}  // namespace attest::verify::lint
