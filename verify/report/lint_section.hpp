// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "verify/results/results.hpp"

namespace attest::verify::report {

/// What `attest lint --out` wrote beside the results, as a section of a claim's page: "## The statement itself"; of a
/// claim of which nothing is there it says how to ask. By the claims' ids. What was found of a statement that has
/// another hash now is left out; a file that is not `attest lint`'s says nothing.
std::map<std::string, std::string> lint_sections(const results::Results& results, const std::filesystem::path& file);

}  // namespace attest::verify::report
