// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "constructions/variants/answers.hpp"
#include "verify/run/check.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::audit {

/// One audit, and its answers as claims.
struct Audited {
  nlohmann::ordered_json json;  ///< what audit(), audit_matrix(), ... said
  std::string name;             ///< of what is audited; may be any text
  std::function<std::vector<constructions::WrittenAnswer>()> answers;
  std::optional<constructions::Attention> attention = {};  ///< of a description
};

/// Writes each answer as a claim file, OUT/audit/<stem>.claim, and has them decided as `attest check` decides a file
/// (run/check.hpp): certificates under OUT/certificates, both checkers, OUT/results.json. Adds to each audit's JSON
/// `certificates`: for each question `claim`, `file`, `status`, `assurance`, `scope`, `verdict`, `checked_by`,
/// `certificate`, `checkers`; or `none` with the reason; and `theorem` where a claim of ours has one for every
/// parameter. All words on what was shown are the checkers' (results/verdict.hpp).
results::Results certify(std::vector<Audited>& audits, const system::Places& places, run::CheckOptions options);

}  // namespace attest::verify::audit
