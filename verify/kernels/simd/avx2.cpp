// SPDX-License-Identifier: Apache-2.0
#define ATTEST_SET avx2
#include "verify/kernels/simd/compiled.hpp"
