// SPDX-License-Identifier: Apache-2.0
// Holes that stand for numbers: an expression that is linear in one of them is decided by a bound on it; what is not
// needs the number itself.
#include <algorithm>
#include <iterator>

#include "verify/attack/holes.hpp"

namespace attest::verify::attack {

using theory::Rational;

Holes::Line Holes::line(const Value& open) {
  if (const Affine* affine = open.affine()) return {affine->id, affine->factor, affine->offset};
  as(open, Kind::number);
  return {open.hole()->id, Rational(1), Rational(0)};
}

bool Holes::admits(const State& state, const Rational& x) const {
  if (state.low && (x < *state.low || (state.low_open && x == *state.low))) return false;
  if (state.high && (x > *state.high || (state.high_open && x == *state.high))) return false;
  if (state.integer && !x.is_integer()) return false;
  if (state.fraction && x.is_integer()) return false;
  return std::find(state.excluded.begin(), state.excluded.end(), x) == state.excluded.end();
}

std::vector<Rational> Holes::options(const State& state) const {
  constexpr std::size_t kMost = 48;
  std::vector<Rational> result;
  const auto take = [&](const Rational& x) {
    if (result.size() < kMost && admits(state, x) && std::find(result.begin(), result.end(), x) == result.end())
      result.push_back(x);
  };
  if (state.integer) {
    if (state.low || state.high) {
      const Rational start = state.low ? ceil(*state.low) : floor(*state.high);
      const Rational step = state.low ? Rational(1) : Rational(-1);
      Rational x = start;
      for (int i = 0; i < 24; ++i, x += step) take(x);
      if (state.low && state.high) take(floor(*state.high));
      for (const Rational& near : pool_.numbers) take(near);
      for (Rational far = step * Rational(24); abs(far) < Rational(100000); far = far * Rational(2)) take(start + far);
      return result;
    }
    for (const Rational& x : pool_.numbers) take(x);
    return result;
  }
  // The plainest few, the ends and what is just inside, then all others in the order of the pool.
  for (std::size_t i = 0; i < std::min<std::size_t>(7, pool_.numbers.size()); ++i) take(pool_.numbers[i]);
  if (state.low && state.high) {
    for (const Rational& share : {Rational(0), Rational(1), Rational(1, 2), Rational(1, 4), Rational(3, 4),
                                  Rational(1, 16), Rational(15, 16), Rational(1, 3), Rational(2, 3)})
      take(*state.low + share * (*state.high - *state.low));
  } else if (state.low) {
    for (const Rational& more : {Rational(0), Rational(1), Rational(1, 8), Rational(1, 100)}) take(*state.low + more);
  } else if (state.high) {
    for (const Rational& less : {Rational(0), Rational(1), Rational(1, 8), Rational(1, 100)}) take(*state.high - less);
  }
  for (const Rational& x : pool_.numbers) take(x);
  if (state.low && !state.high)
    for (long more = 2; more < 3000; more *= 3) take(*state.low + Rational(more));
  if (state.low && state.high)
    for (long i = 1; i < 10; ++i) take(*state.low + Rational(i, 10) * (*state.high - *state.low));
  return result;
}

const std::vector<Rational>& Holes::known_options(const State& state) const {
  std::string key = state.integer ? "i" : state.fraction ? "f" : "r";
  if (state.low) key += (state.low_open ? "(" : "[") + state.low->to_string();
  if (state.high) key += (state.high_open ? ")" : "]") + state.high->to_string();
  for (const Rational& x : state.excluded) key += "!" + x.to_string();
  if (pool_.within.size() > 10'000) pool_.within.clear();
  const auto found = pool_.within.find(key);
  return found != pool_.within.end() ? found->second : pool_.within.emplace(key, options(state)).first->second;
}

void Holes::choose_number(State& given, bool plainest) {
  State& state = given.root ? states_[*given.root] : given;
  const bool plain = !state.low && !state.high && !state.integer && !state.fraction && state.excluded.empty();
  const std::vector<Rational>& all = plain ? pool_.numbers : known_options(state);
  // What is known of its square leaves out some.
  const auto fits = [&](const Rational& x) { return !state.square || admits(states_[*state.square], x * x); };
  std::vector<Rational> left;
  if (state.square && states_[*state.square].kind == Kind::number)
    std::copy_if(all.begin(), all.end(), std::back_inserter(left), fits);
  const std::vector<Rational>& among = left.empty() ? all : left;
  if (among.empty()) throw Undefined("no number is left to choose");
  if (plainest) return bind(state, among.front());
  const Choice choice = choices_.pick_number(static_cast<std::uint32_t>(among.size()), state.integer);
  if (choice.number) {
    Rational x = *choice.number;
    if (state.low && x < *state.low) x = *state.low + abs(x);
    if (state.integer && !x.is_integer()) x = floor(x);
    if (admits(state, x) && (left.empty() || fits(x))) return bind(state, x);
  }
  bind(state, among[choice.index]);
}

/// A number that its bounds leave alone is known.
void Holes::bounded(State& state) {
  if (!state.low || !state.high) return;
  if (state.integer) {
    if (ceil(*state.low) == floor(*state.high)) {
      const Rational x = ceil(*state.low);
      if (admits(state, x)) bind(state, x);
    }
  } else if (*state.low == *state.high && admits(state, *state.low)) {
    const Rational x = *state.low;
    bind(state, x);
  }
}

Value Holes::chosen(const Value& open) {
  State& state = states_[line(open).id];
  if (state.kind != Kind::done) choose_number(state, false);
  return settled(open);
}

bool Holes::below(const Line& line, bool strict) {
  State& state = states_[line.id];
  const Rational at = -line.offset / line.factor;
  const bool upward = line.factor.sign() < 0;  // h > at, or h >= at
  // Whether the bounds decide.
  if (upward) {
    if (state.low && (*state.low > at || (*state.low == at && (!strict || state.low_open)))) return true;
    if (state.high && (*state.high < at || (*state.high == at && (strict || state.high_open)))) return false;
  } else {
    if (state.high && (*state.high < at || (*state.high == at && (!strict || state.high_open)))) return true;
    if (state.low && (*state.low > at || (*state.low == at && (strict || state.low_open)))) return false;
  }
  const bool holds = choices_.holds();
  const bool set_low = upward == holds;
  const bool open = holds ? strict : !strict;
  if (set_low) {
    state.low = at;
    state.low_open = open;
  } else {
    state.high = at;
    state.high_open = open;
  }
  if (state.integer) {
    if (set_low) {
      state.low = open && at.is_integer() ? at + Rational(1) : ceil(at);
      state.low_open = false;
    } else {
      state.high = open && at.is_integer() ? at - Rational(1) : floor(at);
      state.high_open = false;
    }
  }
  bounded(state);
  return holds;
}

bool Holes::is_zero(const Line& line) {
  State& state = states_[line.id];
  const Rational at = -line.offset / line.factor;
  if (!admits(state, at)) return false;
  if (choices_.holds()) {
    bind(state, at);
    return true;
  }
  state.excluded.push_back(at);
  return false;
}

Value Holes::sum(const Value& first, const Value& second, int sign) {
  Value a = settled(first), b = settled(second);
  if (a.is_open() && b.is_open()) {
    const Line x = line(a), y = line(b);
    if (x.id == y.id) {
      const Rational factor = sign > 0 ? x.factor + y.factor : x.factor - y.factor;
      const Rational offset = sign > 0 ? x.offset + y.offset : x.offset - y.offset;
      if (factor.sign() == 0) return offset;
      return Value(Affine{x.id, factor, offset});
    }
    a = chosen(a);
  }
  if (!a.is_number() && !a.is_open()) throw Undefined("a number is needed");
  if (!b.is_number() && !b.is_open()) throw Undefined("a number is needed");
  if (a.interval() && b.is_open()) b = chosen(b);
  if (b.interval() && a.is_open()) a = chosen(a);
  if (!a.is_open() && !b.is_open()) return sign > 0 ? add(a, b) : subtract(a, b);
  if (a.is_open()) {
    const Line x = line(a);
    return Value(Affine{x.id, x.factor, sign > 0 ? x.offset + b.exact() : x.offset - b.exact()});
  }
  const Line y = line(b);
  if (sign > 0) return Value(Affine{y.id, y.factor, y.offset + a.exact()});
  return Value(Affine{y.id, -y.factor, a.exact() - y.offset});
}

Value Holes::product(const Value& first, const Value& second) {
  Value a = settled(first), b = settled(second);
  const auto known_zero = [](const Value& x) { return x.small() && *x.small() == 0; };
  if (known_zero(a) || known_zero(b)) {
    if (a.is_open()) line(a);
    if (b.is_open()) line(b);
    return std::int64_t{0};
  }
  if (a.is_open() && b.is_open()) {
    const Line x = line(a), y = line(b);
    if (x.id == y.id && x.offset.sign() == 0 && y.offset.sign() == 0)
      return product(squared(a), Value(y.factor / x.factor));
    a = chosen(a);
    b = settled(b);
  }
  if (a.is_open() && b.interval()) a = chosen(a);
  if (b.is_open() && a.interval()) b = chosen(b);
  if (!a.is_open() && !b.is_open()) return multiply(a, b);
  const Line x = line(a.is_open() ? a : b);
  const Rational y = (a.is_open() ? b : a).exact();
  if (y.sign() == 0) return std::int64_t{0};
  return Value(Affine{x.id, x.factor * y, x.offset * y});
}

Value Holes::squared(const Value& open) {
  const Line x = line(open);
  if (x.offset.sign() != 0) return multiply(chosen(open), settled(open));
  if (!states_[x.id].square) {
    const Value fresh = number(Rational(0), std::nullopt, false);
    states_[x.id].square = fresh.hole()->id;
    states_[fresh.hole()->id].root = x.id;
  }
  return product(Value(Hole{*states_[x.id].square}), Value(x.factor * x.factor));
}

Value Holes::absolute(const Value& open) {
  const Line x = line(open);
  const Line turned{x.id, -x.factor, -x.offset};
  if (below(turned, false)) return settled(open);  // -x <= 0
  return sum(std::int64_t{0}, open, -1);
}

bool Holes::ordered(const Value& a, const Value& b, bool strict) {
  const Value difference = sum(a, b, -1);
  if (!difference.is_open()) {
    const Truth known = related(strict ? Relation::less : Relation::less_equal, difference, std::int64_t{0});
    if (known == Truth::unknown) throw Unknown("a comparison");
    return known == Truth::yes;
  }
  return below(line(difference), strict);
}

Truth Holes::equal(const Value& first, const Value& second) {
  const Value a = settled(first), b = settled(second);
  if (!a.is_open() && !b.is_open()) return related(Relation::equal, a, b);
  if (!a.is_open()) return equal(b, a);
  const auto is_numeric = [&](const Value& x) {
    return x.is_number() || x.affine() || (x.hole() && states_[x.hole()->id].kind == Kind::number);
  };
  if (a.hole() && b.hole() && a.hole()->id == b.hole()->id) return Truth::yes;
  const bool a_free = a.hole() && states_[a.hole()->id].kind == Kind::free;
  const bool b_free = b.hole() && states_[b.hole()->id].kind == Kind::free;
  if (is_numeric(a) || is_numeric(b) || (a_free && b_free)) {
    if (b.interval()) return related(Relation::equal, chosen(a), b);
    const Value difference = sum(a, b, -1);
    if (!difference.is_open()) return related(Relation::equal, difference, std::int64_t{0});
    return truth(is_zero(line(difference)));
  }
  if (b.symbol() || b.boolean()) {
    if (!a_free) throw Undefined("values of different kinds, or records, are compared");
    State& state = states_[a.hole()->id];
    if (choices_.holds()) {
      bind(state, b);
      return Truth::yes;
    }
    if (b.boolean()) {
      bind(state, Value(!*b.boolean()));
    } else {
      std::vector<std::string> others = pool_.symbols;
      std::erase(others, *b.symbol());
      if (others.empty()) throw Undefined("another symbol");
      bind(state, others[choices_.pick(static_cast<std::uint32_t>(others.size()))]);
    }
    return Truth::no;
  }
  // Lists: of one length, then element by element.
  const auto length_of = [&](const Value& x) {
    return x.list() ? Value(static_cast<std::int64_t>(x.list()->size())) : length(x);
  };
  const Truth same = equal(length_of(a), length_of(b));
  if (same != Truth::yes) return same;
  const Value::List x = list(a);
  const Value other = settled(b);
  const Value::List y = other.is_open() ? list(other) : *other.list();
  Truth result = Truth::yes;
  for (std::size_t i = 0; i < x.size() && result != Truth::no; ++i) {
    const Truth part = equal(x[i], y[i]);
    if (part != Truth::yes) result = part;
  }
  return result;
}

}  // namespace attest::verify::attack
