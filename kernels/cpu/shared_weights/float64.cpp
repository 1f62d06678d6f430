// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/shared_weights/make_engine.hpp"
#include "kernels/cpu/simd/compiled.hpp"

namespace attest::kernels::shared_weights {

constinit const Engine<double> ATTEST_ENGINE(float64) = make_engine<ATTEST_ISA::Float64>();

}  // namespace attest::kernels::shared_weights
