// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/cuda/hopper/emulation/registers.hpp"

#include <string>

#include "tests/kernels/cuda/hopper/emulation/engines.hpp"

namespace attest::cuda::emulation::sm90 {
namespace {

constexpr int kRegisterFile = 65536;

}  // namespace

void set_registers(int count, bool raise) {
  auto& registers = engines().registers;
  const int warps = static_cast<int>(block().threads.size()) / 32, warp = block().running->warp();
  if (registers.empty())
    for (int w = 0; w < warps; ++w) registers[w] = kRegisterFile / (32 * warps) / 8 * 8;
  if (count % 8 != 0 || count < 24 || count > 256) block().fail("setmaxnreg to " + std::to_string(count));
  struct Nothing {
  } mine;
  collective(block().warp_exchange(), 32, "setmaxnreg", mine, [&](auto&) {
    if (raise ? count < registers[warp] : count > registers[warp])
      block().fail(std::string("setmaxnreg.") + (raise ? "inc" : "dec") + " from " + std::to_string(registers[warp]) +
                   " to " + std::to_string(count));
    const auto fits = [&registers, warp, count] {
      int others = 0;
      for (const auto& [w, held] : registers) others += w == warp ? 0 : held;
      return 32 * (others + count) <= kRegisterFile;
    };
    if (!fits()) block().wait("registers", fits);
    registers[warp] = count;
  });
}

}  // namespace attest::cuda::emulation::sm90
