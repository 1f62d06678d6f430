// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/cuda/emulation/shadow.hpp"

#include <algorithm>

namespace attest::cuda::emulation {
namespace {

std::string race(const char* what, std::size_t offset, int thread, const char* other, int earlier) {
  return "race: thread " + std::to_string(thread) + " " + what + " shared byte " + std::to_string(offset) +
         ", which thread " + std::to_string(earlier) + " " + other + " without a barrier between them";
}

}  // namespace

void join(Clock& after, const Clock& other) {
  for (std::size_t t = 0; t < after.size(); ++t) after[t] = std::max(after[t], other[t]);
}

void Shadow::reset(std::size_t bytes) {
  cells_.resize((bytes + kGranule - 1) / kGranule);
  for (Cell& cell : cells_) {
    cell.written = {};
    cell.read.clear();
  }
}

std::string Shadow::read(std::size_t offset, std::size_t bytes, int thread, const Clock& clock) {
  const Access now{thread, clock[static_cast<std::size_t>(thread)]};
  for (std::size_t at = offset / kGranule; at * kGranule < offset + bytes; ++at) {
    Cell& cell = cells_[at];
    if (cell.written.thread < 0)
      return "thread " + std::to_string(thread) + " reads shared byte " + std::to_string(at * kGranule) +
             ", which nobody has written";
    if (!cell.written.before(clock)) return race("reads", at * kGranule, thread, "wrote", cell.written.thread);
    std::erase_if(cell.read, [&](const Access& access) { return access.before(clock); });
    cell.read.push_back(now);
  }
  return {};
}

std::string Shadow::write(std::size_t offset, std::size_t bytes, int thread, const Clock& clock) {
  const Access now{thread, clock[static_cast<std::size_t>(thread)]};
  for (std::size_t at = offset / kGranule; at * kGranule < offset + bytes; ++at) {
    Cell& cell = cells_[at];
    if (cell.written.thread >= 0 && !cell.written.before(clock))
      return race("writes", at * kGranule, thread, "wrote", cell.written.thread);
    for (const Access& access : cell.read)
      if (!access.before(clock)) return race("writes", at * kGranule, thread, "read", access.thread);
    cell.read.clear();
    cell.written = now;
  }
  return {};
}

}  // namespace attest::cuda::emulation
