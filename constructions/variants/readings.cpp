// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/readings.hpp"

#include "constructions/variants/steps.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

long largest_n(const Effort& effort) { return effort.thorough ? 6 : 3; }

template <class Leaf>
Step for_every_size(long from, long to, Leaf leaf) {
  std::vector<Step> by_n;
  for (long n = from; n <= to; ++n) by_n.push_back(range("d", 1, 2, std::vector<Step>{leaf(n, 1), leaf(n, 2)}));
  return range("n", from, to, std::move(by_n));
}

}  // namespace

Step masked_is_causal(const Attention& attention, const Effort& effort) {
  Attention masked = attention;
  masked.mask = Attention::Mask::causal;
  return causality(masked, effort);
}

Step causality(const Attention& attention, const Effort& effort) {
  return causal_step(attention, causal(attention), largest_n(effort));
}

Step without_encoding(const Attention& attention, const Effort& effort) {
  Draw draw(75);
  const auto heads = [&](long n, long d) {
    std::vector<Value> values;
    for (Parameters p : {zero_parameters(attention, n, d), drawn_parameters(attention, n, d, draw)}) {
      for (Rational& entry : p.m) entry = 0;
      values.push_back(p.record(attention));
    }
    return values;
  };
  const auto row = [](long d, long entry) { return Value::vector(RationalVector(static_cast<std::size_t>(d), entry)); };
  return theory::split(
      {{"identical_rows_stay_identical",
        for_every_size(1, largest_n(effort),
                       [&](long n, long d) {
                         return instances("h", heads(n, d), instances("x", {row(d, 0), row(d, 1)}, theory::evaluate()));
                       })},
       {"not_position_aware", for_every_size(2, largest_n(effort), [&](long n, long d) {
          return instances("h", heads(n, d), witness("X", Value::matrix(constant_matrix(n, d, 0)), theory::evaluate()));
        })}});
}

Step bos_block(const Attention& attention, const Effort& effort) {
  return for_every_size(1, largest_n(effort) + 1, [&](long n, long d) {
    RationalVector v;
    for (long i = 1; i <= n; ++i) v.push_back(Rational(i, i + 1));
    return witness("h", zero_parameters(attention, n, d).record(attention),
                   witness("v", Value::vector(v), box("X", {{"-inf", "inf"}}, theory::evaluate())));
  });
}

}  // namespace attest::constructions
