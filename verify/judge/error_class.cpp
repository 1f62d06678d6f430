// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "verify/judge/judge.hpp"

namespace attest::verify::judge {

using instances::FloatFormat;
using instances::format_of;

// The reasons stand in docs/numerics.md, "The class of a kernel that states none".
attest_error_class default_error_class(attest_dtype dtype) {
  const FloatFormat format = format_of(dtype);
  const bool is_double = dtype == ATTEST_FLOAT64, is_single = dtype == ATTEST_FLOAT32;
  const double unit = std::ldexp(1.0, -format.precision);
  // Narrow formats: float32 that truncates, as matrix units do.
  const double accumulate = is_double || is_single ? unit : 0x1p-22;
  const double least = std::ldexp(1.0, is_double ? -1022 : -126);
  const bool is_narrow = !is_double && !is_single;
  return {.struct_size = sizeof(attest_error_class),
          .method = ATTEST_METHOD_DIRECT,
          .input_round = 0,
          .accumulate = accumulate,
          .exp_argument = 4,
          .exp_relative = 4 * (is_double ? 0x1p-53 : 0x1p-24),
          .weight_round = is_narrow ? unit : 0,
          .output_round = unit,
          .underflow = least,
          .weight_underflow =
              is_narrow ? std::fmax(least, std::ldexp(1.0, format.least_exponent - format.precision)) : least,
          .key_block = 16,
          .reference_lag = is_narrow ? 6.0 : 0.0,
          .norm_relative = 0,
          // The hardware's tanh, and 1 - 2 / (e^2x + 1), whose error does not fall with x.
          .tanh_relative = is_narrow ? 0x1p-10 : 4 * unit,
          .tanh_absolute = is_double ? 0x1p-51 : 0x1p-22,
          // Who rounds weights of 1 / n to 8 bits has nothing left of them.
          .unnormalized_weights = format.precision <= 4 ? 1.0 : 0.0};
}

}  // namespace attest::verify::judge
