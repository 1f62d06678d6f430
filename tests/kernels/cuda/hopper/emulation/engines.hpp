// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "tests/kernels/cuda/emulation/block.hpp"
#include "tests/kernels/cuda/hopper/emulation/products.hpp"

namespace attest::cuda::emulation::sm90 {

struct Mbarrier {
  int expected = 0, missing = 0;
  std::int64_t bytes = 0;   ///< announced and not yet come
  std::uint64_t phase = 0;  ///< phases that have ended
  int owner = 0;            ///< the thread that initialized it
  bool fenced = false;      ///< known to the copy engine
  Clock gathering, published;
};

/// The products that one thread has begun.
struct Flight {
  bool fenced = false;
  std::vector<Product> open;
  std::deque<std::vector<Product>> groups;
  std::map<float*, std::vector<float>> before;  ///< accumulators in flight: what they held
  std::size_t issued = 0;
};

/// What sm_90a adds to a block.
struct Engines {
  std::map<const void*, Mbarrier> barriers;
  std::map<int, Flight> flights;                                    ///< by thread
  std::map<int, std::vector<std::array<std::uint64_t, 2>>> issued;  ///< by warp group: the descriptors, in order
  std::map<int, int> registers;                                     ///< by warp: of each of its threads
  std::map<int, int> votes;                                         ///< by barrier: the warp group that votes there
};

/// Of the block that runs.
inline Engines& engines() {
  if (!block().engines) block().engines = std::make_shared<Engines>();
  return *static_cast<Engines*>(block().engines.get());
}

}  // namespace attest::cuda::emulation::sm90
