// SPDX-License-Identifier: Apache-2.0
#include "verify/run/own_proofs.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "theory/error.hpp"
#include "verify/system/process.hpp"

namespace attest::verify::run {

using system::Places;
using system::read_file;
using system::write_file;

namespace fs = std::filesystem;

namespace {

constexpr const char* kRecord = "read_theorems.txt";

// check.py reads the comment again, and more strictly: what is found here and not there is not accepted.
std::vector<OwnProof> bindings(const std::string& text, const std::string& file, const std::string& id) {
  static const std::regex comment(R"(\(\* attest: (\S+) (\S+) sha256:\S+ theorem:(\S+) \*\))");
  std::vector<OwnProof> found;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), comment); at != std::sregex_iterator(); ++at)
    if ((*at)[1] == id) found.push_back({file, (*at)[2], (*at)[3]});
  return found;
}

std::vector<std::string> required(const std::string& text) {
  static const std::regex sentence(R"(From\s+attest\s+Require\s+(?:Import\s+|Export\s+)?([\w\s]+)\.)");
  std::vector<std::string> names;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), sentence); at != std::sregex_iterator(); ++at) {
    std::istringstream words((*at)[1]);
    for (std::string word; words >> word;) names.push_back(word);
  }
  return names;
}

/// The file and what it requires of its own folder; of two files of the same name the first stays.
void take(const fs::path& file, const fs::path& to) {
  const fs::path copy = to / file.filename();
  if (fs::exists(copy)) return;
  const std::string text = read_file(file);
  write_file(copy, text);
  for (const std::string& name : required(text)) {
    const fs::path needed = file.parent_path() / (name + ".v");
    if (fs::is_regular_file(needed)) take(needed, to);
  }
}

fs::path folder_of(const Places& places, const std::string& stem) { return places.own.at(stem) / "proofs"; }

}  // namespace

std::string own_proof_path(const std::string& stem, const std::string& file) {
  return "own/" + stem + "/proofs/" + file;
}

void take_proofs(const fs::path& file, const theory::LoadedClaim& claim, const std::string& stem,
                 const Places& places) {
  const fs::path beside = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const fs::path to = folder_of(places, stem);
  const std::set<fs::path> named = {file.stem().string() + "_proof", stem + "_proof"};
  std::vector<fs::path> folders = {beside};
  for (const fs::path& name : named) folders.push_back(beside / name);
  folders.push_back(beside / "proofs");
  folders.push_back(beside / ".." / "proofs");
  std::map<std::string, fs::path> seen;
  for (const fs::path& folder : folders) {
    for (const fs::path& proof : system::sorted_files(folder, ".v")) {
      if (!fs::is_regular_file(proof)) continue;
      const std::vector<OwnProof> found = bindings(read_file(proof), proof.filename(), claim.header_value("id"));
      if (found.empty()) continue;
      for (const OwnProof& bound : found) {
        const auto [other, is_new] = seen.emplace(bound.statement + " " + bound.theorem, proof);
        if (!is_new)
          throw InputError(proof.string(), "expected one file that binds " + bound.theorem + " to " + bound.statement +
                                               ", found that " + other->second.string() + " does, too");
        const bool known = std::any_of(claim.statements.begin(), claim.statements.end(),
                                       [&](const auto& statement) { return statement.name == bound.statement; });
        if (!known)
          throw InputError(proof.string(), "expected a theorem for a statement of " + file.string() +
                                               ", found that it is bound to '" + bound.statement + "'");
      }
      take(proof, to);
      if (fs::is_regular_file(folder / kRecord) && !fs::exists(to / kRecord))
        write_file(to / kRecord, read_file(folder / kRecord));
    }
  }
}

std::vector<OwnProof> own_proofs(const Places& places, const std::string& id, const std::string& stem) {
  std::vector<OwnProof> all;
  if (!places.own.contains(stem)) return all;
  for (const fs::path& file : system::sorted_files(folder_of(places, stem), ".v")) {
    const std::vector<OwnProof> found = bindings(read_file(file), file.filename(), id);
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

std::vector<std::string> own_proof_command(const Places& places, const std::string& stem,
                                           const std::vector<std::string>& files, const fs::path& library) {
  const fs::path folder = places.own.at(stem), proofs = folder_of(places, stem);
  std::vector<std::string> command = {"python3",   (places.proofs() / "check.py").string(),
                                      "--work",    (folder / "coq").string(),
                                      "--source",  proofs.string(),
                                      "--claims",  places.claim_file(stem).parent_path().string(),
                                      "--checker", system::as_typed({places.attest_check.string()}),
                                      "--ledger",  (proofs / kRecord).string()};
  if (!library.empty()) command.insert(command.end(), {"--library", library.string()});
  command.emplace_back("--only");
  command.insert(command.end(), files.begin(), files.end());
  return command;
}

fs::path kept_library() {
  const char *cache = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
  if (cache && *cache == '/') return fs::path(cache) / "attest/coq";
  return home && *home == '/' ? fs::path(home) / ".cache/attest/coq" : fs::path();
}

}  // namespace attest::verify::run
