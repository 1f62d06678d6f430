// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "theory/certificate/certificate.hpp"
#include "theory/statement/load.hpp"
#include "verify/lint/probe.hpp"

// The room lint: is a formal statement a statement at all? It looks for hypotheses that nothing meets, conclusions that
// are true whatever they are about, and slips that nobody would notice, with the attack's evaluator and search. What it
// says is a reason to look, and nothing that a verdict rests on.
namespace attest::verify::lint {

/// Something that a reader of the statement should know.
struct Finding {
  enum class Level {
    defect,  ///< what the statement says is hardly what was meant: nothing meets its hypotheses, it has no value
             ///< somewhere, ...
    look     ///< worth a look; in some sound statements, too
  };
  Level level;
  std::string kind;  ///< one of `kinds`
  std::string text;
};

/// Every kind of finding with what it means, in the order in which they are reported.
struct Kind {
  std::string name, meaning;
};
const std::vector<Kind>& kinds();

struct HypothesisReport {
  std::string text, variable;
  std::string without;  ///< how it comes out without it
  std::string at;       ///< the elements that refute the statement without it, if they were found
};

struct StatementReport {
  std::string name;
  std::string hash;  ///< what certificates are bound to, of the statement that was searched
  /// As far as was searched: "holds", "not refuted", "no witness found", "refuted", "undefined", "not searched".
  std::string comes_out;
  std::string satisfied_by;  ///< elements that meet every condition; empty if none was found
  std::uint64_t tried = 0;   ///< expressions at the end that were evaluated
  std::vector<HypothesisReport> hypotheses;
  std::size_t slips = 0;    ///< variants by one slip in the conclusion that have a value
  std::size_t noticed = 0;  ///< those that come out the other way
  std::vector<std::string> unnoticed;
  std::vector<std::int64_t> trivial_sizes;  ///< at which no slip was noticed
  std::vector<Finding> findings;
};

struct Options {
  bool thorough = false;
  std::function<bool()> may_continue = [] { return true; };
};

/// Values that certificates give for quantified names.
Hints hints_of(const std::vector<theory::Certificate>& certificates);

/// Looks at one statement of the claim. The result depends on the claim, the hints and options.thorough alone, unless
/// may_continue ends it.
StatementReport lint(const theory::LoadedClaim& claim, const theory::syntax::Statement& statement, const Hints& hints,
                     const Options& options);

}  // namespace attest::verify::lint
