// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/program.hpp"
#include <filesystem>
#include <fstream>
#include <sstream>
#include "verify/trusted/expression_parser.hpp"
#include "verify/trusted/sha256.hpp"
namespace checker {
namespace {
class FileParser : ExpressionParser {
 public:
  FileParser(Program& program, const std::string& file)
      : ExpressionParser(program, read_file(file), file), program_(program) {}

  void header() {
    std::set<std::string> keys;
    expect("claim");
    expect("{");
    do {
      const std::string key = string("a key of the header");
      expect(":");
      const std::string text = string("the value of '" + key + "'");
      if (!keys.insert(key).second) fail_before("different keys in the header");
      if (key == "id") program_.id = text;
      program_.header += json_string(key) + ": " + json_string(text) + "\n";
    } while (accept(","));
    expect("}");
    if (!keys.contains("id")) fail_before("a header with an \"id\"");
  }
  // Loads definition files depth first, each once. `open`: whether a file is still being read, to see cycles.
  void uses(const std::string& folder, std::map<std::string, bool>& open) {
    while (accept("use")) {
      const std::string used = string("the name of a definitions file");
      if (!is_name(used)) fail_before("a name, without a folder or an ending");
      const auto [file, unread] = open.emplace(used, true);
      if (!unread && file->second) fail_before("no cycle of 'use'");
      expect(";");
      if (!unread) continue;
      FileParser inner(program_, folder + "/" + used + ".stm");
      inner.uses(folder, open);
      inner.items(false);
      file->second = false;
    }
  }

  void items(bool statements) {
    bool stated = false;
    while (is("def") || (statements && is("statement"))) {
      stated = stated || is("statement");
      program_.items.push_back(item());
    }
    if (!at_end()) fail(statements ? "'def', 'statement' or the end" : "'def' or the end");
    if (statements && !stated) fail("a statement");
  }

 private:
  std::unique_ptr<Item> item() {
    auto result = std::make_unique<Item>();
    const std::size_t begin = position();
    result->is_definition = take() == "def";
    result->name = result->is_definition ? new_name("a name to define") : name("a name of a statement");
    if (program_.find(result->name, result->is_definition)) fail_before("a statement that is not there yet");
    scope_.clear();
    frame_ = 0;
    if (result->is_definition && accept("(")) {
      do {
        const std::string parameter = new_name("a parameter");
        if (slot_of(parameter)) fail_before("different names of parameters");
        bind(parameter);
      } while (accept(","));
      expect(")");
    }
    result->parameters = frame_;
    expect("=");
    if (result->is_definition) result->body = expression();
    else result->formula = formula();
    result->frame = frame_;
    expect(";");
    result->canonical = text(begin);
    result->names = names(begin);
    return result;
  }

  Formula formula() {
    const Nesting nesting(*this);
    const std::size_t begin = position();
    Formula result;
    if (is("forall") || is("exists")) {
      result.kind = take() == "forall" ? Formula::Kind::kForall : Formula::Kind::kExists;
      result.variable = new_name_before("in");
      result.domain = domain();
      result.slot = bind(result.variable);
      if (accept("where")) result.guard = expression();
      expect(":");
      result.children.push_back(formula());
      scope_.pop_back();
    } else if (accept("parts")) {
      result.kind = Formula::Kind::kParts;
      expect("{");
      do {
        result.names.push_back(name("the name of a part"));
        if (std::count(result.names.begin(), result.names.end(), result.names.back()) > 1)
          fail_before("different names of parts");
        expect(":");
        result.children.push_back(formula());
        expect(";");
      } while (!accept("}"));
    } else {
      result.expression = expression();
    }
    result.text = text(begin);
    return result;
  }

  Domain domain() {
    Domain result;
    const std::size_t begin = position();
    if (accept("values")) {
      result.kind = Domain::Kind::kValues;
    } else if (accept("naturals")) {
      result.kind = Domain::Kind::kNaturals;
      expect("from");
      result.from = expression();
    } else if (is("reals") || is("vectors") || is("matrices")) {
      const std::string word = take();
      result.kind = Domain::Kind::kReals;
      if (word != "reals") expect("(");
      if (word == "matrices") result.sizes.push_back(expression_before(","));
      if (word != "reals") result.sizes.push_back(expression_before(")"));
      const bool bounded = accept("from");
      if (bounded) result.from = expression_before("to");
      if (bounded) result.to = expression();
    } else {
      result.list = expression();
    }
    result.text = text(begin);
    return result;
  }

  Program& program_;
};
}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::error_code failure;
  if (!file || std::filesystem::is_directory(path, failure))
    throw Malformed(path + ": expected a file that can be read");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Program load_program(const std::string& claim_file, const std::string& definitions) {
  Program program;
  std::map<std::string, bool> open;
  FileParser parser(program, claim_file);
  parser.header();
  parser.uses(definitions, open);
  parser.items(true);
  return program;
}

Item parse_expression(const Program& program, const std::string& text) {
  return ExpressionParser(program, text, "expression").whole();
}

const Item* Program::find(const std::string& name, bool is_definition) const {
  for (const auto& item : items)
    if (item->is_definition == is_definition && item->name == name) return item.get();
  return nullptr;
}

std::string Program::header_hash() const { return sha256("attest.header/1\n" + header); }

std::string Program::hash(const std::string& statement) const {
  const Item& root = *find(statement);
  std::set<std::string> names = root.names;  // those that occur in the statement and in what it reaches
  std::string definitions;
  for (std::size_t before = 0; before != names.size();) {
    before = names.size();
    definitions.clear();
    for (const auto& item : items) {
      if (!item->is_definition || !names.contains(item->name)) continue;
      names.insert(item->names.begin(), item->names.end());
      definitions += item->canonical + "\n";
    }
  }
  return sha256("attest.statement/1\n" + definitions + root.canonical + "\n");
}
}  // namespace checker
