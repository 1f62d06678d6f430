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
    a.bias = pick<Attention::Bias>(draw, 11);
    a.rotation = pick<Attention::Rotation>(draw, 2);
    a.encoding = pick<Attention::Encoding>(draw, 3);
    a.scores = pick<Attention::Scores>(draw, 2);
    a.factor = pick<Attention::Factor>(draw, 5);
    a.mask = pick<Attention::Mask>(draw, 4);
    a.normalizer = pick<Attention::Normalizer>(draw, 7);
    a.sink = pick<Attention::Sink>(draw, 2);
    a.extra_token = pick<Attention::ExtraToken>(draw, 2);
    a.values = pick<Attention::Values>(draw, 2);
    a.gate = pick<Attention::Gate>(draw, 2);
    a.difference = pick<Attention::Difference>(draw, 2);
    a.softcap = draw.integer(0, 4) == 0 ? Attention::Softcap::tanh : Attention::Softcap::none;
    a.qk_norm = draw.integer(0, 4) == 0 ? Attention::QkNorm::rms : Attention::QkNorm::none;
    a.keys = pick<Attention::Keys>(draw, 3);
    a.talking = pick<Attention::Talking>(draw, 4);
  } while (!contradiction(a).empty());
  return a;
}

std::string words(const Attention& a) {
  std::string text;
  for (int key : {int(a.bias), int(a.rotation), int(a.encoding), int(a.scores), int(a.factor), int(a.mask),
                  int(a.normalizer), int(a.sink), int(a.extra_token), int(a.values), int(a.gate), int(a.difference),
                  int(a.softcap), int(a.qk_norm), int(a.keys), int(a.talking)})
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
  int evaluated = 0;
  for (int i = 0; i < 2000; ++i) {
    const Attention a = random_attention(draw);
    INFO(words(a));
    const bool sums = right_stochastic(a).holds, rows = identical_rows_stay_identical(a).holds, later = causal(a).holds,
               aware = position_aware(a).holds;
    for (int j = 0; j < 4; ++j) {
      const long n = draw.integer(2, 4), d = draw.integer(1, 2);
      Parameters p = drawn_parameters(a, n, d, draw);
      if (p.width > 0) p.width = draw.integer(1, a.tokens(n));
      // Caps and norms leave scores rational where they are 0, and little else.
      if (a.numbers_may_be_irrational() && draw.integer(0, 3) > 0)
        for (RationalMatrix* W : {&p.WQ, &p.WQ2})
          for (RationalVector& row : *W)
            for (Rational& x : row) x = 0;
      const RationalMatrix X = random_input(n, d, draw);
      try {
        attention_layer(a, p, X);
      } catch (const std::domain_error&) {
        REQUIRE(a.numbers_may_be_irrational());
        continue;
      }
      ++evaluated;
      try {
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
          if (!found) REQUIRE(a.numbers_may_be_irrational());
          if (!found) continue;
          const RationalVector v = row_sums(attention_matrix(a, *found, X));
          CHECK(distinct(v));
          CHECK(v == row_sums(attention_matrix(a, *found, random_input(n, d, draw))));
        }
      } catch (const std::domain_error&) {  // at another input
        REQUIRE(a.numbers_may_be_irrational());
      }
    }
  }
  CHECK(evaluated > 5000);
}

TEST_CASE("what is said to fail of an attention fails at its witness") {
  Draw draw(82);
  int without_numbers = 0;
  // An argument whose numbers would be irrational may stand alone; all others have a witness.
  const auto shown = [&](const Attention& a, const Property& property) {
    if (property.witness) return true;
    REQUIRE(a.numbers_may_be_irrational());
    ++without_numbers;
    return false;
  };
  for (int i = 0; i < 500; ++i) {
    const Attention a = random_attention(draw);
    INFO(words(a));
    if (const Property sums = right_stochastic(a); !sums.holds && shown(a, sums))
      CHECK_FALSE(stochastic(attention_matrix(a, sums.witness->parameters, sums.witness->X)));
    if (const Property rows = identical_rows_stay_identical(a);
        !rows.holds && a.encoding != Attention::Encoding::sinusoidal && shown(a, rows)) {
      CHECK(identical(rows.witness->X));
      CHECK_FALSE(identical(attention_layer(a, rows.witness->parameters, rows.witness->X)));
    }
    if (const Property later = causal(a); !later.holds && shown(a, later)) {
      RationalMatrix Y = later.witness->X;
      std::copy(later.witness->later.begin(), later.witness->later.end(), Y.begin() + 1);
      CHECK(attention_layer(a, later.witness->parameters, later.witness->X).front() !=
            attention_layer(a, later.witness->parameters, Y).front());
    }
  }
  CHECK(without_numbers < 40);
}

TEST_CASE("the attentive condition: what meets it is softmax of x_i x_j at some parameters") {
  const auto of = [](auto change) {
    Attention a;
    change(a);
    return attentive(a).holds;
  };
  using A = Attention;
  CHECK(of([](A&) {}) == true);
  for (int bias = 0; bias < 11; ++bias) {
    const A::Bias kind = static_cast<A::Bias>(bias);
    CHECK(of([&](A& a) { a.bias = kind; }) == (kind != A::Bias::alibi && kind != A::Bias::kerple));
  }
  for (int normalizer = 1; normalizer < 7; ++normalizer)
    CHECK(of([&](A& a) { a.normalizer = static_cast<A::Normalizer>(normalizer); }) == false);
  CHECK(of([](A& a) { a.factor = A::Factor::toeplitz; }) == true);
  CHECK(of([](A& a) { a.factor = A::Factor::decay; }) == false);
  CHECK(of([](A& a) { a.factor = A::Factor::lower; }) == false);
  CHECK(of([](A& a) { a.mask = A::Mask::causal; }) == false);
  CHECK(of([](A& a) { a.mask = A::Mask::window; }) == true);
  CHECK(of([](A& a) { a.sink = A::Sink::learned; }) == false);
  CHECK(of([](A& a) { a.softcap = A::Softcap::tanh; }) == false);
  CHECK(of([](A& a) { a.qk_norm = A::QkNorm::rms; }) == false);
  CHECK(of([](A& a) { a.keys = A::Keys::latent; }) == true);
  CHECK(of([](A& a) { a.talking = A::Talking::both; }) == true);
  CHECK(of([](A& a) { a.scores = A::Scores::positions; }) == false);
  CHECK(of([](A& a) { a.encoding = A::Encoding::learned; }) == true);
  CHECK(of([](A& a) { a.encoding = A::Encoding::sinusoidal; }) == false);
  CHECK(of([](A& a) { a.rotation = A::Rotation::rope; }) == std::nullopt);
  CHECK(of([](A& a) { a.extra_token = A::ExtraToken::bos; }) == std::nullopt);
  CHECK(of([](A& a) {
          a.difference = A::Difference::two_softmaxes;
          a.softcap = A::Softcap::tanh;
        }) == std::nullopt);
  // n = 2, d = 1, u = 1: with weights 1 and every other parameter 0, whatever meets the condition without a second
  // matrix.
  Draw draw(84);
  const RationalMatrix X = {{2}, {-1}};
  const RationalMatrix expected = {{Rational(64, 65), Rational(1, 65)}, {Rational(1, 9), Rational(8, 9)}};
  int met = 0;
  for (int i = 0; i < 500; ++i) {
    const Attention a = random_attention(draw);
    if (attentive(a).holds != true || a.difference != A::Difference::none || a.talking != A::Talking::none) continue;
    INFO(words(a));
    Parameters p = make_parameters(a, 2, 1, [](long) { return Rational(0); });
    p.WQ = p.WK = {{1}};
    for (Rational& c : p.c) c = 1;
    CHECK(attention_matrix(a, p, X) == expected);
    ++met;
  }
  CHECK(met > 10);
}

TEST_CASE("a permutation of the tokens permutes the outputs of a layer that is said to see a set") {
  Draw draw(83);
  int seen = 0;
  while (seen < 60) {
    const Attention a = random_attention(draw);
    if (!permutation_equivariant(a)) continue;
    INFO(words(a));
    if (a.numbers_may_be_irrational()) continue;
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
