// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.figure-7-scan: the scan and the tree on small and drawn values; a first value that fewer rounds miss.
Findings positional_figure_7_scan(const Effort& effort);

}  // namespace attest::constructions
