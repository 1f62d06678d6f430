// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cuda/device.hpp"

namespace attest::cuda::hopper {

/// Device memory of the current device that is freed when the work enqueued before is done. It comes from a pool of our
/// own, which keeps what it has: the default pool gives it back to the driver whenever a stream is synchronized, so
/// that every call would wait for the driver again. On a device without pools it is an ordinary allocation, and freeing
/// it waits for the stream.
class StreamMemory {
 public:
  explicit StreamMemory(cudaStream_t stream) : stream_(stream) {}
  ~StreamMemory();
  StreamMemory(const StreamMemory&) = delete;
  StreamMemory& operator=(const StreamMemory&) = delete;
  attest_status allocate(std::size_t bytes, attest_message why);
  float* floats() const { return static_cast<float*>(data_); }

 private:
  cudaStream_t stream_;
  void* data_ = nullptr;
  bool from_pool_ = false;
};

}  // namespace attest::cuda::hopper
