// SPDX-License-Identifier: Apache-2.0
// What would take too long or too much memory ends as Undecided before the work is done. The default budget is the one
// that users have; the address space is limited while these tests run, so that a list that is built after all fails
// them.
#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <chrono>

#include "tests/verify/trusted/evaluation.hpp"

namespace {

using Catch::Matchers::StartsWith;

std::uint64_t default_budget() { return checker::Options().budget; }

// How much memory the process has held at most, in bytes.
std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace
