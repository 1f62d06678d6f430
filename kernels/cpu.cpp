// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif
#if defined(__x86_64__) && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace attest::kernels {

namespace {

#if defined(__x86_64__)

/// Extended control register 0: which registers the operating system saves.
unsigned long long saved_state() {
  unsigned low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return static_cast<unsigned long long>(high) << 32 | low;
}

/// Tile data are handed out on request only (Linux 5.16: ARCH_REQ_XCOMP_PERM for XTILEDATA).
bool may_use_tiles() {
#if defined(__linux__)
  constexpr long request_permission = 0x1023, tile_data = 18;
  return syscall(SYS_arch_prctl, request_permission, tile_data) == 0;
#else
  return false;
#endif
}

Cpu ask() {
  Cpu found;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return found;
  const bool osxsave = c >> 27 & 1, fma = c >> 12 & 1, f16c = c >> 29 & 1;
  if (!osxsave) return found;
  const unsigned long long saved = saved_state();
  const bool ymm = (saved & 0x6) == 0x6, zmm = (saved & 0xe6) == 0xe6, tiles = (saved & 0x60000) == 0x60000;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return found;
  const unsigned leaf7_b = b, leaf7_d = d;
  found.avx2 = ymm && fma && f16c && (leaf7_b >> 5 & 1);
  found.avx512 =
      found.avx2 && zmm && (leaf7_b >> 16 & 1) && (leaf7_b >> 17 & 1) && (leaf7_b >> 30 & 1) && (leaf7_b >> 31 & 1);
  const bool tile_bf16 = (leaf7_d >> 22 & 1) && (leaf7_d >> 24 & 1);
  if (__get_cpuid_count(7, 1, &a, &b, &c, &d)) found.avx512_bf16 = found.avx512 && (a >> 5 & 1);
  found.amx_bf16 = found.avx512 && tiles && tile_bf16 && may_use_tiles();
  return found;
}

#else

Cpu ask() { return {}; }

#endif

}  // namespace

const Cpu& cpu() {
  static const Cpu found = ask();
  return found;
}

}  // namespace attest::kernels
