// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "theory/statement/syntax.hpp"

namespace attest::theory {

/// A claim file with all definitions that it uses (docs/statement_language.md).
struct LoadedClaim {
  std::filesystem::path file;
  std::vector<std::pair<std::string, std::string>> header;  ///< in the order written; "id" is among the keys
  std::vector<syntax::Definition> definitions;              ///< used files first, in the order of the walk of `use`
  std::vector<syntax::Statement> statements;                ///< in the order written

  /// The value of a key of the header; empty if there is no such key.
  std::string header_value(const std::string& key) const;

  /// Errors: InputError, which lists the names that there are.
  const syntax::Statement& statement(const std::string& name) const;
};

/// Reads a claim and, from `definitions_dir`, the files that it uses, and holds that every name means something.
/// Errors: InputError "FILE:LINE: ..." for what the language does not allow: a wrong token, an unknown name, a name
/// that is defined twice, files that use one another in a circle; "FILE: ..." for a file that cannot be read.
LoadedClaim load_claim(const std::filesystem::path& claim_file, const std::filesystem::path& definitions_dir);

}  // namespace attest::theory
