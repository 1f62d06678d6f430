// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/shared_weights/make_engine.hpp"
#include "kernels/cpu/simd/compiled.hpp"

namespace attest::kernels::shared_weights {

constinit const Engine<float> ATTEST_ENGINE(float32) = make_engine<ATTEST_ISA::Float32>();

}  // namespace attest::kernels::shared_weights
