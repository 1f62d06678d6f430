// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "verify/attack/code.hpp"

namespace attest::verify::lint {

/// What conditions often ask for: weights that add up to 1, the numbers 1..n, one that is 1 among zeros; in matrices as
/// rows, and the unit matrix. They need not lie in the domain's interval. None for other domains.
std::vector<attack::Value> plain_arrays(const attack::Domain& domain, attack::Machine& machine);

/// Numbers beside the plainest: the first four 3, 10, -10 and 1/10, then larger and smaller ones.
const std::vector<attack::Value>& far_numbers();

}  // namespace attest::verify::lint
