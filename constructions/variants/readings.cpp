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

Step positions_stay_hidden(const Attention& attention, const Effort& effort) {
  Attention unmasked = attention;
  unmasked.mask = Attention::Mask::none;
  return theory::split({{"identical_rows_stay_identical",
                         identical_rows_step(unmasked, identical_rows_stay_identical(unmasked), largest_n(effort))},
                        {"not_position_aware", not_position_aware_step(unmasked, largest_n(effort))}});
}

Step positions_come_through(const Attention& attention, const Effort& effort) {
  Attention encoded = attention;
  encoded.bias = Attention::Bias::t5;
  return theory::split({{"identical_rows_come_apart",
                         identical_rows_step(encoded, identical_rows_stay_identical(encoded), largest_n(effort))},
                        {"position_aware", position_aware_step(encoded, largest_n(effort) + 1)}});
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
