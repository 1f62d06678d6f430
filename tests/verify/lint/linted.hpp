// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "verify/lint/lint.hpp"

namespace attest::tests {

/// A claim of these definitions and statements, read from a file that is gone at the end.
class LintClaim {
 public:
  explicit LintClaim(const std::string& items) {
    char folder[] = "/tmp/attest-lint-XXXXXX";
    folder_ = mkdtemp(folder);
    std::ofstream(folder_ + "/test.claim") << "claim { \"id\": \"test\" }\nuse \"attention\";\n" << items;
    claim = theory::load_claim(folder_ + "/test.claim", "theory/definitions");
  }
  LintClaim(const LintClaim&) = delete;
  ~LintClaim() { std::filesystem::remove_all(folder_); }
  verify::lint::StatementReport report() const { return verify::lint::lint(claim, claim.statements.front(), {}, {}); }

  theory::LoadedClaim claim;

 private:
  std::string folder_;
};

inline std::set<std::string> kinds_of(const verify::lint::StatementReport& report) {
  std::set<std::string> kinds;
  for (const verify::lint::Finding& finding : report.findings) kinds.insert(finding.kind);
  return kinds;
}

}  // namespace attest::tests
