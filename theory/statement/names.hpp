// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "theory/statement/syntax.hpp"

namespace attest::theory::syntax {

/// The definitions that stand before an item, with the number of their parameters.
using Visible = std::map<std::string, std::size_t>;

/// Whether a word names a built-in function of the language.
bool is_builtin(const std::string& name);

/// Holds that every name of the item means something: bound names, earlier definitions and built-in functions, each
/// used as the language shows it (docs/statement_language.md, "Names are resolved statically"). `file` is named in
/// errors: InputError "FILE:LINE: expected ..., found ...".
void require_names(const Definition& definition, const Visible& visible, const std::string& file);
void require_names(const Statement& statement, const Visible& visible, const std::string& file);

}  // namespace attest::theory::syntax
