// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "constructions/variants/answers.hpp"
#include "verify/audit/arrays.hpp"
#include "verify/audit/attentive.hpp"

namespace attest::verify::audit {

/// More numbers than this are not written out in a claim.
constexpr std::size_t kMostWritten = 4096;

// The answers of an audit of numbers, each as a claim about these numbers, which stand in it. `answers` is what the
// audit said (audit.hpp); an answer that it left open, or whose numbers are too many, has no step, with the reason.

std::vector<constructions::WrittenAnswer> written_matrix(const RationalArray& A, const nlohmann::ordered_json& answers);
std::vector<constructions::WrittenAnswer> written_intervals(const theory::Matrix<Interval>& A,
                                                            const nlohmann::ordered_json& answers);
/// One answer for all heads of a tensor.
std::vector<constructions::WrittenAnswer> written_weights(const RationalArray& tensor,
                                                          const nlohmann::ordered_json& answers);

}  // namespace attest::verify::audit
