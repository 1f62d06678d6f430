// SPDX-License-Identifier: Apache-2.0
#include "verify/state.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "theory/error.hpp"

namespace attest::verify {

namespace fs = std::filesystem;

namespace {

// FNV-1a: tells an old state from a new one; nothing is trusted because of it.
class Fingerprint {
 public:
  void add(const std::string& text) {
    for (unsigned char c : text + '\0') hash_ = (hash_ ^ c) * 0x100000001b3U;
  }
  void add_file(const fs::path& path) { add(fs::exists(path) ? read_file(path) : std::string()); }
  void add_folder(const fs::path& folder, const std::string& extension) {
    std::vector<fs::path> files;
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(folder, failure)) {
      if (entry.path().extension() == extension) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      add(file.filename().string());
      add_file(file);
    }
  }
  std::string text() const { return std::to_string(hash_); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

bool program_exists(const char* name) {
  const char* path = std::getenv("PATH");
  std::string folders = path ? path : "";
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    if (fs::exists(fs::path(folders.substr(begin, end - begin)) / name)) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

State::State(const Places& places, fs::path out, bool thorough, bool proofs)
    : places_(places), out_(std::move(out)), thorough_(thorough) {
  Fingerprint print;
  print.add_file("/proc/self/exe");
  print.add_file(places.attest_check);
  print.add_folder(places.second_checker().parent_path(), ".py");
  print.add_folder(places.definitions(), ".stm");
  print.add_folder(places.proofs(), ".v");
  print.add_folder(places.proofs(), ".txt");
  print.add_folder(places.proofs(), ".py");
  print.add(proofs && program_exists("coqc") ? "coq" : "no coq");
  print.add(program_exists("python3") ? "python" : "no python");
  print.add(thorough ? "thorough" : "default");
  common_ = print.text();
}

std::string State::fingerprint(const constructions::Claim& claim, const ClaimResult& result) const {
  Fingerprint print;
  print.add(common_);
  print.add_file(places_.claim_file(claim.stem));
  print.add_file(places_.page(claim.stem));
  for (const StatementResult& statement : result.statements) {
    for (const CheckedCertificate& certificate : statement.certificates) print.add_file(out_ / certificate.path);
  }
  return print.text();
}

fs::path State::file(const constructions::Claim& claim) const { return out_ / "state" / (claim.stem + ".json"); }

std::optional<ClaimResult> State::find(const constructions::Claim& claim) const {
  const fs::path path = file(claim);
  if (!fs::exists(path)) return std::nullopt;
  try {
    Results results = Results::from_json(read_file(path), path.string());
    if (results.claims.size() != 1 || results.version != fingerprint(claim, results.claims.front()))
      return std::nullopt;
    return std::move(results.claims.front());
  } catch (const InputError&) {
    return std::nullopt;  // a broken state file is as good as none
  }
}

void State::keep(const constructions::Claim& claim, const ClaimResult& result) const {
  Results single;
  single.version = fingerprint(claim, result);
  single.claims = {result};
  write_file(file(claim), single.to_json() + "\n");
}

}  // namespace attest::verify
