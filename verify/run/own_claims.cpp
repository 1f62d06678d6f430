// SPDX-License-Identifier: Apache-2.0
#include "verify/run/own_claims.hpp"

#include <algorithm>
#include <set>

#include "theory/error.hpp"
#include "theory/statement/lexer.hpp"
#include "theory/statement/load.hpp"
#include "theory/statement/parser.hpp"
#include "verify/attack/attack.hpp"
#include "verify/results/vocabulary.hpp"
#include "verify/run/hints.hpp"
#include "verify/usage/suggestion.hpp"

namespace attest::verify::run {

using system::Places;
using system::read_file;
using system::write_file;

namespace fs = std::filesystem;
namespace syntax = theory::syntax;

namespace {

class Taker {
 public:
  Taker(const fs::path& beside, const fs::path& ours, fs::path to, std::vector<syntax::Module> modules)
      : folders_{beside, beside / "definitions", beside / ".." / "definitions", ours},
        to_(std::move(to)),
        modules_(std::move(modules)) {}

  void take(const std::string& name) {
    if (!taken_.insert(name).second || name.find('/') != std::string::npos) return;
    for (const fs::path& folder : folders_) {
      const fs::path file = folder / (name + ".stm");
      if (!fs::is_regular_file(file)) continue;
      const std::string text = unfolded(read_file(file), file);
      write_file(to_ / (name + ".stm"), text);
      const syntax::File parsed = syntax::parse_definitions(text, file.string());
      for (const auto& item : parsed.items) {
        const auto* definition = std::get_if<syntax::Definition>(&item);
        if (definition && definition->name == "simplex")  // a claim that uses the file would be unfolded otherwise
          throw InputError(syntax::place(file.string(), definition->line),
                           "expected another name than 'simplex', which is a domain of the shorthand");
      }
      for (const syntax::Use& use : parsed.uses) take(use.name);
      return;
    }
    take_module(name);
  }

  /// The text without shorthand; what it uses as a module is known from then on.
  std::string unfolded(const std::string& text, const fs::path& file) {
    return syntax::unfold_modules(syntax::unfold_shorthand(text, file.string()), file.string(), modules_);
  }

 private:
  void take_module(const std::string& name) {
    const auto module = std::find_if(modules_.begin(), modules_.end(),
                                     [&](const syntax::Module& each) { return each.name + "_" + each.file == name; });
    if (module == modules_.end() || module->file.find('/') != std::string::npos) return;
    const std::string prefix = module->name;
    for (const fs::path& folder : folders_) {
      const fs::path file = folder / (module->file + ".stm");
      if (!fs::is_regular_file(file)) continue;
      const std::string text = syntax::as_module(unfolded(read_file(file), file), prefix);
      write_file(to_ / (name + ".stm"), text);
      for (const syntax::Use& use : syntax::parse_definitions(text, file.string()).uses) take(use.name);
      return;
    }
  }

  std::vector<fs::path> folders_;
  fs::path to_;
  std::set<std::string> taken_;
  std::vector<syntax::Module> modules_;
};

std::string stem_of(const std::string& id, const fs::path& file) {
  const bool is_name = !id.empty() && id.size() <= 100 && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
  });
  if (!is_name) throw InputError(file.string(), "expected an id of letters, digits, '.' and '-', found \"" + id + "\"");
  std::string stem = id;
  for (char& c : stem)
    if (c == '.' || c == '-') c = '_';
  return stem;
}

}  // namespace

std::vector<fs::path> claim_files(const fs::path& argument) {
  if (!fs::is_directory(argument)) return {argument};
  std::vector<fs::path> files = system::sorted_files(argument, ".claim");
  const std::vector<fs::path> below = system::sorted_files(argument / "claims", ".claim");
  files.insert(files.end(), below.begin(), below.end());
  if (files.empty())
    throw InputError(argument.string(), "expected a folder with .claim files in it or in its folder claims");
  return files;
}

void take_definitions(const std::vector<std::string>& names, const fs::path& beside, const Places& places,
                      const fs::path& to, const std::vector<syntax::Module>& modules) {
  fs::create_directories(to);
  Taker taker(beside.empty() ? "." : beside, places.source / "theory/definitions", to, modules);
  for (const std::string& name : names) taker.take(name);
}

constructions::Claim attacked(constructions::Claim claim, const Places& places) {
  claim.construct = [file = places.claim_file(claim.stem),
                     definitions = places.definitions(claim.stem)](const constructions::Effort& effort) {
    return attack::attack(theory::load_claim(file, definitions), effort);
  };
  return claim;
}

namespace {

/// A message about the copies in OUT/own as one about the files that the user wrote: line for line they are the same.
std::string about_the_originals(std::string message, const fs::path& file, const fs::path& out) {
  const std::string own = (out / "own").string() + "/", definitions = "/definitions/";
  for (std::size_t at; (at = message.find(own)) != std::string::npos;) {
    const std::size_t folder = message.find('/', at + own.size());
    if (folder == std::string::npos) break;
    if (message.compare(folder, definitions.size(), definitions) == 0)
      message.erase(at, folder + definitions.size() - at);
    else
      message.replace(at, message.find(".claim", folder) + std::string(".claim").size() - at, file.string());
  }
  return message;
}

/// A name without a role would be decided and shown nowhere that a reader of the verdict looks: it is most often a
/// slip of the pen.
void require_roles(const syntax::File& parsed, const fs::path& file) {
  for (const auto& item : parsed.items) {
    const auto* statement = std::get_if<syntax::Statement>(&item);
    if (!statement || results::has_role(statement->name)) continue;
    throw InputError(file.string() + ":" + std::to_string(statement->line),
                     "expected a statement whose name tells its role (" + std::string(results::kRoles) + "), found '" +
                         statement->name + "'" +
                         usage::did_you_mean(usage::nearest(statement->name, {"printed", "literal", "repaired"})));
  }
}

constructions::Claim take(const fs::path& file, const fs::path& out, Places& places) {
  const std::string written = read_file(file);
  std::vector<syntax::Module> modules;
  const std::string text =
      syntax::unfold_modules(syntax::unfold_shorthand(written, file.string()), file.string(), modules);
  const syntax::File parsed = syntax::parse_claim(text, file.string());
  std::string id;
  for (const auto& [key, value] : parsed.header)
    if (key == "id") id = value;
  const std::string stem = stem_of(id, file);
  for (const constructions::Claim& ours : constructions::registry()) {
    if (ours.stem != stem) continue;
    std::error_code failure;
    if (fs::equivalent(file, places.claim_file(stem), failure)) return ours;
    throw InputError(file.string(), "expected an id that is not taken, found that of a claim of ours, " + ours.id);
  }
  require_roles(parsed, file);
  const fs::path folder = out / "own" / stem;
  std::error_code ignored;
  fs::remove_all(folder, ignored);  // of an earlier run
  std::vector<std::string> used;
  for (const syntax::Use& use : parsed.uses) used.push_back(use.name);
  take_definitions(used, file.parent_path(), places, folder / "definitions", modules);
  const fs::path page = fs::path(file).replace_extension(".md");
  write_file(folder / "page.md", fs::is_regular_file(page) ? read_file(page) : std::string());
  write_file(folder / "claims" / (stem + ".claim"), text);
  places.own.insert_or_assign(stem, folder);
  try {
    const bool has_shorthand = text != written;
    theory::load_claim(has_shorthand ? folder / "claims" / (stem + ".claim") : file, folder / "definitions");
  } catch (const InputError&) {
    fs::remove_all(folder, ignored);
    throw;
  }
  return attacked({id, stem, nullptr}, places);
}

}  // namespace

constructions::Claim take_claim(const fs::path& file, const fs::path& out, Places& places) {
  try {
    return take(file, out, places);
  } catch (const InputError& error) {
    const fs::path beside = file.has_parent_path() ? file.parent_path() : fs::path(".");
    const std::string message = about_the_originals(error.what(), file, out);
    throw InputError("",
                     message + hint(message, {beside, beside / "definitions", beside / ".." / "definitions"}, places));
  }
}

void require_statement(const theory::LoadedClaim& claim, const std::string& name, const std::string& place) {
  std::string names;
  for (const syntax::Statement& statement : claim.statements) {
    if (statement.name == name) return;
    names += (names.empty() ? "" : ", ") + statement.name;
  }
  throw InputError(place, "expected one of the statements " + names + ", found '" + name + "'");
}

}  // namespace attest::verify::run
