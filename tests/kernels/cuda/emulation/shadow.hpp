// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace attest::cuda::emulation {

/// A vector clock: for every thread of a block the number of its releases that are known to have happened.
using Clock = std::vector<std::uint32_t>;

/// after := the elementwise greater of both.
void join(Clock& after, const Clock& other);

/// Who wrote and who read each granule of a block's shared memory, so that two accesses that no barrier orders are
/// found, whatever order the emulation happened to run them in: happens-before by vector clocks, one write and the
/// reads that no later read covers a granule. An access by thread t at its clock c happened before one of thread u if
/// clock_u[t] >= c.
class Shadow {
 public:
  /// All of `bytes` bytes unwritten.
  void reset(std::size_t bytes);

  /// Records an access of `thread`, whose clock this is, to [offset, offset + bytes). An empty string, or what it races
  /// with. Reading what was never written is reported too.
  std::string read(std::size_t offset, std::size_t bytes, int thread, const Clock& clock);
  std::string write(std::size_t offset, std::size_t bytes, int thread, const Clock& clock);

  /// Two threads may write different halves of a 32-bit word, as two 16-bit numbers; nothing smaller is shared.
  static constexpr std::size_t kGranule = 2;

 private:
  struct Access {
    int thread = -1;
    std::uint32_t time = 0;
    bool before(const Clock& clock) const { return clock[static_cast<std::size_t>(thread)] >= time; }
  };
  struct Cell {
    Access written;
    std::vector<Access> read;
  };
  std::vector<Cell> cells_;
};

}  // namespace attest::cuda::emulation
