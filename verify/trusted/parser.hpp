// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/trusted/syntax.hpp"
#include "verify/trusted/tokens.hpp"

namespace checker {

/// Reads the definitions, and the statements if there may be any, up to the end of the file. Every name is resolved;
/// Malformed names the file, the line and what was expected there.
void parse_items(Program& program, TokenReader& tokens, bool statements);

/// Reads an expression that may use everything that the program defines.
Definition parse_expression(Program& program, const std::string& text);

}  // namespace checker
