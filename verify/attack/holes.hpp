// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "verify/attack/choices.hpp"
#include "verify/attack/value.hpp"

namespace attest::verify::attack {

/// What is known of the parts of an instance that nothing has looked at yet. An expression runs with such holes in its
/// values; where it needs to know more of one, as much as it needs is chosen there and then: that it is a list, how
/// long, which symbol, on which side of a bound a number lies, at last the number itself. So a `where` generates what
/// satisfies it ("needed narrowing"), and what a statement does not look at stays plain.
class Holes {
 public:
  /// The numbers to choose from in the order of their plainness, and the symbols of the program.
  struct Pool {
    std::vector<theory::Rational> numbers;
    std::vector<std::string> symbols;
    /// The numbers within bounds that were asked for, by these.
    mutable std::unordered_map<std::string, std::vector<theory::Rational>> within;
  };
  Holes(const Pool& pool, Choices& choices) : pool_(pool), choices_(choices) {}

  Value value();  ///< anything
  Value number(std::optional<theory::Rational> low, std::optional<theory::Rational> high, bool integer);
  /// The value with everything in it known: what was not looked at is the plainest, and no choice is spent on it, or
  /// what it is, is chosen, too.
  Value closed(const Value& value, bool plainest = true);

  // What a running expression asks
  // --------------------------------------------------------------------------------------
  Value settled(const Value& value);  ///< what is known; a value with a hole on top only where it is not
  bool is_kind(const Value& open, const std::string& test);
  const Value::List& list(const Value& open);
  Value length(const Value& open);
  bool has(const Value& open, const std::string& field);
  Value field(const Value& open, const std::string& name);
  bool boolean(const Value& open);
  Value chosen(const Value& open);  ///< of a number: exact
  Value sum(const Value& a, const Value& b, int sign);
  Value product(const Value& a, const Value& b);
  Value absolute(const Value& open);
  Value squared(const Value& open);
  bool ordered(const Value& a, const Value& b, bool strict);  ///< a < b, a <= b; at least one is open
  Truth equal(const Value& a, const Value& b);

 private:
  enum class Kind : std::uint8_t { free, number, list, record, done };
  struct State {
    Kind kind = Kind::free;
    Value value;  ///< of kind done
    std::optional<theory::Rational> low, high;
    bool low_open = false, high_open = false, integer = false, fraction = false;
    std::vector<theory::Rational> excluded;
    std::optional<std::uint32_t> length;
    std::optional<std::uint32_t> square, root;  ///< of numbers: the hole that is its square, or whose square it is
    std::map<std::string, Value> fields;
    std::set<std::string> absent;
  };
  struct Line {
    std::uint32_t id;
    theory::Rational factor, offset;
  };

  Value made(State state);
  State& as(const Value& open, Kind kind);
  void bind(State& state, Value value);
  Line line(const Value& open);
  bool below(const Line& line, bool strict);  ///< line < 0, line <= 0
  bool is_zero(const Line& line);
  std::vector<theory::Rational> options(const State& state) const;
  const std::vector<theory::Rational>& known_options(const State& state) const;
  bool admits(const State& state, const theory::Rational& x) const;
  void choose_number(State& state, bool plainest);
  void bounded(State& state);
  const Value::List& listed(State& state, bool plainest);

  const Pool& pool_;
  Choices& choices_;
  std::deque<State> states_;
};

/// The holes of the expression that runs in this thread; null where every value is closed.
extern thread_local Holes* running_holes;
/// Where the least distance from the goal of a comparison in a statement's own text is noted, if anywhere.
extern thread_local double* running_slack;

}  // namespace attest::verify::attack
