// SPDX-License-Identifier: Apache-2.0
#include "verify/progress.hpp"

#include <signal.h>
#include <unistd.h>

#include <cstdio>

namespace attest::verify {

namespace {

std::atomic<bool> interrupted_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set lock-free atomics only");

void on_interrupt(int) { interrupted_flag = true; }

}  // namespace

std::atomic<bool>& interrupted() { return interrupted_flag; }

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  // One-shot: the second signal has its usual effect.
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

Progress::Progress(std::size_t total, bool verbose)
    : total_(total), terminal_(isatty(STDERR_FILENO) != 0), verbose_(verbose) {}

Progress::~Progress() {
  if (terminal_ && total_ > 0) std::fputs("\r\033[K", stderr);
}

void Progress::started(const std::string& item) {
  const std::lock_guard lock(mutex_);
  current_ = item;
  draw();
}

void Progress::finished(const std::string& item, const std::string& outcome) {
  const std::lock_guard lock(mutex_);
  ++done_;
  if (verbose_) {
    if (terminal_) std::fputs("\r\033[K", stderr);
    std::fprintf(stderr, "[%zu/%zu] %s: %s\n", done_, total_, item.c_str(), outcome.c_str());
  }
  draw();
}

void Progress::draw() {
  if (!terminal_) return;
  constexpr std::size_t width = 30;
  const std::size_t filled = total_ == 0 ? width : width * done_ / total_;
  std::string bar(filled, '#');
  bar.resize(width, '.');
  std::fprintf(stderr, "\r\033[K[%s] %zu/%zu %s", bar.c_str(), done_, total_, done_ < total_ ? current_.c_str() : "");
  std::fflush(stderr);
}

}  // namespace attest::verify
