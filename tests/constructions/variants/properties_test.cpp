// SPDX-License-Identifier: Apache-2.0
// The arguments of properties.cpp against numbers: descriptions at random, parameters and inputs at random. A property
// that is said to hold must hold at each of them; one that is said to fail must have a witness that fails.
#include "constructions/variants/properties.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "constructions/variants/evaluate.hpp"

namespace {

using namespace attest::constructions;
using attest::theory::Rational;

template <class T>
T pick(Draw& draw, long choices) {
  return static_cast<T>(draw.integer(0, 1) ? draw.integer(0, choices - 1) : 0);
}

Attention random_attention(Draw& draw) {
  Attention a;
  do {
    a.bias = pick<Attention::Bias>(draw, 10);
    a.rotation = pick<Attention::Rotation>(draw, 2);
    a.encoding = pick<Attention::Encoding>(draw, 3);
    a.scores = pick<Attention::Scores>(draw, 2);
    a.factor = pick<Attention::Factor>(draw, 4);
    a.mask = pick<Attention::Mask>(draw, 2);
    a.normalizer = pick<Attention::Normalizer>(draw, 6);
    a.sink = pick<Attention::Sink>(draw, 2);
    a.extra_token = pick<Attention::ExtraToken>(draw, 2);
    a.values = pick<Attention::Values>(draw, 2);
    a.gate = pick<Attention::Gate>(draw, 2);
    a.difference = pick<Attention::Difference>(draw, 2);
  } while (!contradiction(a).empty());
  return a;
}

std::string words(const Attention& a) {
  std::string text;
  for (int key : {int(a.bias), int(a.rotation), int(a.encoding), int(a.scores), int(a.factor), int(a.mask),
                  int(a.normalizer), int(a.sink), int(a.extra_token), int(a.values), int(a.gate), int(a.difference)})
    text += " " + std::to_string(key);
  return text;
}

bool stochastic(const RationalMatrix& A) {
  const RationalVector sums = row_sums(A);
  return std::all_of(sums.begin(), sums.end(), [](const Rational& sum) { return sum == Rational(1); }) &&
         std::all_of(A.begin(), A.end(), [](const RationalVector& row) {
           return std::all_of(row.begin(), row.end(), [](const Rational& x) { return x.sign() >= 0; });
         });
}

bool identical(const RationalMatrix& Y) {
  return std::all_of(Y.begin(), Y.end(), [&](const RationalVector& row) { return row == Y.front(); });
}

bool distinct(const RationalVector& v) { return std::set(v.begin(), v.end()).size() == v.size(); }

RationalMatrix random_input(long n, long d, Draw& draw) {
  RationalMatrix X = constant_matrix(n, d, 0);
  for (RationalVector& row : X)
    for (Rational& x : row) x = draw.integer(0, 3);
  return X;
}

RationalMatrix minus(RationalMatrix X) {
  for (RationalVector& row : X)
    for (Rational& x : row) x = -x;
  return X;
}

}  // namespace

TEST_CASE("what is said to hold of an attention holds at random parameters and inputs") {
  Draw draw(81);
  for (int i = 0; i < 2000; ++i) {
    const Attention a = random_attention(draw);
    INFO(words(a));
    const bool sums = right_stochastic(a).holds, rows = identical_rows_stay_identical(a).holds, later = causal(a).holds,
               aware = position_aware(a).holds;
    for (int j = 0; j < 4; ++j) {
      const long n = draw.integer(2, 4), d = draw.integer(1, 2);
      const Parameters p = drawn_parameters(a, n, d, draw);
      const RationalMatrix X = random_input(n, d, draw);
      if (sums) CHECK(stochastic(attention_matrix(a, p, X)));
      if (rows) {
        const RationalMatrix same(static_cast<std::size_t>(n), X.front());
        CHECK(identical(attention_layer(a, p, same)));
      }
      if (later) {
        const long kept = draw.integer(1, n - 1);
        RationalMatrix Y = X;
        for (long k = kept; k < n; ++k) Y[static_cast<std::size_t>(k)] = random_input(1, d, draw).front();
        const RationalMatrix before = attention_layer(a, p, X), after = attention_layer(a, p, Y);
        CHECK(std::equal(before.begin(), before.begin() + kept, after.begin()));
      }
      if (!aware) {  // at this input two rows have one sum, whatever the parameters are
        RationalMatrix zero = constant_matrix(n, d, 0);
        if (a.encoding != Attention::Encoding::none) zero = minus({p.P.end() - n, p.P.end()});
        CHECK_FALSE(distinct(row_sums(attention_matrix(a, p, zero))));
      }
      if (aware) {
        const auto found = position_aware_parameters(a, n, d);
        REQUIRE(found);
        const RationalVector v = row_sums(attention_matrix(a, *found, X));
        CHECK(distinct(v));
        CHECK(v == row_sums(attention_matrix(a, *found, random_input(n, d, draw))));
      }
    }
  }
}

TEST_CASE("what is said to fail of an attention fails at its witness") {
  Draw draw(82);
  for (int i = 0; i < 500; ++i) {
    const Attention a = random_attention(draw);
    INFO(words(a));
    if (const Property sums = right_stochastic(a); !sums.holds)
      CHECK_FALSE(stochastic(attention_matrix(a, sums.witness->parameters, sums.witness->X)));
    if (const Property rows = identical_rows_stay_identical(a);
        !rows.holds && a.encoding != Attention::Encoding::sinusoidal) {
      CHECK(identical(rows.witness->X));
      CHECK_FALSE(identical(attention_layer(a, rows.witness->parameters, rows.witness->X)));
    }
    if (const Property later = causal(a); !later.holds) {
      RationalMatrix Y = later.witness->X;
      std::copy(later.witness->later.begin(), later.witness->later.end(), Y.begin() + 1);
      CHECK(attention_layer(a, later.witness->parameters, later.witness->X).front() !=
            attention_layer(a, later.witness->parameters, Y).front());
    }
  }
}

TEST_CASE("a permutation of the tokens permutes the outputs of a layer that is said to see a set") {
  Draw draw(83);
  int seen = 0;
  while (seen < 60) {
    const Attention a = random_attention(draw);
    if (!permutation_equivariant(a)) continue;
    INFO(words(a));
    ++seen;
    const Parameters p = drawn_parameters(a, 3, 2, draw);
    const RationalMatrix X = random_input(3, 2, draw), Y = attention_layer(a, p, X);
    const std::vector<long> order = draw.permutation(3);
    RationalMatrix permuted, expected;
    for (long k : order) {
      permuted.push_back(X[static_cast<std::size_t>(k - 1)]);
      expected.push_back(Y[static_cast<std::size_t>(k - 1)]);
    }
    CHECK(attention_layer(a, p, permuted) == expected);
  }
}
