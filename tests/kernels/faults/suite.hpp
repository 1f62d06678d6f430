// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/kernels/faults/fault.hpp"
#include "tests/kernels/faults/rules.hpp"
#include "verify/instances/generate.hpp"

namespace attest::faults {

/// One input of the benchmark, with what the correct kernel makes of it.
struct Case {
  std::string generator;
  verify::instances::Instance instance;
  verify::instances::Outputs correct;
  CustomaryRules rules;
  bool allclose_objects, twice_objects;  ///< to the correct kernel
};

/// Requests that between them use every operation, term, mask and tie rule, with lengths and widths that end inside a
/// block.
std::vector<verify::instances::Request> requests(attest_dtype dtype);

Case make_case(const std::string& generator, const verify::instances::Request& request, std::uint64_t seed);

/// All outputs of the kernel with this fault.
verify::instances::Outputs outputs_with(const verify::instances::Instance& instance, Fault fault);

/// Runs the fault and asks the three rules; where no bit is changed, all is false. A customary rule that objects to the
/// correct kernel on this input has found nothing by objecting to the fault.
Trial try_fault(const Case& input, Fault fault);

}  // namespace attest::faults
