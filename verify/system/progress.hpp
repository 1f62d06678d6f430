// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>

namespace attest::verify::system {

/// Set by the first Ctrl-C (or SIGTERM): work in progress is given up, what is finished is kept. Work should look at it
/// often.
std::atomic<bool>& interrupted();

/// From now on Ctrl-C sets interrupted(); a second one ends the program at once.
void catch_interrupts();

/// A progress bar on standard error with the time and what is being done, drawn only on a terminal; in a pipe, if
/// `verbose`, a line for each finished item, and now and then one for an item that takes long. Safe to use from several
/// threads.
class Progress {
 public:
  Progress(std::size_t total, bool verbose);
  ~Progress();
  void started(const std::string& item);
  /// What is being done for an item that was started: "second checker, certificate 3 of 7".
  void doing(const std::string& item, const std::string& step);
  void finished(const std::string& item, const std::string& outcome);
  /// To be called about every second: the time goes on.
  void tick();
  /// A line of its own.
  void say(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;
  struct Current {
    Clock::time_point since, told;
    std::string step;
  };

  void clear();
  void draw();

  std::mutex mutex_;
  std::size_t total_, done_ = 0;
  bool terminal_, verbose_;
  Clock::time_point begin_ = Clock::now();
  std::map<std::string, Current> current_;
};

}  // namespace attest::verify::system
