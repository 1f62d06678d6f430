// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>

namespace attest::verify {

/// Set by the first Ctrl-C (or SIGTERM): work in progress is given up, what is finished is kept. Work should look at it
/// often.
std::atomic<bool>& interrupted();

/// From now on Ctrl-C sets interrupted(); a second one ends the program at once.
void catch_interrupts();

/// A progress bar on standard error, drawn only on a terminal; in a pipe one line for each finished item instead if
/// `verbose`. Safe to use from several threads.
class Progress {
 public:
  Progress(std::size_t total, bool verbose);
  ~Progress();
  void started(const std::string& item);
  void finished(const std::string& item, const std::string& outcome);

 private:
  void draw();

  std::mutex mutex_;
  std::size_t total_, done_ = 0;
  bool terminal_, verbose_;
  std::string current_;
};

}  // namespace attest::verify
