// SPDX-License-Identifier: Apache-2.0
// The exact gradients against difference quotients, which know no derivative: of a row in rational arithmetic, where
// the quotient is exact, and of whole problems in enclosures, with steps so small that what they leave is beyond the
// digits that the truth states.
#include <catch2/catch.hpp>

#include "theory/scalar/enclosure.hpp"
#include "verify/instances/gradients.hpp"
#include "verify/judge/gradient_judge.hpp"
#include "verify/judge/gradient_row.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::judge;
using theory::Enclosure;
using theory::Rational;

namespace {

std::uint64_t next(std::uint64_t& state) { return state = state * 6364136223846793005u + 1442695040888963407u; }
Rational some(std::uint64_t& state) {
  return Rational(static_cast<long>(next(state) >> 40) % 2001 - 1000) /
         Rational(static_cast<long>(next(state) >> 40) % 97 + 1);
}

/// sum_j E_j C_j D_j / sum_j E_j.
Rational row_value(const std::vector<Rational>& e, const std::vector<Rational>& c, const std::vector<Rational>& d) {
  Rational above = 0, below = 0;
  for (std::size_t j = 0; j < e.size(); ++j) {
    above += e[j] * c[j] * d[j];
    below += e[j];
  }
  return above / below;
}

constexpr long bits = 2400;
Enclosure real(double x) { return Enclosure(Rational::from_double(x), bits); }

/// sum of dO_ic O_ic over everything, from the definition, with one element of one array moved by `step`.
Enclosure loss(const GradientInstance& given, const GradientPart* moved, std::int64_t element, const Enclosure& step) {
  const Instance& in = given.forward;
  const auto number = [&](const FloatArray& array, std::int64_t k) {
    const Enclosure x = real(array[k]);
    return moved && differentiated(in, *moved) == &array && k == element ? x + step : x;
  };
  const auto at = [](const FloatArray& array, std::int64_t b, std::int64_t h, std::int64_t r, std::int64_t c) {
    const auto& s = array.shape();
    return (((s[0] == 1 ? 0 : b) * s[1] + (s[1] == 1 ? 0 : h)) * s[2] + r) * s[3] + c;
  };
  const auto term = [&](const Term& t, std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) {
    const auto& s = t.values.shape();
    const std::int64_t back = i - j + in.keys - 1;
    switch (t.kind) {
      case ATTEST_TERM_DENSE:
        return number(t.values, at(t.values, b, h, i, j));
      case ATTEST_TERM_ALIBI:
        return -number(t.values, s[0] == 1 ? 0 : h) * real(static_cast<double>(i < j ? j - i : i - j));
      case ATTEST_TERM_BUCKETS:
        return number(t.values, t.bucket[static_cast<std::size_t>(back)] * s[1] + h);
      default:
        return number(t.values, (s[0] == 1 ? 0 : h) * s[1] + back);
    }
  };
  const auto scale_of = [](const std::optional<FloatArray>& scales, std::int64_t b, std::int64_t h) {
    if (!scales) return real(1);
    const auto& s = scales->shape();
    return real((*scales)[(s[0] == 1 ? 0 : b) * s[1] + (s[1] == 1 ? 0 : h)]);
  };
  const auto kept = [&](std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) {
    const Dropout& d = in.dropout;
    if (d.scale == 0) return real(1);
    const std::int64_t head = (d.batches == 1 ? 0 : b) * d.heads + (d.heads == 1 ? 0 : h);
    return real(d.keep[static_cast<std::size_t>((head * in.queries + i) * in.keys + j)] != 0 ? d.scale : 0);
  };
  Enclosure sum = real(0);
  for (std::int64_t b = 0; b < in.batches; ++b)
    for (std::int64_t h = 0; h < in.heads; ++h)
      for (std::int64_t i = 0; i < in.queries; ++i) {
        const std::int64_t of = in.kv_head(h);
        Enclosure above = real(0), below = real(0);
        bool any = false;
        if (in.sinks) below = exp(number(*in.sinks, in.sinks->size() == 1 ? 0 : h));
        for (std::int64_t j = 0; j < in.keys; ++j) {
          if (!in.visible(b, h, i, j)) continue;
          any = true;
          Enclosure s = real(0), d = real(0);
          for (std::int64_t c = 0; c < in.width; ++c)
            s += number(in.query, at(in.query, b, h, i, c)) * number(in.key, at(in.key, b, of, j, c));
          s = s * real(in.scale) * scale_of(in.query_scale, b, h) * scale_of(in.key_scale, b, of);
          if (in.softcap > 0) {
            const Enclosure e = exp(real(2) * s / real(in.softcap));
            s = real(in.softcap) * (e - real(1)) / (e + real(1));
          }
          if (in.bias.kind != ATTEST_TERM_NONE) s += term(in.bias, b, h, i, j);
          for (std::int64_t c = 0; c < in.value_width; ++c)
            d += real(given.grad_output[at(given.grad_output, b, h, i, c)]) *
                 number(in.value, at(in.value, b, of, j, c));
          d = d * scale_of(in.value_scale, b, of) * kept(b, h, i, j);
          const Enclosure weight = exp(s);
          below += weight;
          above += weight * d * (in.factor.kind == ATTEST_TERM_NONE ? real(1) : term(in.factor, b, h, i, j));
        }
        if (any) sum += above / below;
      }
  return sum;
}

}  // namespace

TEST_CASE("derivatives of a row are its difference quotients in rational arithmetic") {
  std::uint64_t state = 7;
  for (int round = 0; round < 200; ++round) {
    const std::size_t n = 1 + next(state) % 6;
    std::vector<Rational> e, c, d, p;
    for (std::size_t j = 0; j < n; ++j) {
      const Rational x = some(state);
      e.push_back(x * x + Rational(1) / Rational(7));
      c.push_back(some(state));
      d.push_back(some(state));
    }
    Rational total = 0;
    for (const Rational& x : e) total += x;
    for (const Rational& x : e) p.push_back(x / total);
    const RowDerivatives<Rational> found(p, c, d, Rational(0));
    const Rational before = row_value(e, c, d);
    CHECK(found.delta == before);
    for (std::size_t j = 0; j < n; ++j) {
      // E_j (1 + h) is what S_j + log(1 + h) gives. The value is a Moebius function of h, so that for every h
      // (f(h) - f(0)) / h = f'(0) / (1 + P_j h), and f'(0) is the derivative by S_j.
      const Rational h = some(state) / Rational(1001) + Rational(3);
      std::vector<Rational> moved = e;
      moved[j] = e[j] * (Rational(1) + h);
      CHECK((row_value(moved, c, d) - before) / h * (Rational(1) + p[j] * h) == found.score[j]);
      // Linear in C_j.
      std::vector<Rational> other = c;
      other[j] += h;
      CHECK((row_value(e, other, d) - before) / h == found.factor[j]);
    }
  }
}

namespace {

/// Holds every gradient of a problem against difference quotients; how many elements it has.
int check_quotients(const GradientInstance& in) {
  int elements = 0;
  const auto expected = expected_gradients(in, default_error_class(in.forward.dtype), 256);
  const Enclosure h = Enclosure(Rational(1) / pow(Rational(2), 500), bits);
  for (std::size_t p = 0; p < std::size(gradient_parts); ++p)
    for (std::size_t k = 0; k < expected[p].size(); ++k) {
      const auto at = static_cast<std::int64_t>(k);
      const Enclosure quotient = (loss(in, &gradient_parts[p], at, h) - loss(in, &gradient_parts[p], at, -h)) / (h + h);
      const Enclosed& found = expected[p][k].exact;
      const Enclosure off = abs(quotient - (real(found.high) + real(found.low)));
      CAPTURE(in.forward.name, gradient_parts[p].name, k, found.high, found.radius);
      // What h leaves is below 2^-900, what the double-double leaves is its radius.
      CHECK((off <= real(found.radius) + exp2(real(-900))) == theory::Truth::yes);
      CHECK(found.radius <= 0x1p-90);
      ++elements;
    }
  return elements;
}

}  // namespace

TEST_CASE("the derivative of a softcap is its difference quotient in rational arithmetic") {
  std::uint64_t state = 11;
  for (int round = 0; round < 200; ++round) {
    // t = (e - 1) / (e + 1) of e = exp(2 x), a Moebius function of h where e is multiplied by 1 + h: with
    // p = e / (1 + e), (t(h) - t(0)) / h = t'(0) / (1 + p h), and t'(0), by log e, is half of that by x.
    const Rational e = some(state) * some(state) + Rational(1001) * Rational(1001), one = 1, h = some(state) + one;
    if (h == Rational(0)) continue;
    const auto tanh = [&](const Rational& x) { return (x - one) / (x + one); };
    const Rational quotient = (tanh(e * (one + h)) - tanh(e)) / h, p = e / (one + e);
    CHECK(quotient * (one + p * h) * Rational(2) == cap_derivative(tanh(e), one));
  }
}

TEST_CASE("gradients with groups, windows, softcap, sinks, dropout and scales are limits of difference quotients") {
  int elements = 0;
  for (int k = 0; k < 10; ++k) {
    Request r;
    r.operation = k % 5 == 3 ? ATTEST_RPE : k % 5 == 4 ? ATTEST_URPE : ATTEST_ATTENTION;
    r.dtype = k == 5 || k == 8 || k == 9 ? ATTEST_FLOAT32 : ATTEST_FLOAT64;
    r.batches = 2, r.heads = 4, r.queries = 3, r.keys = 4, r.width = 2, r.value_width = 2;
    if (r.operation != ATTEST_ATTENTION) r.bias = k < 5 ? ATTEST_TERM_TOEPLITZ : ATTEST_TERM_DENSE;
    if (r.operation == ATTEST_URPE) r.factor = ATTEST_TERM_TOEPLITZ;
    if (k != 1) r.kv_heads = k % 2 == 0 ? 2 : 1;
    if (k == 0 || k == 4 || k > 6) r.softcap = 1.5;
    if (k == 1 || k == 3 || k == 4 || k > 6) r.sinks = true, r.sink_parts.heads = k == 3 || k == 8;
    if (k == 2 || k == 6 || k == 8) r.keep_scale = 1 / (1 - 0.3), r.keep_parts.heads = k == 6;
    if (k == 5 || k == 8 || k == 9) r.scales = true, r.scale_parts = {k == 9, k == 5};
    if (k % 3 == 0) r.mask = ATTEST_MASK_WINDOW, r.window_left = 1, r.window_right = 0, r.diagonal = 1;
    if (k == 7) r.mask = ATTEST_MASK_BYTES;
    elements += check_quotients(generate_gradient("random", r, 5 + static_cast<std::uint64_t>(k)));
  }
  CHECK(elements > 1000);
}

TEST_CASE("every gradient is the limit of difference quotients") {
  struct Case {
    attest_operation operation;
    attest_term_kind bias, factor;
    attest_mask_kind mask;
    bool shared;
  };
  int elements = 0;
  for (const Case& one :
       {Case{ATTEST_ATTENTION, ATTEST_TERM_NONE, ATTEST_TERM_NONE, ATTEST_MASK_NONE, false},
        Case{ATTEST_RPE, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_NONE, ATTEST_MASK_CAUSAL, true},
        Case{ATTEST_RPE, ATTEST_TERM_ALIBI, ATTEST_TERM_NONE, ATTEST_MASK_BYTES, false},
        Case{ATTEST_URPE, ATTEST_TERM_BUCKETS, ATTEST_TERM_TOEPLITZ, ATTEST_MASK_CAUSAL, true},
        Case{ATTEST_URPE, ATTEST_TERM_DENSE, ATTEST_TERM_DENSE, ATTEST_MASK_BYTES, false},
        Case{ATTEST_POSITIONAL, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_TOEPLITZ, ATTEST_MASK_NONE, false}}) {
    Request r;
    r.operation = one.operation, r.dtype = ATTEST_FLOAT64;
    r.batches = 2, r.heads = 2, r.queries = 3, r.keys = 4, r.width = 2, r.value_width = 3;
    r.bias = one.bias, r.factor = one.factor, r.mask = one.mask, r.buckets = 3;
    r.key.heads = r.value.heads = r.bias_parts.heads = one.shared;
    const GradientInstance in = generate_gradient("random", r, 5);
    elements += check_quotients(in);
  }
  CHECK(elements > 300);
}
