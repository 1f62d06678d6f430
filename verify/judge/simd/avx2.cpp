// SPDX-License-Identifier: Apache-2.0
#define ATTEST_SET avx2
#include "verify/judge/simd/compiled.hpp"
