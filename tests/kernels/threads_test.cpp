// SPDX-License-Identifier: Apache-2.0
#include "kernels/threads.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <thread>
#include <vector>

using attest::kernels::parallel_for;

TEST_CASE("every task is done once, by a worker that nobody else is") {
  for (int threads : {0, 1, 2, 3, 7}) {
    for (int tasks : {0, 1, 2, 5, 1000}) {
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(tasks));
      std::vector<std::atomic<int>> busy(8);
      std::atomic<bool> shared = false, beyond = false;
      parallel_for(tasks, threads, [&](std::int64_t task, int worker) {
        if (worker < 0 || worker >= std::max(threads, 1)) beyond = true;
        if (busy[static_cast<std::size_t>(worker)].fetch_add(1) != 0) shared = true;
        ++done[static_cast<std::size_t>(task)];
        --busy[static_cast<std::size_t>(worker)];
      });
      REQUIRE_FALSE(shared);
      REQUIRE_FALSE(beyond);
      for (const auto& count : done) REQUIRE(count == 1);
    }
  }
}

TEST_CASE("loops inside loops and loops of two threads at once are done") {
  std::atomic<int> count = 0;
  parallel_for(4, 3, [&](std::int64_t, int) { parallel_for(5, 3, [&](std::int64_t, int) { ++count; }); });
  REQUIRE(count == 20);
  std::thread other([&] { parallel_for(1000, 2, [&](std::int64_t, int) { ++count; }); });
  parallel_for(1000, 2, [&](std::int64_t, int) { ++count; });
  other.join();
  REQUIRE(count == 2020);
}

TEST_CASE("an exception leaves the loop, and the next loop works") {
  REQUIRE_THROWS_AS(parallel_for(100, 3,
                                 [](std::int64_t task, int) {
                                   if (task == 17) throw std::runtime_error("17");
                                 }),
                    std::runtime_error);
  std::atomic<int> count = 0;
  parallel_for(100, 3, [&](std::int64_t, int) { ++count; });
  REQUIRE(count == 100);
}
