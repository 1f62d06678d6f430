// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "verify/results/results.hpp"

namespace attest::verify::report {

/// What a page needs to check the certificates of a run again by itself: the proved checker as a script (recheck.js of
/// verify/proved; empty: this report has none), and the certificates' files by their paths.
struct Recheck {
  std::string checker;
  std::map<std::string, std::string> certificates;
};

/// `script`: where recheck.js would be. `out`: the folder of the results; a certificate that is not the file that the
/// results name is left out.
Recheck read_recheck(const results::Results& results, const std::filesystem::path& script,
                     const std::filesystem::path& out);

/// The part of the page above the claims that says what can be checked again here, or how to get a report that can.
std::string recheck_section(const Recheck& recheck);

/// The checker and what it is to check, compressed, as data that a browser does not run: the checker; the distinct
/// lines of all definitions; for each claim its header, its statements and their certificates.
std::string recheck_data(const results::Results& results, const Recheck& recheck);

/// The page's script for it: at a click a claim's certificates are checked in a worker, 10 seconds a claim.
std::string recheck_script();

/// Certificates of more bytes are not embedded.
inline constexpr std::size_t longest_embedded = 100'000;

}  // namespace attest::verify::report
