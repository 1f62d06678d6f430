// SPDX-License-Identifier: Apache-2.0
#include "verify/run/state.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "theory/error.hpp"
#include "theory/statement/sha256.hpp"
#include "verify/system/seal.hpp"

namespace attest::verify::run {

using results::CheckedCertificate;
using results::ClaimResult;
using results::Results;
using results::StatementResult;
using system::is_sealed;
using system::Places;
using system::read_file;
using system::seal;
using system::sorted_files;
using system::write_file;

namespace fs = std::filesystem;

namespace {

/// A list of what a result depends on, each with its hash.
class Dependencies {
 public:
  void add(const std::string& name, const std::string& text) { list_ += name + " " + theory::sha256(text) + "\n"; }
  void add_file(const fs::path& path) {
    add(path.filename().string(), fs::exists(path) ? read_file(path) : std::string());
  }
  void add_folder(const fs::path& folder, const std::string& extension) {
    for (const fs::path& file : sorted_files(folder, extension)) add_file(file);
  }
  std::string hash() const { return theory::sha256(list_); }

 private:
  std::string list_;
};

// The seal stands in a file of its own, which is written first: a run that is killed between the two leaves a text
// without its seal, which is decided again.
void write_sealed(const fs::path& file, const fs::path& seal_file, const std::string& text) {
  write_file(seal_file, seal(text) + "\n");
  write_file(file, text);
}

bool has_seal(const std::string& text, const fs::path& seal_file) {
  std::string found = fs::exists(seal_file) ? read_file(seal_file) : std::string();
  if (!found.empty() && found.back() == '\n') found.pop_back();
  return is_sealed(text, found);
}

}  // namespace

bool program_exists(const char* name) {
  const char* path = std::getenv("PATH");
  std::string folders = path ? path : "";
  std::error_code unreadable;  // a folder of PATH that cannot be read holds no program for us
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    if (fs::exists(fs::path(folders.substr(begin, end - begin)) / name, unreadable)) return true;
    begin = end + 1;
  }
  return false;
}

State::State(const Places& places, fs::path out, const std::string& effort, bool proofs)
    : places_(places), out_(std::move(out)) {
  Dependencies common;
  common.add_file("/proc/self/exe");
  common.add_file(places.attest_check);
  common.add_folder(places.second_checker().parent_path(), ".py");
  common.add_folder(places.source / "theory/definitions", ".stm");
  common.add_folder(places.proofs(), ".v");
  common.add_folder(places.proofs(), ".txt");
  common.add_folder(places.proofs(), ".py");
  common.add_folder(places.semantics(), ".v");
  common.add_folder(places.semantics(), ".py");
  common.add("proofs", proofs && program_exists("coqc") ? "coq" : "no coq");
  common.add("second checker", program_exists("python3") ? "python" : "no python");
  common.add("effort", effort);
  common_ = common.hash();
}

std::string State::dependencies(const constructions::Claim& claim) const {
  Dependencies all;
  all.add("common", common_);
  all.add_file(places_.claim_file(claim.stem));
  all.add_file(places_.page(claim.stem));
  all.add_folder(places_.definitions(claim.stem), ".stm");
  if (places_.own.contains(claim.stem)) {
    const fs::path folder = places_.own.at(claim.stem);
    all.add_folder(folder / "proofs", ".v");
    all.add_folder(folder / "proofs", ".txt");
  }
  return all.hash();
}

bool certificates_match(const ClaimResult& claim, const fs::path& out) {
  for (const StatementResult& statement : claim.statements) {
    for (const CheckedCertificate& certificate : statement.certificates) {
      const fs::path file = out / certificate.path;
      if (!fs::exists(file) || theory::sha256(read_file(file)) != certificate.sha256) return false;
    }
  }
  return true;
}

fs::path State::file(const constructions::Claim& claim) const { return out_ / "state" / (claim.stem + ".json"); }
fs::path State::seal_file(const constructions::Claim& claim) const { return out_ / "state" / (claim.stem + ".seal"); }

std::optional<ClaimResult> State::find(const constructions::Claim& claim) const {
  const fs::path path = file(claim);
  if (!fs::exists(path)) return std::nullopt;
  try {
    const std::string text = read_file(path);
    if (!has_seal(text, seal_file(claim))) return std::nullopt;  // edited, or made elsewhere
    Results results = Results::from_json(text, path.string());
    if (results.claims.size() != 1 || results.claims.front().id != claim.id || results.version != dependencies(claim) ||
        !certificates_match(results.claims.front(), out_))
      return std::nullopt;
    return std::move(results.claims.front());
  } catch (const InputError&) {
    return std::nullopt;  // a broken state file is as good as none
  }
}

void State::keep(const constructions::Claim& claim, const ClaimResult& result) const {
  Results single;
  single.version = dependencies(claim);
  single.claims = {result};
  write_sealed(file(claim), seal_file(claim), single.to_json());
}

void write_results(const Results& results, const fs::path& out) {
  write_sealed(out / "results.json", out / "state/results.seal", results.to_json());
}

Results read_results(const fs::path& out) {
  const fs::path file = out / "results.json";
  if (!fs::exists(file)) {
    throw InputError(file.string(),
                     "no results yet: expected the file that `attest check --out " + out.string() + "` writes");
  }
  const std::string text = read_file(file);
  Results results = Results::from_json(text, file.string());
  if (!has_seal(text, out / "state/results.seal")) {
    throw InputError(
        file.string(),
        "expected what this user's `attest check` wrote here; the file was edited or made elsewhere, so its "
        "verdicts are not believed. Run `attest check --out " +
            out.string() + "` again");
  }
  return results;
}

}  // namespace attest::verify::run
