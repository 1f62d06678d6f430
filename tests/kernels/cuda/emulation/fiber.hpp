// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace attest::cuda::emulation {

/// A function with a stack of its own that can stop in the middle and go on later: one thread of an emulated block.
/// One operating system thread runs all fibers; switching costs some ten instructions on x86-64 and no system call.
class Fiber {
 public:
  Fiber();
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Prepares entry(argument) to run at the next resume(). The stack is kept from call to call; a run that was not
  /// finished is forgotten. entry never returns: its last act is suspend().
  void start(void (*entry)(void*), void* argument);
  /// Runs the fiber until it suspends itself. Called outside of all fibers.
  void resume();
  /// Goes back to resume(). Called by the running fiber.
  void suspend();

 private:
  static constexpr std::size_t kStackBytes = std::size_t{1} << 18;
  [[noreturn]] static void begin();

  std::byte* stack_ = nullptr;
  void (*entry_)(void*) = nullptr;
  void* argument_ = nullptr;
#if defined(__x86_64__)
  void *here_ = nullptr, *outside_ = nullptr;  // stack pointers of the suspended sides
#else
  ucontext_t here_, outside_;
#endif
  // What AddressSanitizer is told of the change of stacks.
  void *fake_here_ = nullptr, *fake_outside_ = nullptr;
  const void* outside_bottom_ = nullptr;
  std::size_t outside_size_ = 0;
};

}  // namespace attest::cuda::emulation
