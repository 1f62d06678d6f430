// SPDX-License-Identifier: Apache-2.0
// Everything for one instruction set: ATTEST_SET names it, and its file alone is compiled for it. No function of another
// header may be called here that the compiler could emit for all of them, so builtins stand for those of <cmath>.
#include <cstdint>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "verify/kernels/simd/code.hpp"

namespace attest::verify::simd::ATTEST_SET {

// The tile is what the registers hold.

#if defined(__AVX512F__)
inline constexpr int tile_rows = 6, vectors = 4;
#else
inline constexpr int tile_rows = 2, vectors = 1;
#endif

#include "verify/kernels/simd/lanes.inl"
#include "verify/kernels/simd/products.inl"
#include "verify/kernels/simd/exponential.inl"
#include "verify/kernels/simd/passes.inl"
#include "verify/kernels/simd/precise.inl"

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
const Code compiled = {ATTEST_NAME(ATTEST_SET),
                              vectors * lanes,
                              tile_rows,
                              multiply<Doubles, double>,
                              multiply<Floats, float>,
                              score,
                              weigh,
                              precise_products,
                              precise_score,
                              precise_weigh,
                              precise_sums,
                              exponentials,
                              precise_exponentials};

}  // namespace attest::verify::simd::ATTEST_SET
