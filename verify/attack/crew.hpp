// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "verify/attack/code.hpp"

namespace attest::verify::attack {

/// The threads that an attack on a claim may use. Those that have no statement (any more) help with others' statements,
/// each with the claim compiled for itself: values belong to one thread.
class Crew {
 public:
  using Job = std::function<void(const Compiled&)>;  ///< must not throw

  /// So many threads beside those that come by themselves (`help`) are started when there is work for them.
  Crew(const theory::LoadedClaim& claim, unsigned threads) : claim_(claim), more_(threads) {}
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Whether anybody might help now.
  bool has_helpers();
  /// To be done by whoever is free, maybe never: whoever gives a job sees to it that it can be done without it.
  void give(Job job);
  /// Does jobs until `close` was called.
  void help(const Compiled& own);
  void close();

 private:
  void work(const Compiled* own);

  const theory::LoadedClaim& claim_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  std::vector<std::thread> started_;
  unsigned more_;         ///< threads that may still be started
  unsigned helping_ = 0;  ///< threads in `work`
  bool closed_ = false;
};

}  // namespace attest::verify::attack
