// SPDX-License-Identifier: Apache-2.0
#include "tests/theory/differential/generators.hpp"
#include "tests/theory/laws.hpp"
#include "theory/networks/benes.hpp"
#include "theory/networks/sorting_network.hpp"

using namespace attest::theory;
using namespace attest::tests;

namespace {

Value number(std::size_t x) { return Rational(static_cast<long>(x)); }

}  // namespace

TEST_CASE("differential: the Benes network, Definition A.4") {
  SECTION("column digits, for every layer") {
    for (unsigned k = 1; k <= 6; ++k) {
      for (unsigned layer = 1; layer < 2 * k; ++layer) {
        CHECK(exact(definition("column_digit", {number(layer), number(k)})) ==
              Rational(static_cast<long>(BenesNetwork(k).column_digit(layer))));
      }
    }
  }
  rc::prop("edges, between layers that follow each other and others", [] {
    const unsigned k = static_cast<unsigned>(size(1, 5)), last = 2 * k;
    const BenesNetwork network(k);
    const auto label = [&] { return *rc::gen::inRange<std::uint32_t>(0, network.labels()); };
    const unsigned layer = *rc::gen::inRange(1U, last);
    const BenesNetwork::Node from{layer, label()};
    // The digit of a column near this one, flipped: an edge, or nearly one.
    const std::uint32_t near = from.label ^ (1U << *rc::gen::inRange(0U, k));
    const BenesNetwork::Node to{coin() ? layer + 1 : *rc::gen::inRange(1U, last + 1), coin() ? near : label()};
    const auto expected =
        definition("edge", {number(from.layer), number(from.label), number(to.layer), number(to.label), number(k)});
    RC_ASSERT(network.edge(from, to) == expected.get<bool>());
    RC_CLASSIFY(network.edge(from, to));
  });
  rc::prop("numbers of paths", [] {
    const unsigned k = static_cast<unsigned>(size(1, 3));
    const BenesNetwork network(k);
    const BenesNetwork::Node from{*rc::gen::inRange(1U, 2 * k + 1),
                                  *rc::gen::inRange<std::uint32_t>(0, network.labels())};
    const unsigned layer = *rc::gen::inRange(from.layer, 2 * k + 1);
    const auto expected = definition("path_counts", {number(from.layer), number(from.label), number(layer), number(k)});
    Vector<Rational> found;
    for (std::uint64_t count : network.path_counts(from, layer)) found.emplace_back(static_cast<long>(count));
    RC_ASSERT(exact_vector(expected) == found);
  });
}

TEST_CASE("differential: odd-even transposition") {
  rc::prop("one round, and several", [] {
    const Vector<Rational> x = any_vector(size(0, 7), small_integers());
    const std::size_t rounds = size(1, 8);
    Vector<Rational> once = x;
    odd_even_round(once, rounds);
    RC_ASSERT(exact_vector(definition("odd_even_round", {value(x), number(rounds)})) == once);
    RC_ASSERT(exact_vector(definition("odd_even", {value(x), number(rounds)})) == odd_even_transposition(x, rounds));
  });
  SECTION("rounds that begin with the even pairs are seen to differ") {
    const Vector<Rational> x{2, 1, 0};
    Vector<Rational> shifted = x;
    odd_even_round(shifted, 2);
    const Vector<Rational> expected = exact_vector(definition("odd_even_round", {value(x), 1}));
    CHECK(expected != shifted);
    CHECK(expected == odd_even_transposition(x, 1));
  }
}
