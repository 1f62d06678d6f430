// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attest::theory::syntax {

/// What an author may write beyond the grammar, turned into what the grammar has, line for line
/// (docs/statement_language.md, "Shorthand"): decimals, several names to a quantifier, records and simplices as
/// domains, `let` before a quantifier, `a => b`. Checkers, hashes and proofs see only the result. A text without any
/// comes back as it is, byte for byte. Errors: InputError "FILE:LINE: expected ..., found ..." for shorthand that
/// cannot be unfolded; everything else that is wrong is left to the parser.
std::string unfold_shorthand(std::string_view text, const std::string& file);

/// `use "file" as m;`: the file, and the name before the dot in `m.name`.
struct Module {
  std::string file, name;
};
/// Takes `as m` out of the lines of `use`, whose files become `m_file`, and turns each `m.name` into `m_name`.
/// Errors: InputError where m is also the name of something else.
std::string unfold_modules(std::string_view text, const std::string& file, std::vector<Module>& modules);

/// A file of definitions as a module: each of its own definitions `name` becomes `m_name`.
std::string as_module(std::string_view text, const std::string& module);

}  // namespace attest::theory::syntax
