// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "theory/statement/syntax.hpp"

namespace attest::theory::syntax {

/// The syntax tree of a `.claim` file, and of a `.stm` file of definitions (docs/statement_language.md, "Grammar").
/// Names are not resolved here (see names.hpp). `file` is named in errors and kept in the items, without its folder.
/// Errors: InputError "FILE:LINE: expected ..., found ...", also for a key, field, part or parameter that occurs twice,
/// and for formulas and expressions that are nested more than 200 deep.
File parse_claim(std::string_view text, const std::string& file);
File parse_definitions(std::string_view text, const std::string& file);

}  // namespace attest::theory::syntax
