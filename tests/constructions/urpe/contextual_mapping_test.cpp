// SPDX-License-Identifier: Apache-2.0
// The engine against a second route: every input in plain rationals, block by block, and a sorted map of the values.
#include "constructions/urpe/contextual_mapping.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "constructions/draw.hpp"
#include "tests/constructions/urpe/odometer_inputs.hpp"
#include "theory/error.hpp"

using attest::InputError;
using namespace attest::constructions;
using attest::tests::odometer_inputs;
using attest::theory::Rational;

namespace {

struct Naive {
  std::uint64_t inputs = 0, values = 0, distinct = 0;
  std::optional<Rational> repeated;
  std::pair<std::uint64_t, std::size_t> first, second;
};

Naive naive(const ContextualConstruction& c, std::optional<std::size_t> token = {}) {
  std::map<Rational, std::vector<std::pair<std::uint64_t, std::size_t>>> places;
  Naive result;
  for (const RationalMatrix& X :
       odometer_inputs(c.grid, static_cast<long>(c.u.size()), static_cast<long>(c.z.size()), c.m)) {
    const RationalVector values = contextual_values(c, X);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (token && *token != i) continue;
      places[values[i]].emplace_back(result.inputs, i);
      ++result.values;
    }
    ++result.inputs;
  }
  result.distinct = places.size();
  for (const auto& [value, found] : places) {
    if (found.size() == 1 || result.repeated) continue;
    result.repeated = value;
    result.first = found[0];
    result.second = found[1];
  }
  return result;
}

void require_same(const ContextualResult& engine, const Naive& expected) {
  CHECK(engine.inputs == expected.inputs);
  CHECK(engine.values == expected.values);
  CHECK(engine.distinct == expected.distinct);
  REQUIRE(engine.collision.has_value() == expected.repeated.has_value());
  if (!engine.collision) return;
  CHECK(engine.collision->value == *expected.repeated);
  CHECK(std::pair(engine.collision->first.input, engine.collision->first.token) == expected.first);
  CHECK(std::pair(engine.collision->second.input, engine.collision->second.token) == expected.second);
}

// The reported collision is one: the values at the two inputs agree.
void require_collision(const ContextualConstruction& c, const Collision& collision) {
  CHECK(contextual_values(c, collision.first.X).at(collision.first.token) == collision.value);
  CHECK(contextual_values(c, collision.second.X).at(collision.second.token) == collision.value);
}

std::vector<ContextualConstruction> constructions(long n, long m, long d) {
  std::vector<ContextualConstruction> all;
  for (const RationalVector& u : position_vectors(n)) {
    all.push_back(half_open_construction(u, m, d));
    all.push_back(closed_construction(u, m, d));
    for (GridKind grid : {GridKind::closed, GridKind::half_open}) {
      all.push_back(printed_construction(grid, u, m, d, 1));
      all.push_back(printed_construction(grid, u, m, d, pow(Rational(m), d)));
    }
  }
  return all;
}

// Windows, multipliers of either sign, thresholds at a token's value: nothing that a paper would choose.
ContextualConstruction random_construction(Draw& draw) {
  ContextualConstruction c;
  c.grid = draw.integer(0, 1) ? GridKind::closed : GridKind::half_open;
  c.m = draw.integer(1, 3);
  c.u = draw.vector(draw.integer(1, 3));
  c.z = draw.vector(draw.integer(1, 2));
  c.z[0] = Rational(draw.integer(-2, 3));
  Rational place(draw.integer(-6, 0), 2);
  for (long k = draw.integer(0, 12); k > 0; --k) {
    const Rational from = place + Rational(draw.integer(0, 2), 4), to = from + Rational(draw.integer(1, 6), 3);
    c.shifts.push_back({from, to, Rational(draw.integer(-2, 3))});
    place = to;
  }
  if (draw.integer(0, 3)) c.last = GlobalShift{Rational(draw.integer(-3, 3), 2), draw.rational()};
  return c;
}

}  // namespace

TEST_CASE("contextual mapping engine: the constructions of Lemma 10 agree with plain rationals") {
  for (const auto& [n, m, d] :
       {std::tuple(1L, 2L, 2L), {2L, 1L, 2L}, {2L, 2L, 1L}, {2L, 3L, 1L}, {2L, 2L, 2L}, {3L, 2L, 1L}}) {
    for (const ContextualConstruction& c : constructions(n, m, d)) {
      const Naive expected = naive(c);
      const ContextualResult result = check_contextual_mapping(c);
      require_same(result, expected);
      if (result.collision) require_collision(c, *result.collision);
    }
  }
}

TEST_CASE("contextual mapping engine: random windows and shifts agree with plain rationals") {
  Draw draw(9001);
  for (int i = 0; i < 300; ++i) {
    const ContextualConstruction c = random_construction(draw);
    INFO("instance " << i);
    require_same(check_contextual_mapping(c), naive(c));
    const std::size_t token = static_cast<std::size_t>(draw.integer(0, static_cast<long>(c.u.size()) - 1));
    require_same(check_contextual_mapping(c, {.token = token}), naive(c, token));
  }
}

TEST_CASE("contextual mapping engine: the repaired constructions are contextual mappings, the printed ones are not") {
  for (const RationalVector& u : position_vectors(3)) {
    CHECK(check_contextual_mapping(half_open_construction(u, 3, 1)).is_contextual_mapping());
    CHECK(check_contextual_mapping(closed_construction(u, 3, 1)).is_contextual_mapping());
    CHECK_FALSE(check_contextual_mapping(printed_construction(GridKind::closed, u, 3, 1, 1)).is_contextual_mapping());
  }
}

TEST_CASE("contextual mapping engine: 64 bits, 128 bits and any number give the same, with any threads and memory") {
  // Gaps of 2, 2^56 and 2^200.
  const std::vector<std::pair<long, Integers>> sizes = {
      {1, Integers::bits_64}, {56, Integers::bits_128}, {200, Integers::unbounded}};
  for (const auto& [bits, needed] : sizes) {
    const Rational gap = pow(Rational(2), bits);
    for (const ContextualConstruction& c :
         {half_open_construction({gap, 0}, 3, 1), printed_construction(GridKind::closed, {Rational(0), gap}, 3, 1, 3),
          printed_construction(GridKind::half_open, {Rational(0), gap}, 3, 1, 1)}) {
      const Naive expected = naive(c);
      const ContextualResult automatic = check_contextual_mapping(c);
      CHECK(automatic.integers == needed);
      require_same(automatic, expected);
      for (Integers integers : {Integers::bits_64, Integers::bits_128, Integers::unbounded}) {
        if (integers < needed) {
          CHECK_THROWS_AS(check_contextual_mapping(c, {.integers = integers}), std::overflow_error);
          continue;
        }
        for (unsigned threads : {1u, 2u, 5u}) {
          require_same(check_contextual_mapping(c, {.threads = threads, .integers = integers}), expected);
          require_same(check_contextual_mapping(c, {.threads = threads, .integers = integers, .memory = 1}), expected);
        }
      }
    }
  }
}

TEST_CASE("contextual mapping engine: many buckets and several passes") {
  // 4^6 inputs with 3 values each; 64 KiB hold a third of them.
  for (Rational multiplier : {Rational(1), Rational(17)}) {
    const ContextualConstruction c = printed_construction(GridKind::half_open, {0, 2, 4}, 4, 2, multiplier);
    const ContextualResult in_one = check_contextual_mapping(c);
    const ContextualResult in_several = check_contextual_mapping(c, {.threads = 2, .memory = 65536});
    CHECK(in_one.inputs == 4096);
    CHECK(in_one.values == 12288);
    CHECK(in_one.is_contextual_mapping() == (multiplier == Rational(17)));
    CHECK(in_several.distinct == in_one.distinct);
    REQUIRE(in_several.collision.has_value() == in_one.collision.has_value());
    if (in_one.collision) {
      CHECK(in_several.collision->value == in_one.collision->value);
      CHECK(in_several.collision->second.input == in_one.collision->second.input);
    }
  }
}

TEST_CASE("contextual mapping engine: input that cannot be meant") {
  const ContextualConstruction good = half_open_construction({0, 2}, 2, 1);
  const auto message = [](const ContextualConstruction& c, const ContextualOptions& options = {}) -> std::string {
    try {
      check_contextual_mapping(c, options);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  CHECK(message(good) == "accepted");
  CHECK(message(good, {.most_inputs = 3}) == "grid: expected at most 3 inputs, found 4");
  CHECK(message(good, {.token = 2}) == "token: expected at most 1");
  ContextualConstruction swapped = good;
  std::swap(swapped.shifts[0], swapped.shifts[1]);
  CHECK(message(swapped) == "shifts[1].from: expected at least 3/4, where the window before ends, found -1/4");
  ContextualConstruction fraction = good;
  fraction.shifts[0].multiplier = Rational(1, 2);
  CHECK(message(fraction) == "shifts[0].multiplier: expected an integer after multiplication with z_1, found 1/2");
  ContextualConstruction empty = good;
  empty.shifts[0].to = empty.shifts[0].from;
  CHECK(message(empty) == "shifts[0]: expected from < to");
  ContextualConstruction no_tokens = good;
  no_tokens.u.clear();
  CHECK(message(no_tokens) == "u: expected one entry at least");
  CHECK_THROWS_AS(half_open_construction({0, 1}, 2, 1), InputError);
  CHECK_THROWS_AS(closed_construction({0, 1}, 2, 1), InputError);
}

TEST_CASE("contextual mapping engine: an interrupted run ends") {
  const std::atomic<bool> interrupted = true;
  CHECK_THROWS_AS(check_contextual_mapping(half_open_construction({0, 2}, 2, 1), {.interrupted = &interrupted}),
                  std::runtime_error);
}
