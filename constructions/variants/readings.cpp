// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/readings.hpp"

#include "constructions/variants/steps.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

long reach(const Effort& effort) { return effort.thorough ? 6 : 3; }

}  // namespace

Step masked_is_causal(const Attention& attention, const Effort& effort) {
  Attention masked = attention;
  masked.mask = Attention::Mask::causal;
  return causality(masked, effort);
}

Step causality(const Attention& attention, const Effort& effort) {
  return causal_step(attention, causal(attention), reach(effort));
}

Step positions_stay_hidden(const Attention& attention, const Effort& effort) {
  Attention unmasked = attention;
  unmasked.mask = Attention::Mask::none;
  return theory::split({{"identical_rows_stay_identical",
                         identical_rows_step(unmasked, identical_rows_stay_identical(unmasked), reach(effort))},
                        {"not_position_aware", not_position_aware_step(unmasked, reach(effort))}});
}

Step positions_come_through(const Attention& attention, const Effort& effort) {
  Attention encoded = attention;
  encoded.bias = Attention::Bias::t5;
  return theory::split({{"identical_rows_come_apart",
                         identical_rows_step(encoded, identical_rows_stay_identical(encoded), reach(effort))},
                        {"position_aware", position_aware_step(encoded, reach(effort) + 1)}});
}

Step bos_block(const Attention& attention, const Effort& effort) {
  return for_every_size(1, reach(effort) + 1, [&](long n, long d) {
    RationalVector v;
    for (long i = 1; i <= n; ++i) v.push_back(Rational(i, i + 1));
    return witness("h", zero_parameters(attention, n, d).record(attention),
                   witness("v", Value::vector(v), box("X", theory::whole_line, theory::evaluate())));
  });
}

}  // namespace attest::constructions
