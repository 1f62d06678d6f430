// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cfloat>

// Every error of the truth and of the bound is proved for IEEE's operations as they are written (docs/numerics.md):
// each rounded once, to its own format, in the order of the source, infinities and NaN included. Flags that give that
// up would leave wrong verdicts and no sign of it.

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "verify/instances needs IEEE arithmetic: compile it without -ffast-math and the flags that it stands for"
#endif

static_assert(FLT_EVAL_METHOD == 0, "verify/instances needs every operation rounded to its own format (-mfpmath=sse)");
