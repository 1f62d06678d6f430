// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "verify/trusted/checker.hpp"

namespace cases {

/// One certificate below cases/<rule>/{accept,reject,malformed,undecided}/ with the claim that it is checked against.
struct Case {
  std::string rule, folder;  ///< "box", "reject"
  std::filesystem::path file, claim;
  std::string expected;  ///< what the reason must contain; empty for accept

  std::string name() const { return rule + "/" + folder + "/" + file.filename().string(); }
  checker::Outcome outcome() const;
};

/// Seen from the repository's root, where the tests run.
const std::filesystem::path& folder();
std::string read(const std::filesystem::path& file);
/// The lines of a table of two columns, which a tab separates.
std::map<std::string, std::string> read_table(const std::filesystem::path& file);
/// Every case, in the order of their names. Throws std::runtime_error where a case and expected.tsv do not match.
std::vector<Case> all();

/// What the cases are checked with: a budget that no accepted case comes near, so that the undecided ones end soon.
inline checker::Options options() { return {.definitions = "", .budget = 10000000}; }

}  // namespace cases
