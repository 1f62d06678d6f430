// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verify/results/results.hpp"

namespace attest::verify::results {

/// A paper whose claims are decided. The one table of them: the report and `attest explain` show it, and a test holds
/// README.md and CITATION.cff to it.
struct Paper {
  std::string_view id;  ///< a claim's id up to its dot
  std::string_view authors, title, venue;
  std::string_view arxiv;  ///< its number; empty where we know of none
  std::string_view doi;    ///< empty where the number on arXiv is the way to it
};

const std::vector<Paper>& papers();

/// The paper of a claim of ours, or null: the published variants (`variants.*`) have each its own, in the claim's
/// source. A claim of the user's has none, even if its id begins like one of ours.
const Paper* paper_of(const ClaimResult& claim);

/// "Authors: Title. Venue. arXiv:0000.00000"
std::string citation(const Paper& paper);

}  // namespace attest::verify::results
