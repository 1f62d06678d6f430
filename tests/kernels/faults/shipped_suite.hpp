// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "tests/kernels/faults/shipped.hpp"
#include "verify/instances/menu.hpp"

namespace attest::faults {

/// An input of `attest kernels validate` on which a fault is outside its bound, and what two customary rules say of it.
struct ShippedFound {
  std::string input;
  bool allclose = false, twice = false;
};

/// The first problem of a kernel's menu that finds the fault: of what came with ABI 2, then of the rest. Batches of
/// sequences are three generated ones.
std::optional<ShippedFound> finds_shipped(const ShippedFault& fault, attest_dtype dtype,
                                          verify::instances::Effort effort);

/// Whether allclose objects on what many kernels' tests have: normal numbers, 64 queries and keys, 4 heads in groups of
/// two, with everything that the operation takes, once with a window of 16 keys and once causal. Of batches of
/// sequences nothing is said.
bool usual_test_finds(const ShippedFault& fault, attest_dtype dtype);

}  // namespace attest::faults
