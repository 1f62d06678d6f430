// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "verify/validate/validate.hpp"

namespace attest::verify::validate {

/// All validations for a person. Those that failed first, smaller problems before larger ones, of each kernel the first
/// few in full; then what was undecided; then those inside, where a menu's inputs share one line a kernel; then how
/// much of each kernel's results was decided.
void print_validations(const std::vector<Validation>& validations, std::ostream& out);

/// A line for each kernel with errors that roundings at random would not leave (Validation::beyond_random).
std::vector<std::string> random_warnings(const std::vector<Validation>& validations);

/// A line for each kernel whose class is so wide that it says little: at more than half of the elements whose exact
/// number is not 0, a 0 would be inside its bound, too.
std::vector<std::string> blunt_warnings(const std::vector<Validation>& validations);

}  // namespace attest::verify::validate
