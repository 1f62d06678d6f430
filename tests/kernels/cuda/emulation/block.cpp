// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/cuda/emulation/block.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

namespace attest::cuda::emulation {
namespace {

constexpr std::size_t kSharedAlignment = 1024;  // what swizzled tiles want
constexpr int kNamedBarriers = 16;
std::uint32_t schedule_seed = 0;

std::string text(const dim3& d) {
  return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) + ")";
}

}  // namespace

Block& block() {
  static Block instance;
  return instance;
}

void set_schedule(std::uint32_t seed) { schedule_seed = seed; }

void run_grid(dim3 grid, dim3 threads, std::size_t shared_bytes, const std::function<void()>& kernel) {
  Block& b = block();
  b.grid_size = grid;
  b.block_size = threads;
  for (unsigned z = 0; z < grid.z; ++z)
    for (unsigned y = 0; y < grid.y; ++y)
      for (unsigned x = 0; x < grid.x; ++x) {
        b.index = {x, y, z};
        b.run(kernel, shared_bytes, schedule_seed);
      }
}

void Block::prepare(std::size_t shared_bytes) {
  const std::size_t count = std::size_t{block_size.x} * block_size.y * block_size.z;
  if (count % 32 != 0)
    throw DeviceError("a block of " + std::to_string(count) + " threads is no whole number of warps");
  shared_bytes_ = shared_bytes;
  if (storage_.size() < shared_bytes + kSharedAlignment) storage_.resize(shared_bytes + kSharedAlignment);
  void* start = storage_.data();
  std::size_t space = storage_.size();
  shared_ = static_cast<std::byte*>(std::align(kSharedAlignment, shared_bytes, start, space));
  std::memset(shared_, 0xff, shared_bytes);
  shadow_.reset(shared_bytes);
  named_.assign(kNamedBarriers, {});
  warp_barriers_.assign(count / 32, {});
  warp_exchanges_.assign(count / 32, {});
  group_exchanges_.assign((count + 127) / 128, {});
  deferred_.clear();
  engines.reset();
  error_ = nullptr;
  while (threads.size() < count) threads.push_back(std::make_unique<Thread>());
  threads.resize(count);
  for (std::size_t t = 0; t < count; ++t) {
    Thread& thread = *threads[t];
    const auto number = static_cast<unsigned>(t);
    thread.index = {number % block_size.x, number / block_size.x % block_size.y, number / block_size.x / block_size.y};
    thread.number = static_cast<int>(t);
    thread.clock.assign(count, 0);
    thread.clock[t] = 1;
    thread.finished = false;
    thread.ready = nullptr;
    thread.copy_groups.clear();
    thread.open_copies.clear();
    thread.fiber.start(&Block::thread_main, this);
  }
}

void Block::thread_main(void* self) {
  auto& b = *static_cast<Block*>(self);
  Thread& thread = *b.running;
  try {
    (*b.kernel_)();
  } catch (...) {
    b.error_ = std::current_exception();
  }
  thread.finished = true;
  thread.fiber.suspend();
}

void Block::run(const std::function<void()>& kernel, std::size_t shared_bytes, std::uint32_t schedule) {
  kernel_ = &kernel;
  prepare(shared_bytes);
  std::vector<std::size_t> order(threads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 random(schedule);
  if (schedule != 0) std::shuffle(order.begin(), order.end(), random);
  for (std::size_t alive = threads.size(); alive > 0;) {
    bool progress = false;
    for (const std::size_t t : order) {
      Thread& thread = *threads[t];
      if (thread.finished || (thread.ready && !thread.ready())) continue;
      thread.ready = nullptr;
      running = &thread;
      thread.fiber.resume();
      running = nullptr;
      progress = true;
      if (thread.finished) --alive;
      if (error_) std::rethrow_exception(error_);
    }
    if (progress) continue;
    if (deferred_.empty()) {
      for (const auto& thread : threads)
        if (!thread->finished)
          throw DeviceError("deadlock in block " + text(index) + ": thread " + std::to_string(thread->number) +
                            " waits for " + thread->waiting_for);
    }
    const auto next = deferred_.begin() + static_cast<std::ptrdiff_t>(schedule == 0 ? 0 : random() % deferred_.size());
    const auto operation = std::move(*next);
    deferred_.erase(next);
    operation();
  }
  if (!deferred_.empty()) throw DeviceError("block " + text(index) + " ends before its asynchronous copies do");
}

void Block::fail(const std::string& what) const {
  throw DeviceError("block " + text(index) + (running ? ", thread " + std::to_string(running->number) : "") + ": " +
                    what);
}

void Block::wait(const char* what, std::function<bool()> ready) {
  Thread& thread = *running;
  thread.waiting_for = what;
  thread.ready = std::move(ready);
  thread.fiber.suspend();
}

void Block::release(Clock& clock) {
  Clock& own = running->clock;
  if (clock.size() < own.size()) clock.resize(own.size(), 0);
  join(clock, own);
  ++own[static_cast<std::size_t>(running->number)];
}

void Block::acquire(const Clock& clock) {
  if (!clock.empty()) join(running->clock, clock);
}

void Block::arrive(Barrier& barrier, int expected) {
  release(barrier.gathering);
  if (++barrier.arrived < expected) return;
  barrier.published = std::move(barrier.gathering);
  barrier.gathering.clear();
  barrier.arrived = 0;
  ++barrier.generation;
}

void Block::sync(Barrier& barrier, int expected, const char* what) {
  const std::uint64_t now = barrier.generation;
  arrive(barrier, expected);
  if (barrier.generation == now) wait(what, [&barrier, now] { return barrier.generation != now; });
  acquire(barrier.published);
}

bool Block::is_shared(const void* address) const {
  const auto* byte = static_cast<const std::byte*>(address);
  return byte >= shared_ && byte < shared_ + shared_bytes_;
}

void Block::touch(const void* address, std::size_t bytes, bool write) {
  const auto* byte = static_cast<const std::byte*>(address);
  if (!is_shared(address) || byte + bytes > shared_ + shared_bytes_)
    fail("an access of " + std::to_string(bytes) + " bytes outside of shared memory");
  const auto offset = static_cast<std::size_t>(byte - shared_);
  if (offset % (bytes < 16 ? bytes : 16) != 0)
    fail("shared byte " + std::to_string(offset) + " is no place for " + std::to_string(bytes) + " bytes");
  const std::string wrong = write ? shadow_.write(offset, bytes, running->number, running->clock)
                                  : shadow_.read(offset, bytes, running->number, running->clock);
  if (!wrong.empty()) fail(wrong);
}

}  // namespace attest::cuda::emulation
