// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace attest::cuda::emulation::sm90 {

/// setmaxnreg of the running thread's warp: dec gives registers back to the block, inc waits until the block has them.
/// A block starts with 65536 registers spread evenly, in multiples of 8 a thread.
void set_registers(int count, bool raise);

}  // namespace attest::cuda::emulation::sm90
