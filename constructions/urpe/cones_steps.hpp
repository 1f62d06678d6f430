// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// urpe.headline finding_urpe_computes_cones at points of several numbers, with values and L of any sign.
theory::Step cones_step();

/// urpe.headline finding_urpe_in_the_sup_norm: a map whose row i depends on the next token and on i, on grids, at
/// inputs between grid points, with the least, the greatest and the map's own value there.
theory::Step sup_norm_step();

}  // namespace attest::constructions
