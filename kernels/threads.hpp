// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace attest::kernels {

/// Calls work(task, worker) once for every task in 0..tasks-1, on at most `threads` threads (the caller is one of
/// them), and returns when all are done. worker < threads is a number that no two running calls share, for scratch.
/// Which worker takes which task is not determined: a result must depend on the task alone. The threads are kept for
/// the next call.
void parallel_for(std::int64_t tasks, int threads, const std::function<void(std::int64_t task, int worker)>& work);

}  // namespace attest::kernels
