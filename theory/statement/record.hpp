// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace attest::theory {

/// The folder of a claim's paper, below the root of the data. The paper is what stands before the stem's first '_'; in
/// the folder are `claims/<stem>.claim` and `definitions/`.
inline std::filesystem::path paper_of_record(const std::string& stem) {
  return std::filesystem::path("theory/papers") / stem.substr(0, stem.find('_'));
}

/// A registered claim's file, below the root of the data.
inline std::filesystem::path claim_of_record(const std::string& stem) {
  return paper_of_record(stem) / "claims" / (stem + ".claim");
}

}  // namespace attest::theory
