// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <vector>

// The tests run in the root of the repository.
namespace attest::theory::tests {

/// The claims of the papers that bring constructions: those of theory/papers whose name a folder of constructions/ has.
inline std::vector<std::filesystem::path> claims_on_record() {
  std::vector<std::filesystem::path> claims;
  for (const auto& paper : std::filesystem::directory_iterator("theory/papers")) {
    if (!std::filesystem::is_directory("constructions" / paper.path().filename())) continue;
    for (const auto& claim : std::filesystem::directory_iterator(paper.path() / "claims"))
      claims.push_back(claim.path());
  }
  std::sort(claims.begin(), claims.end());
  return claims;
}

/// The files of a folder.
inline std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder)) files.push_back(file.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace attest::theory::tests
