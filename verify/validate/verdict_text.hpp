// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <vector>

#include "verify/validate/validate.hpp"

namespace attest::verify::validate {

/// All validations for a person. Those that failed first, smaller problems before larger ones, of each kernel the first
/// few in full; then what was undecided; then those inside, where a menu's inputs share one line a kernel; then how
/// much of each kernel's results was decided.
void print_validations(const std::vector<Validation>& validations, std::ostream& out);

}  // namespace attest::verify::validate
