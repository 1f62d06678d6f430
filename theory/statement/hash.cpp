// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/hash.hpp"

#include <set>

#include "theory/statement/sha256.hpp"

namespace attest::theory {
namespace {

/// The names that occur in the statement and, again and again, in the definitions that these names reach.
std::set<std::string> reached_names(const LoadedClaim& claim, const syntax::Statement& statement) {
  std::set<std::string> reached = statement.names;
  for (std::size_t before = 0; before != reached.size();) {
    before = reached.size();
    for (const syntax::Definition& definition : claim.definitions) {
      if (reached.contains(definition.name)) reached.insert(definition.names.begin(), definition.names.end());
    }
  }
  return reached;
}

}  // namespace

std::vector<const syntax::Definition*> reached_definitions(const LoadedClaim& claim, const std::string& statement) {
  const std::set<std::string> reached = reached_names(claim, claim.statement(statement));
  std::vector<const syntax::Definition*> definitions;
  for (const syntax::Definition& definition : claim.definitions) {
    if (reached.contains(definition.name)) definitions.push_back(&definition);
  }
  return definitions;
}

std::string reached_source(const LoadedClaim& claim) {
  std::set<const syntax::Definition*> reached;
  for (const syntax::Statement& statement : claim.statements) {
    const auto definitions = reached_definitions(claim, statement.name);
    reached.insert(definitions.begin(), definitions.end());
  }
  std::string source, file;
  for (const syntax::Definition& definition : claim.definitions) {
    if (!reached.contains(&definition)) continue;
    if (definition.file != file) source += (source.empty() ? "# --- " : "\n# --- ") + definition.file + "\n";
    file = definition.file;
    source += definition.source + "\n";
  }
  return source;
}

std::string hashed_text(const LoadedClaim& claim, const std::string& statement) {
  std::string text = "attest.statement/1\n";
  for (const syntax::Definition* definition : reached_definitions(claim, statement))
    text += definition->canonical + "\n";
  return text + claim.statement(statement).canonical + "\n";
}

std::string header_hash(const LoadedClaim& claim) {
  std::string text = "attest.header/1\n";
  for (const auto& [key, value] : claim.header) text += '"' + key + "\": \"" + value + "\"\n";
  return sha256(text);
}

std::string statement_hash(const LoadedClaim& claim, const std::string& statement) {
  return sha256(hashed_text(claim, statement));
}

}  // namespace attest::theory
