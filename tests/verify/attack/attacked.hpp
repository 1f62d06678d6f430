// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "theory/statement/hash.hpp"
#include "verify/attack/attack.hpp"
#include "verify/trusted/checker.hpp"

namespace attest::tests {

/// A claim of these statements in a file of its own, gone at the end.
class ClaimFile {
 public:
  explicit ClaimFile(const std::string& statements) {
    char folder[] = "/tmp/attest-claim-XXXXXX";
    folder_ = mkdtemp(folder);
    std::ofstream(file()) << "claim { \"id\": \"test\" }\nuse \"attention\";\n" << statements;
  }
  ClaimFile(const ClaimFile&) = delete;
  ~ClaimFile() { std::filesystem::remove_all(folder_); }
  std::string file() const { return folder_ + "/test.claim"; }
  theory::LoadedClaim load() const { return theory::load_claim(file(), "theory/definitions"); }

 private:
  std::string folder_;
};

/// What the trusted checker says of a certificate of a claim.
inline checker::Result decided(const theory::LoadedClaim& claim, const theory::Certificate& certificate) {
  const theory::Binding binding{theory::header_hash(claim), theory::statement_hash(claim, certificate.statement)};
  return checker::check(claim.file.string(), certificate.to_json(binding), {"theory/definitions"});
}

}  // namespace attest::tests
