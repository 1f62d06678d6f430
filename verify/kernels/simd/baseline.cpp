// SPDX-License-Identifier: Apache-2.0
#define ATTEST_SET baseline
#include "verify/kernels/simd/compiled.hpp"
