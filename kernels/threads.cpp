// SPDX-License-Identifier: Apache-2.0
#include "kernels/threads.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace attest::kernels {

namespace {

/// One parallel_for in progress.
struct Loop {
  Loop(const std::function<void(std::int64_t, int)>& body, std::int64_t count) : work(body), tasks(count) {}

  const std::function<void(std::int64_t, int)>& work;
  std::int64_t tasks;
  std::atomic<std::int64_t> next{0};
  std::mutex mutex;
  std::exception_ptr error;  // the first one

  void take(int worker) {
    for (std::int64_t task; (task = next.fetch_add(1, std::memory_order_relaxed)) < tasks;) {
      try {
        work(task, worker);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
        next.store(tasks, std::memory_order_relaxed);
      }
    }
  }
};

/// Threads that wait for loops. One loop at a time has them; who comes meanwhile, or from inside a loop, works alone.
class Pool {
 public:
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void run(Loop& loop, int helpers) {
    const std::unique_lock owner(one_loop_, std::try_to_lock);
    if (!owner.owns_lock()) return loop.take(0);
    {
      const std::lock_guard lock(mutex_);
      while (static_cast<int>(threads_.size()) < helpers) {
        const int number = static_cast<int>(threads_.size()) + 1;
        threads_.emplace_back([this, number] { serve(number); });
      }
      loop_ = &loop;
      wanted_ = helpers;
      ++generation_;
    }
    wake_.notify_all();
    loop.take(0);
    std::unique_lock lock(mutex_);
    loop_ = nullptr;  // who wakes up now is too late and is not waited for
    done_.wait(lock, [this] { return working_ == 0; });
  }

 private:
  void serve(int number) {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return stopping_ || (generation_ != seen && loop_ != nullptr); });
      if (stopping_) return;
      seen = generation_;
      if (number > wanted_) continue;
      Loop& loop = *loop_;
      ++working_;
      lock.unlock();
      loop.take(number);
      lock.lock();
      if (--working_ == 0) done_.notify_all();
    }
  }

  std::mutex one_loop_, mutex_;
  std::condition_variable wake_, done_;
  std::vector<std::thread> threads_;
  Loop* loop_ = nullptr;
  int wanted_ = 0, working_ = 0;
  std::uint64_t generation_ = 0;
  bool stopping_ = false;
};

}  // namespace

void parallel_for(std::int64_t tasks, int threads, const std::function<void(std::int64_t, int)>& work) {
  Loop loop(work, tasks);
  const int helpers = static_cast<int>(std::min<std::int64_t>(std::max(threads, 1), tasks)) - 1;
  if (helpers <= 0) {
    loop.take(0);
  } else {
    static Pool pool;
    pool.run(loop, helpers);
  }
  if (loop.error) std::rethrow_exception(loop.error);
}

}  // namespace attest::kernels
