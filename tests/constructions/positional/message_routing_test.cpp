// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/message_routing.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "constructions/positional/agnostic_machine.hpp"
#include "constructions/positional/routing_picture.hpp"
#include "constructions/positional/routing_values.hpp"
#include "theory/error.hpp"
#include "theory/networks/benes.hpp"

using namespace attest::constructions;
using namespace attest::constructions::routing;
using attest::theory::BenesNetwork;

namespace {

constexpr Halving kAll[] = {Halving::kSorted, Halving::kByMessage, Halving::kByDestination};

std::uint64_t total(const std::vector<std::uint32_t>& sizes) {
  std::uint64_t sum = 0;
  for (const std::uint32_t size : sizes) sum += size;
  return sum;
}

// Loads of every kind: multiples, any sizes, none, messages to oneself alone, and one machine alone.
std::vector<Load> loads(std::uint32_t n, Draw& draw) {
  std::vector<Message> to_themselves;
  for (std::uint32_t i = 0; i < n; ++i) to_themselves.push_back({i, i, i});
  return {load_of(n, {}), load_of(n, {{0, n - 1, 7}}), load_of(n, to_themselves), drawn_load(n, 1, 5, draw),
          drawn_load(n, 4, 8, draw)};
}

}  // namespace

TEST_CASE("routing: every tuple goes along edges, from its source to its destination") {
  Draw draw(601);
  for (const std::uint32_t n : {1U, 2U, 3U, 4U, 5U, 8U, 13U, 16U}) {
    for (const Load& load : loads(n, draw)) {
      for (const Halving halving : kAll) {
        const Trace trace = route(load, halving);
        INFO(n << " machines");
        CHECK(trace.delivered());
        CHECK((std::size_t{1} << trace.k) >= n);
        REQUIRE(trace.place.size() == std::max(1U, 2 * trace.k));
        CHECK(trace.steps.size() + 1 == trace.place.size());
        for (std::size_t x = 0; x < trace.tuples.size(); ++x) {
          CHECK(trace.place[0][x] == trace.tuples[x].source);
          if (trace.k == 0) continue;
          const BenesNetwork network(trace.k);
          for (unsigned l = 1; l < 2 * trace.k; ++l)
            REQUIRE(network.edge({l, trace.place[l - 1][x]}, {l + 1, trace.place[l][x]}));
        }
      }
    }
  }
}

TEST_CASE("routing: what is recorded of a step is what its tuples do") {
  Draw draw(602);
  for (const Load& load : loads(8, draw)) {
    const Trace trace = route(load, Halving::kSorted);
    for (std::size_t l = 0; l < trace.steps.size(); ++l) {
      std::vector<std::uint32_t> held(8, 0), stayed(8, 0), went(8, 0);
      for (std::size_t x = 0; x < trace.tuples.size(); ++x) {
        ++held[trace.place[l + 1][x]];
        ++(trace.place[l][x] == trace.place[l + 1][x] ? stayed : went)[trace.place[l][x]];
      }
      CHECK(trace.steps[l].held == held);
      CHECK(trace.steps[l].stayed == stayed);
      CHECK(trace.steps[l].went == went);
      CHECK(total(held) == trace.tuples.size());
    }
  }
}

TEST_CASE("routing: multiples of 2^(k-1) are halved exactly and keep s") {
  Draw draw(603);
  for (unsigned k = 1; k <= 5; ++k) {
    const std::uint32_t unit = 1U << (k - 1);
    for (int i = 0; i < 4; ++i) {
      const Load load = drawn_load(1U << k, unit, 3 * unit, draw);
      for (const Halving halving : kAll) {
        const Trace trace = route(load, halving);
        CHECK_FALSE(trace.unequal);
        CHECK(trace.most_held() <= trace.s);
        CHECK(trace.most_in_one_half() <= trace.s);
      }
    }
  }
}

TEST_CASE("routing: with s >= N (log2 N - 1) any sizes fit two halves of s slots") {
  Draw draw(604);
  for (unsigned k = 1; k <= 5; ++k) {
    const std::uint32_t n = 1U << k, s = std::max(1U, n * (k - 1));
    for (int i = 0; i < 3; ++i) {
      const Load load = drawn_load(n, 1, s, draw);
      CHECK(route(load, Halving::kSorted).most_in_one_half() <= s);
      const SlotRun run = run_in_slots(load, s);
      CHECK(run.delivered);
      CHECK_FALSE(run.overflow);
    }
  }
}

TEST_CASE("routing: an odd part is named, and an overflow is, with its step and machine") {
  const Trace trace = route(load_of(4, {{2, 1, 3}}), Halving::kByDestination);
  CHECK(trace.unequal == "step 1, machine 2: 3 tuples for machine 1");
  CHECK(route(load_of(4, {{2, 1, 3}}), Halving::kByMessage).unequal ==
        "step 1, machine 2: 3 tuples from machine 2 for machine 1");
  // 0 and 1 meet at step 3, and both tuples take the same side at step 4.
  const Load load = load_of(8, {{0, 0, 1}, {1, 4, 1}});
  const SlotRun run = run_in_slots(load, 1);
  CHECK_FALSE(run.delivered);
  CHECK(run.overflow == "before step 4 machine 0");
  CHECK(run_in_slots(load, 2).delivered);
}

TEST_CASE("routing: the oracle is the same for all loads, and within Definition A.2") {
  for (unsigned k = 1; k <= 4; ++k) {
    for (const std::uint32_t s : {1U, 2U, 5U}) {
      for (unsigned l = 1; l < 2 * k; ++l)
        CHECK_NOTHROW(attest::theory::machines::check_receive(agnostic_oracle(k, s, l), std::size_t{1} << k, 2 * s, l));
    }
  }
}

TEST_CASE("routing: padding rounds up to multiples of 2^(k-1)") {
  CHECK(padded({{0, 1, 2, 3}, {4, 5, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 1}}) ==
        Load{{0, 2, 2, 4}, {4, 6, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 2}});
  CHECK(padded({{5}}) == Load{{5}});
}

TEST_CASE("routing: loads that are none") {
  CHECK_THROWS_AS(route({}, Halving::kSorted), attest::InputError);
  CHECK_THROWS_AS(route({{1, 2}}, Halving::kSorted), attest::InputError);
  CHECK_THROWS_AS(route({{0xffffffffU}}, Halving::kSorted), attest::InputError);
  CHECK_THROWS_AS(run_in_slots(load_of(2, {{0, 1, 1}}), 1U << 24), attest::InputError);
}

TEST_CASE("routing: pictures are whole, and refuse what an eye cannot follow") {
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t result = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++result;
    return result;
  };
  for (unsigned k = 1; k <= 4; ++k) {
    const std::size_t n = std::size_t{1} << k;
    const Trace trace = route(load_of(n, {{0, 1, 4}, {1, 0, 8}}), Halving::kSorted);
    const std::string flow = flow_picture(trace), memory = memory_picture(trace);
    CHECK(count(flow, "<line ") == 2 * n * (2 * k - 1));
    CHECK(count(flow, "<circle ") == n * 2 * k);
    CHECK(count(memory, "<rect ") == n * 2 * k);
    for (const std::string& svg : {flow, memory}) {
      CHECK(count(svg, "<g") == count(svg, "</g>"));
      CHECK(count(svg, "<text") == count(svg, "</text>"));
      CHECK(svg.ends_with("</svg>\n"));
    }
  }
  CHECK_THROWS_AS(flow_picture(route({{1}}, Halving::kSorted)), attest::InputError);
  CHECK_THROWS_AS(flow_picture(route(load_of(17, {}), Halving::kSorted)), attest::InputError);
  CHECK_THROWS_AS(memory_picture(route(load_of(65, {}), Halving::kSorted)), attest::InputError);
  CHECK_NOTHROW(memory_picture(route({{1}}, Halving::kSorted)));
}
