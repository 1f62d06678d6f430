// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/simd/code.hpp"

#include "kernels/cpu.hpp"

namespace attest::verify::judge::simd {

// clang-format off
namespace baseline { extern const Code compiled; }
namespace avx2 { extern const Code compiled; }
namespace avx512 { extern const Code compiled; }
// clang-format on

const Code* code(std::string_view name) {
#if defined(__x86_64__)
  if (kernels::cpu().avx512 && (name.empty() || name == "avx512")) return &avx512::compiled;
  if (kernels::cpu().avx2 && (name.empty() || name == "avx2")) return &avx2::compiled;
#endif
  return name.empty() || name == "baseline" ? &baseline::compiled : nullptr;
}

}  // namespace attest::verify::judge::simd
