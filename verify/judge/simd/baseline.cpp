// SPDX-License-Identifier: Apache-2.0
#define ATTEST_SET baseline
#include "verify/judge/simd/compiled.hpp"
