// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/load.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "theory/error.hpp"
#include "theory/statement/lexer.hpp"
#include "theory/statement/names.hpp"
#include "theory/statement/parser.hpp"

namespace attest::theory {
namespace {

std::string read(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) throw InputError(file.string(), "expected a file, found none");
  if (!std::filesystem::is_regular_file(file, error))
    throw InputError(file.string(), "expected a file, found something else");
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw InputError(file.string(), "expected a file that can be read");
  return text;
}

class Loader {
 public:
  explicit Loader(std::filesystem::path definitions_dir) : definitions_dir_(std::move(definitions_dir)) {}

  LoadedClaim run(const std::filesystem::path& claim_file) {
    const std::string file = claim_file.string();
    syntax::File parsed = syntax::parse_claim(read(claim_file), file);
    claim_.file = claim_file;
    claim_.header = std::move(parsed.header);
    add(parsed, file);
    return std::move(claim_);
  }

 private:
  /// The files that a file uses come before its own items.
  void add(const syntax::File& parsed, const std::string& file) {
    for (const syntax::Use& use : parsed.uses) add_used(use, file);
    for (const auto& item : parsed.items) {
      std::visit([&](const auto& kind) { add_item(kind, file); }, item);
    }
  }

  void add_used(const syntax::Use& use, const std::string& file) {
    const std::string where = syntax::place(file, use.line);
    if (std::find(open_.begin(), open_.end(), use.name) != open_.end()) {
      throw InputError(where, "expected files that do not use one another in a circle, found '" + use.name + "' again");
    }
    if (std::find(done_.begin(), done_.end(), use.name) != done_.end()) return;
    if (!syntax::is_name(use.name)) {
      throw InputError(where, "expected the name of a definitions file, found \"" + use.name + "\"");
    }
    const std::filesystem::path path = definitions_dir_ / (use.name + ".stm");
    if (!std::filesystem::exists(path)) throw InputError(where, "expected the file " + path.string() + ", found none");
    open_.push_back(use.name);
    add(syntax::parse_definitions(read(path), path.string()), path.string());
    open_.pop_back();
    done_.push_back(use.name);
  }

  void add_item(const syntax::Definition& definition, const std::string& file) {
    const std::string where = syntax::place(file, definition.line);
    if (syntax::is_builtin(definition.name)) {
      throw InputError(where,
                       "expected a name that is not taken, found the built-in function '" + definition.name + "'");
    }
    syntax::require_names(definition, visible_, file);
    if (!visible_.emplace(definition.name, definition.parameters.size()).second) {
      throw InputError(where, "expected a name that is not taken, found the definition '" + definition.name + "'");
    }
    claim_.definitions.push_back(definition);
  }

  void add_item(const syntax::Statement& statement, const std::string& file) {
    for (const syntax::Statement& other : claim_.statements) {
      if (other.name != statement.name) continue;
      throw InputError(syntax::place(file, statement.line),
                       "expected a statement of another name, found '" + statement.name + "' twice");
    }
    syntax::require_names(statement, visible_, file);
    claim_.statements.push_back(statement);
  }

  std::filesystem::path definitions_dir_;
  LoadedClaim claim_;
  syntax::Visible visible_;
  std::vector<std::string> open_, done_;  ///< used files that are being read, and that are read
};

}  // namespace

std::string LoadedClaim::header_value(const std::string& key) const {
  for (const auto& [name, value] : header) {
    if (name == key) return value;
  }
  return "";
}

const syntax::Statement& LoadedClaim::statement(const std::string& name) const {
  std::string names;
  for (const syntax::Statement& statement : statements) {
    if (statement.name == name) return statement;
    names += (names.empty() ? "" : ", ") + statement.name;
  }
  throw InputError(file.string(), "expected one of the statements " + names + ", found '" + name + "'");
}

LoadedClaim load_claim(const std::filesystem::path& claim_file, const std::filesystem::path& definitions_dir) {
  return Loader(definitions_dir).run(claim_file);
}

}  // namespace attest::theory
