// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/results/results.hpp"

namespace attest::verify::results {

/// What a certificate covered, in words, from the trusted checker's lists: "n = 3, ..., 8; every p in permutations(n)",
/// "n = 2, 3; 20 choices of WQ, WK, X".
std::string scope_in_words(const CheckedCertificate& certificate);

/// How far a certificate with these assumptions reaches, in a few words that follow "certified": "to n = 6",
/// "at 20 instances" (of all parts together), "at n = 3". Empty where no range and no instances are among them.
std::string extent_in_words(const std::vector<Coverage>& assumed);

/// What one list of a checker's report says, in words.
std::string coverage_in_words(const std::vector<Coverage>& entries);

}  // namespace attest::verify::results
