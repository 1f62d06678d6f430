// SPDX-License-Identifier: Apache-2.0
#define ATTEST_SET avx512
#include "verify/judge/simd/compiled.hpp"
