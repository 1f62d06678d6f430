// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace attest::kernels {

/// What this processor can do and the operating system lets programs use (x86-64; all false elsewhere).
struct Cpu {
  bool avx2 = false;    ///< with FMA and F16C
  bool avx512 = false;  ///< F, BW, DQ, VL
  bool avx512_bf16 = false;
  bool amx_bf16 = false;  ///< and the kernel has granted this process the tile registers
};

/// Asked once.
const Cpu& cpu();

}  // namespace attest::kernels
