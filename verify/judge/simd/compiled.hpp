// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything for one instruction set: ATTEST_SET names it, and its file alone is compiled for it. No function of
// another header may be called here that the compiler could emit for all of them, so builtins stand for those of
// <cmath>.
#include "verify/judge/simd/exponential.hpp"
#include "verify/judge/simd/passes.hpp"
#include "verify/judge/simd/precise.hpp"
#include "verify/judge/simd/products.hpp"

namespace attest::verify::judge::simd::ATTEST_SET {

static void exponentials(const double* x, std::int64_t count, double* result) {
  for (std::int64_t t = 0; t < count; t += lanes) store(result + t, exponential(load<Doubles>(x + t)));
}
static void precise_exponentials(const double* x, const double* x_low, std::int64_t count, double* high, double* low) {
  for (std::int64_t t = 0; t < count; t += lanes) {
    const Pair result = exponential(Pair{load<Doubles>(x + t), load<Doubles>(x_low + t)});
    store(high + t, result.high);
    store(low + t, result.low);
  }
}

#define ATTEST_TEXT(name) #name
#define ATTEST_NAME(name) ATTEST_TEXT(name)
extern const Code compiled;
const Code compiled = {ATTEST_NAME(ATTEST_SET), vectors* lanes, tile_rows,    multiply<Doubles, double>,
                       multiply<Floats, float>, score,          weigh,        precise_products,
                       precise_score,           precise_weigh,  precise_sums, exponentials,
                       precise_exponentials};

}  // namespace attest::verify::judge::simd::ATTEST_SET
