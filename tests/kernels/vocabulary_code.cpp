// SPDX-License-Identifier: Apache-2.0
// Compiled once for each instruction set, as its kernels are.
#include "kernels/cpu/simd/compiled.hpp"
#include "tests/kernels/vocabulary_case.hpp"

namespace attest::test {

using Floats = kernels::ATTEST_ISA::Float32;
constinit const Vocabulary ATTEST_ENGINE(vocabulary) = {Floats::lanes, apply<Floats>};

}  // namespace attest::test
