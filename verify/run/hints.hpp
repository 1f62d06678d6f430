// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verify/system/files.hpp"

namespace attest::verify::run {

/// What helps who wrote a claim and reads this message about it: where a name is defined that is not known there, what
/// was probably meant, how the language writes it. Empty, or begins with "; ". `folders`: where definitions of the
/// user's may be.
std::string hint(const std::string& message, const std::vector<std::filesystem::path>& folders,
                 const system::Places& places);

}  // namespace attest::verify::run
