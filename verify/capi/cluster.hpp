// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/judge/judge.hpp"

namespace attest::verify::capi {

/// Where the listed elements of the outputs that are not inside lie, axis by axis: "batch 0; heads 1, 3; queries 64 to
/// 66; columns 7 modulo 8". An axis that they fill is not named. Empty where no element is listed.
std::string cluster_words(const instances::Instance& instance, const judge::Judgement& judgement);

}  // namespace attest::verify::capi
