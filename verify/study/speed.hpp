// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/instances/instance.hpp"

namespace attest::verify::study {

/// One kernel on one instance, to be timed.
struct Contestant {
  const attest_kernel* kernel;
  const instances::Instance* instance;
};

struct Timing {
  std::string kernel;
  double seconds = 0;  ///< the median over the rounds
  double ratio = 1;    ///< the median over the rounds of its time over the first contestant's of the same round
};

/// Times kernels in this process: after one run each that is not counted, `rounds` rounds in which each runs once, in
/// an order that turns from round to round, so that all meet the same disturbances. `between` is called before every
/// run (progress). InputError if a kernel refuses its instance.
std::vector<Timing> time_kernels(const std::vector<Contestant>& contestants, int threads, int rounds,
                                 const std::function<void(int round)>& between);

}  // namespace attest::verify::study
