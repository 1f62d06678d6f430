// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/trusted/syntax.hpp"

namespace checker {

/// Reads a claim's file and the definitions that it uses from `definitions`/<name>.stm. Malformed as for parse_items.
Program load_program(const std::string& claim_file, const std::string& definitions);

/// The whole file; Malformed if it cannot be read.
std::string read_file(const std::string& path);

}  // namespace checker
