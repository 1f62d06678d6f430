// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "theory/statement/load.hpp"

namespace attest::theory {

/// The definitions that a statement reaches, in the order in which they are hashed. A definition is reached if its name
/// occurs as a token in the statement or in a reached definition (docs/statement_language.md, "The hash of a
/// statement"). The pointers live as long as the claim. Errors: InputError for a statement that the claim does not
/// have.
std::vector<const syntax::Definition*> reached_definitions(const LoadedClaim& claim, const std::string& statement);

/// The source text, comments included, of every definition that some statement of the claim reaches, file by file.
std::string reached_source(const LoadedClaim& claim);

/// The text that is hashed: "attest.statement/1", each reached definition and the statement, a line each.
std::string hashed_text(const LoadedClaim& claim, const std::string& statement);

/// The hash that binds certificates to what the header says: SHA-256 of "attest.header/1" and a line `"key": "value"`
/// for each entry in the order written.
std::string header_hash(const LoadedClaim& claim);

/// The hash that binds certificates and proofs to a statement: SHA-256 of hashed_text, 64 lower-case hexadecimal
/// digits.
std::string statement_hash(const LoadedClaim& claim, const std::string& statement);

}  // namespace attest::theory
