// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/lint/lint.hpp"
#include "verify/lint/variants.hpp"

namespace attest::verify::lint {

/// How a variant comes out, as far as was searched.
struct Judged {
  enum class Outcome { holds, not_refuted, no_witness, refuted, undefined, not_searched };
  Outcome outcome = Outcome::not_searched;
  Seen seen;  ///< of the last round

  /// Refuted, or nothing was found of what is said to exist.
  bool refuted() const { return outcome == Outcome::refuted || outcome == Outcome::no_witness; }
  bool stands() const { return outcome == Outcome::holds || outcome == Outcome::not_refuted; }
};
std::string in_words(Judged::Outcome outcome);

/// Judges variants of one statement, each in rounds that reach further.
class Judge {
 public:
  Judge(const theory::LoadedClaim& claim, const Hints& hints, const Options& options)
      : claim_(claim), hints_(hints), options_(options) {}
  /// `rounds`: how far at most.
  Judged operator()(const Variant& variant, int rounds) const;

 private:
  const theory::LoadedClaim& claim_;
  const Hints& hints_;
  const Options& options_;
};

}  // namespace attest::verify::lint
