// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/kernels/cuda/emulation/fiber.hpp"
#include "tests/kernels/cuda/emulation/shadow.hpp"

/// Three numbers, as CUDA's built-in dim3.
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

namespace attest::cuda::emulation {

/// What the device code did wrong: a race, an access outside shared memory, a deadlock, lanes that do not meet.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where threads meet: as often as wanted, each time `expected` arrivals. What a thread did before it arrived happened
/// before what one that waited does afterwards.
struct Barrier {
  int arrived = 0;
  std::uint64_t generation = 0;
  Clock gathering, published;
};

/// Where the lanes of a warp (32) or the threads of a warp group (128) hand over their operands for one instruction
/// that they execute together. Orders no memory, as in hardware.
struct Exchange {
  int arrived = 0;
  std::uint64_t generation = 0;
  const char* what = nullptr;
  std::vector<void*> operands;
};

/// A copy from global to shared memory that a thread has begun and not yet waited for.
struct PendingCopy {
  void* shared;
  std::vector<std::byte> bytes;
};

struct Thread {
  Fiber fiber;
  dim3 index;
  int number = 0;
  Clock clock;
  bool finished = false;
  const char* waiting_for = nullptr;
  std::function<bool()> ready;
  std::deque<std::vector<PendingCopy>> copy_groups;  ///< committed groups, the oldest first
  std::vector<PendingCopy> open_copies;
  int warp() const { return number / 32; }
  int lane() const { return number % 32; }
};

/// One block at a time: its threads as fibers that run until they wait, its shared memory filled with NaN before it
/// starts.
class Block {
 public:
  dim3 grid_size, block_size, index;
  std::vector<std::unique_ptr<Thread>> threads;
  Thread* running = nullptr;
  std::shared_ptr<void> engines;  ///< state of units that are emulated elsewhere; empty when a block starts

  /// Runs `kernel` once for each thread, in an order that `schedule` permutes (0: the order of their numbers).
  void run(const std::function<void()>& kernel, std::size_t shared_bytes, std::uint32_t schedule);

  std::byte* shared() { return shared_; }
  std::size_t shared_bytes() const { return shared_bytes_; }

  /// Suspends the running thread until ready() holds. DeviceError if no thread can ever go on.
  void wait(const char* what, std::function<bool()> ready);
  /// Work of another engine, done as late as possible: when no thread can go on without it; in the order of the calls
  /// under schedule 0, in any order under others.
  void defer(std::function<void()> operation) { deferred_.push_back(std::move(operation)); }

  void arrive(Barrier& barrier, int expected);
  void sync(Barrier& barrier, int expected, const char* what);
  Barrier& named_barrier(int id) { return named_.at(static_cast<std::size_t>(id)); }  ///< 0 is __syncthreads'
  Barrier& warp_barrier() { return warp_barriers_.at(static_cast<std::size_t>(running->warp())); }
  Exchange& warp_exchange() { return warp_exchanges_.at(static_cast<std::size_t>(running->warp())); }
  Exchange& warp_group_exchange() { return group_exchanges_.at(static_cast<std::size_t>(running->number / 128)); }

  /// What the running thread knows happened before is published into `clock`, or taken over from it.
  void release(Clock& clock);
  void acquire(const Clock& clock);

  /// Records an access of the running thread to shared memory. DeviceError if it is outside, unaligned or races.
  void touch(const void* address, std::size_t bytes, bool write);
  /// Whether the address lies in this block's shared memory.
  bool is_shared(const void* address) const;

  /// Throws DeviceError with the running thread's place.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  static void thread_main(void* self);
  void prepare(std::size_t shared_bytes);

  const std::function<void()>* kernel_ = nullptr;
  std::vector<std::byte> storage_;
  std::byte* shared_ = nullptr;
  std::size_t shared_bytes_ = 0;
  Shadow shadow_;
  std::vector<Barrier> named_, warp_barriers_;
  std::vector<Exchange> warp_exchanges_, group_exchanges_;
  std::deque<std::function<void()>> deferred_;
  std::exception_ptr error_;
};

/// The block whose threads run. There is one at a time.
Block& block();

/// All lanes of an Exchange hand over their operands; the last of them calls all(lanes) for everyone.
template <class Operands, class All>
void collective(Exchange& exchange, int size, const char* what, Operands& mine, All all) {
  Block& b = block();
  const int place = b.running->number % size;
  if (exchange.arrived == 0) exchange.what = what;
  if (exchange.what != what) b.fail(std::string(what) + " meets " + exchange.what + " of another lane");
  exchange.operands.resize(static_cast<std::size_t>(size));
  exchange.operands[static_cast<std::size_t>(place)] = &mine;
  if (++exchange.arrived < size) {
    b.wait(what, [&exchange, now = exchange.generation] { return exchange.generation != now; });
    return;
  }
  std::vector<Operands*> lanes(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i)
    lanes[static_cast<std::size_t>(i)] = static_cast<Operands*>(exchange.operands[static_cast<std::size_t>(i)]);
  exchange.arrived = 0;
  ++exchange.generation;
  all(lanes);
}

/// Blocks of `kernel`, one after another. The schedule permutes the order in which threads run; results must not depend
/// on it.
void run_grid(dim3 grid, dim3 threads, std::size_t shared_bytes, const std::function<void()>& kernel);
/// Of all later launches, 0 at first.
void set_schedule(std::uint32_t seed);

}  // namespace attest::cuda::emulation
