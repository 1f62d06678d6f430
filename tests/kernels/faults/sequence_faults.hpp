// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/kernels/faults/shipped.hpp"
#include "verify/instances/instance_file.hpp"

namespace attest::faults {

/// What a kernel with this fault makes of a ragged and of a paged batch of four sequences (one without queries, one
/// with one), causal from the last key: the arrays are read as `attest kernels validate` reads them, one instance for
/// each sequence. The keys that a sequence does not have are there for a wrong kernel to read.
std::vector<std::pair<verify::instances::StoredInstance, std::string>> run_on_sequences(Shipped fault,
                                                                                        attest_dtype dtype,
                                                                                        std::uint64_t seed);

}  // namespace attest::faults
