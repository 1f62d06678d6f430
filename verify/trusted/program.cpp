// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/program.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "verify/trusted/failure.hpp"
#include "verify/trusted/parser.hpp"
#include "verify/trusted/sha256.hpp"

namespace checker {

namespace {

// Loads definition files depth first, each once; `open` holds the files that are being read, to see cycles.
class Loader {
 public:
  Loader(Program& program, std::string folder) : program_(program), folder_(std::move(folder)) {}

  void uses(TokenReader& tokens) {
    while (tokens.accept("use")) {
      const std::string name = tokens.string("the name of a definitions file");
      if (!is_name(name)) tokens.fail_before("a name, without a folder or an ending");
      if (std::find(open_.begin(), open_.end(), name) != open_.end()) tokens.fail_before("no cycle of 'use'");
      tokens.expect(";");
      if (!loaded_.insert(name).second) continue;
      open_.push_back(name);
      const std::string file = folder_ + "/" + name + ".stm";
      TokenReader inner(read_file(file), file);
      uses(inner);
      parse_items(program_, inner, false);
      open_.pop_back();
    }
  }

 private:
  Program& program_;
  std::string folder_;
  std::set<std::string> loaded_;
  std::vector<std::string> open_;
};

std::string header_id(TokenReader& tokens) {
  tokens.expect("claim");
  tokens.expect("{");
  std::map<std::string, std::string> header;
  do {
    const std::string key = tokens.string("a key of the header");
    tokens.expect(":");
    if (!header.emplace(key, tokens.string("the value of '\"...\"'")).second)
      tokens.fail_before("different keys in the header");
  } while (tokens.accept(","));
  tokens.expect("}");
  if (!header.contains("id")) tokens.fail_before("a header with an \"id\"");
  return header["id"];
}

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
  program.file = claim_file;
  TokenReader tokens(read_file(claim_file), claim_file);
  program.id = header_id(tokens);
  Loader(program, definitions).uses(tokens);
  parse_items(program, tokens, true);
  return program;
}

const Statement* Program::find(const std::string& name) const {
  const auto found =
      std::find_if(statements.begin(), statements.end(), [&](const Statement& s) { return s.name == name; });
  return found == statements.end() ? nullptr : &*found;
}

std::string Program::hash(const std::string& statement) const {
  const Item* root = nullptr;
  std::map<std::string, const Item*> by_name;
  for (const Item& item : items) {
    if (item.is_definition) {
      by_name[item.name] = &item;
    } else if (item.name == statement) {
      root = &item;
    }
  }
  std::set<std::string> reached;
  std::vector<const Item*> pending = {root};
  while (!pending.empty()) {
    const Item* item = pending.back();
    pending.pop_back();
    for (const std::string& name : item->names) {
      const auto found = by_name.find(name);
      if (found != by_name.end() && reached.insert(name).second) pending.push_back(found->second);
    }
  }
  std::string text = "attest.statement/1\n";
  for (const Item& item : items) {
    if (item.is_definition && reached.contains(item.name)) text += item.canonical + "\n";
  }
  return sha256(text + root->canonical + "\n");
}

}  // namespace checker
