// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "constructions/exhibit.hpp"
#include "theory/certificate/certificate.hpp"

namespace attest::constructions {

/// What a run may spend and how far it goes.
struct Effort {
  bool thorough = false;  ///< wider ranges
  bool brief = false;     ///< smaller ranges where the usual ones take long; for tests
  unsigned threads = 1;
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool>* interrupted = nullptr;      ///< set by Ctrl-C
  std::function<void(const std::string&)> doing = {};  ///< told what is being tried, from any thread; may be empty

  /// Whether a search should go on. A construction that stops early says in its scope what it covered.
  bool may_continue() const {
    return !(interrupted && interrupted->load()) && std::chrono::steady_clock::now() < deadline;
  }
};

/// A check that the C++ engine made alone, beyond what the certificates carry. Reported as such, never as a verdict.
struct EngineCheck {
  std::string what;            ///< in words, with the range
  bool passed;                 ///< false: the engine found a contradiction, which the report shows as a defect
  std::string detail;          ///< counts, sizes, the failing case
  std::string statement = {};  ///< the one of the claim whose search this is, if it is one
};

/// What a claim's construction hands over: certificates to be checked, and what a reader should see.
struct Findings {
  std::vector<theory::Certificate> certificates;
  std::vector<EngineCheck> engine_checks;
  std::vector<Exhibit> exhibits;
};

/// A registered claim: its statement of record is theory::claim_of_record(stem).
struct Claim {
  std::string id;
  std::string stem;  ///< the id with '.' and '-' replaced by '_'
  std::function<Findings(const Effort&)> construct;
};

/// All claims, in the order of registration (constructions/CMakeLists.txt, one line each).
const std::vector<Claim>& registry();

}  // namespace attest::constructions
