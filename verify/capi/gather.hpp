// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "verify/capi/attest_judge.h"
#include "verify/instances/instance_file.hpp"

namespace attest::verify::capi {

/// The instance that arrays in memory and settings make, with what attest_judge.h allows beside an instance's file:
/// grouped heads, a dense bias with -infinity, masks that stand beside one another, windows. InputError as
/// instances::assemble.
instances::StoredInstance gather(std::span<const attest_judge_array> arrays,
                                 std::span<const attest_judge_setting> settings);

}  // namespace attest::verify::capi
