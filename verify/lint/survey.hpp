// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/lint/lint.hpp"

namespace attest::verify::lint {

/// What a walk over many elements shows of the statement's domains and conditions.
struct Survey {
  std::string satisfied_by;
  std::uint64_t tried = 0;
  std::vector<Finding> findings;
};
Survey surveyed(const theory::LoadedClaim& claim, const theory::syntax::Statement& statement, const Hints& hints,
                const Options& options);

}  // namespace attest::verify::lint
