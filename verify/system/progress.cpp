// SPDX-License-Identifier: Apache-2.0
#include "verify/system/progress.hpp"

#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace attest::verify::system {

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

namespace {

long seconds_since(std::chrono::steady_clock::time_point begin) {
  return static_cast<long>(
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begin).count());
}

std::string clock_time(long seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%ld:%02ld", seconds / 60, seconds % 60);
  return text;
}

std::size_t terminal_width() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

Progress::Progress(std::size_t total, bool verbose)
    : total_(total), terminal_(isatty(STDERR_FILENO) != 0), verbose_(verbose) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (terminal_ && total_ > 0) std::fputs("\r\033[K", stderr);
}

void Progress::started(const std::string& item) {
  const std::lock_guard lock(mutex_);
  current_[item] = {Clock::now(), Clock::now(), ""};
  draw();
}

void Progress::doing(const std::string& item, const std::string& step) {
  const std::lock_guard lock(mutex_);
  if (const auto found = current_.find(item); found != current_.end()) found->second.step = step;
  draw();
}

void Progress::finished(const std::string& item, const std::string& outcome) {
  const std::lock_guard lock(mutex_);
  ++done_;
  current_.erase(item);
  if (verbose_) {
    clear();
    std::fprintf(stderr, "[%zu/%zu] %s: %s\n", done_, total_, item.c_str(), outcome.c_str());
  }
  draw();
}

void Progress::tick() {
  constexpr long kQuiet = 20;  // seconds without a line of its own, in a pipe
  const std::lock_guard lock(mutex_);
  for (auto& [item, current] : current_) {
    if (terminal_ || !verbose_ || seconds_since(current.told) < kQuiet) continue;
    current.told = Clock::now();
    std::fprintf(stderr, "[%zu/%zu] %s: %s, %s so far\n", done_, total_, item.c_str(),
                 current.step.empty() ? "at work" : current.step.c_str(),
                 clock_time(seconds_since(current.since)).c_str());
  }
  draw();
}

void Progress::say(const std::string& line) {
  const std::lock_guard lock(mutex_);
  clear();
  std::fprintf(stderr, "%s\n", line.c_str());
  std::fflush(stderr);
}

void Progress::draw() {
  if (!terminal_) return;
  constexpr std::size_t width = 20;
  const std::size_t filled = total_ == 0 ? width : width * done_ / total_;
  std::string line = "[" + std::string(filled, '#') + std::string(width - filled, '.') + "] " + std::to_string(done_) +
                     "/" + std::to_string(total_) + " " + clock_time(seconds_since(begin_));
  for (const auto& [item, current] : current_) {
    line += "  " + item;
    if (!current.step.empty()) line += " (" + current.step + ", " + clock_time(seconds_since(current.since)) + ")";
  }
  line.resize(std::min(line.size(), terminal_width() - 1));
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  std::fflush(stderr);
}

}  // namespace attest::verify::system
