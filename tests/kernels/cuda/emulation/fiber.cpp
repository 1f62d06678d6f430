// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/cuda/emulation/fiber.hpp"

#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace attest::cuda::emulation {
namespace {

Fiber* starting = nullptr;  // start() has no register to pass an argument in

}  // namespace

#if defined(__x86_64__)
// Saves the registers that a function call preserves on the present stack, stores its pointer, and continues on the
// other.
extern "C" void attest_switch_stack(void** save, void* to);
asm(R"(
.text
.globl attest_switch_stack
.type attest_switch_stack, @function
attest_switch_stack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  retq
.size attest_switch_stack, .-attest_switch_stack
)");
#endif

Fiber::Fiber() : stack_(static_cast<std::byte*>(std::aligned_alloc(64, kStackBytes))) {
  if (stack_ == nullptr) throw std::bad_alloc();
}

Fiber::~Fiber() { std::free(stack_); }

void Fiber::start(void (*entry)(void*), void* argument) {
  entry_ = entry;
  argument_ = argument;
  fake_here_ = nullptr;
#if defined(__SANITIZE_ADDRESS__)
  __asan_unpoison_memory_region(stack_, kStackBytes);  // a run that was given up leaves its marks
#endif
#if defined(__x86_64__)
  // As if begin() had called attest_switch_stack: six registers, then the return address at a multiple of 16.
  auto* top = reinterpret_cast<void**>(stack_ + kStackBytes - 64);
  *top = reinterpret_cast<void*>(&Fiber::begin);
  here_ = top - 6;
#else
  getcontext(&here_);
  here_.uc_stack.ss_sp = stack_;
  here_.uc_stack.ss_size = kStackBytes;
  here_.uc_link = nullptr;
  makecontext(&here_, reinterpret_cast<void (*)()>(&Fiber::begin), 0);
#endif
}

void Fiber::begin() {
  Fiber* self = starting;
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(nullptr, &self->outside_bottom_, &self->outside_size_);
#endif
  self->entry_(self->argument_);
  std::abort();
}

void Fiber::resume() {
  starting = this;
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(&fake_outside_, stack_, kStackBytes);
#endif
#if defined(__x86_64__)
  attest_switch_stack(&outside_, here_);
#else
  swapcontext(&outside_, &here_);
#endif
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(fake_outside_, nullptr, nullptr);
#endif
}

void Fiber::suspend() {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(&fake_here_, outside_bottom_, outside_size_);
#endif
#if defined(__x86_64__)
  attest_switch_stack(&here_, outside_);
#else
  swapcontext(&here_, &outside_);
#endif
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(fake_here_, &outside_bottom_, &outside_size_);
#endif
}

}  // namespace attest::cuda::emulation
