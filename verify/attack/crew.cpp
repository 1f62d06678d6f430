// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/crew.hpp"

#include <memory>
#include <system_error>

namespace attest::verify::attack {

Crew::~Crew() {
  close();
  for (std::thread& thread : started_) thread.join();
}

bool Crew::has_helpers() {
  const std::lock_guard lock(mutex_);
  return helping_ > 0 || more_ > 0 || !started_.empty();
}

void Crew::give(Job job) {
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
  if (more_ > 0) {
    try {
      started_.emplace_back([this] { work(nullptr); });
      --more_;
    } catch (const std::system_error&) {  // the system has no more threads
      more_ = 0;
    }
  }
  changed_.notify_one();
}

void Crew::help(const Compiled& own) { work(&own); }

void Crew::work(const Compiled* own) {
  std::unique_ptr<const Compiled> compiled;
  std::unique_lock lock(mutex_);
  ++helping_;
  for (;;) {
    changed_.wait(lock, [this] { return closed_ || !jobs_.empty(); });
    if (closed_) break;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    if (!own) {
      compiled = std::make_unique<const Compiled>(claim_);
      own = compiled.get();
    }
    job(*own);
    lock.lock();
  }
  --helping_;
}

void Crew::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  jobs_.clear();
  changed_.notify_all();
}

}  // namespace attest::verify::attack
