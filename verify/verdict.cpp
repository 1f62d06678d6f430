// SPDX-License-Identifier: Apache-2.0
#include "verify/verdict.hpp"

#include <algorithm>

#include "verify/scope.hpp"

namespace attest::verify {

namespace {

// From weak to strong; the order decides which certificate speaks for a statement.
enum class Strength { kNone, kEvidence, kCertified, kExhaustive, kProved, kRefuted };

bool same(const std::vector<Coverage>& a, const std::vector<Coverage>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Coverage& x, const Coverage& y) {
    return x.kind == y.kind && x.variable == y.variable && x.domain == y.domain && x.from == y.from && x.to == y.to &&
           x.count == y.count && x.theorem == y.theorem;
  });
}

const CheckerReport* trusted(const CheckedCertificate& certificate) {
  return certificate.checkers.empty() ? nullptr : &certificate.checkers.front();
}

// The second checker may be absent, or have spent its budget; it may not contradict.
bool second_disagrees(const CheckedCertificate& certificate) {
  for (std::size_t i = 1; i < certificate.checkers.size(); ++i) {
    const CheckerReport& second = certificate.checkers[i];
    if (second.outcome == "not run" || second.outcome == "Undecided") continue;
    if (second.outcome != certificate.checkers.front().outcome) return true;
    if (second.outcome == "Accepted" && !(same(second.assumed, certificate.checkers.front().assumed) &&
                                          same(second.covered, certificate.checkers.front().covered))) {
      return true;
    }
  }
  return false;
}

bool has_kind(const std::vector<Coverage>& list, const char* kind) {
  return std::any_of(list.begin(), list.end(), [&](const Coverage& entry) { return entry.kind == kind; });
}

Strength strength(const CheckedCertificate& certificate) {
  const CheckerReport* report = trusted(certificate);
  if (!report || report->outcome != "Accepted" || second_disagrees(certificate)) return Strength::kNone;
  if (certificate.is_proof) return certificate.proof_checked ? Strength::kProved : Strength::kNone;
  const bool partial = !report->assumed.empty();
  if (!certificate.goal) return partial ? Strength::kEvidence : Strength::kRefuted;
  const bool boxes = has_kind(report->covered, "box");
  if (!partial) {
    if (boxes) return Strength::kProved;
    return has_kind(report->covered, "exhaustive") ? Strength::kExhaustive : Strength::kCertified;
  }
  const bool ranges_alone = std::all_of(report->assumed.begin(), report->assumed.end(),
                                        [](const Coverage& entry) { return entry.kind == "range"; });
  return ranges_alone && !boxes ? Strength::kExhaustive : Strength::kCertified;
}

std::string checked_by(const CheckedCertificate& certificate) {
  if (certificate.is_proof) return "Coq's kernel (" + certificate.proof_status + ")";
  for (std::size_t i = 1; i < certificate.checkers.size(); ++i) {
    if (certificate.checkers[i].outcome != "Accepted") {
      return "attest-check alone (second checker: " + certificate.checkers[i].outcome +
             (certificate.checkers[i].reason.empty() ? "" : ", " + certificate.checkers[i].reason) + ")";
    }
  }
  return certificate.checkers.size() > 1 ? "both checkers" : "attest-check alone";
}

const char* assurance_word(Strength strength) {
  switch (strength) {
    case Strength::kProved:
      return "proved";
    case Strength::kExhaustive:
      return "exhaustive";
    case Strength::kCertified:
    case Strength::kRefuted:
      return "certified";
    case Strength::kEvidence:
      return "sampled";
    case Strength::kNone:
      break;
  }
  return "none";
}

// Why nothing was decided: the first reason that a checker gave.
std::string first_reason(const StatementResult& statement) {
  for (const CheckedCertificate& certificate : statement.certificates) {
    if (certificate.is_proof && !certificate.proof_checked) {
      if (statement.certificates.size() == 1)
        return "a proof exists and was not checked here: " + certificate.proof_status;
      continue;
    }
    if (second_disagrees(certificate)) return "the two checkers disagree on " + certificate.path;
    for (const CheckerReport& report : certificate.checkers) {
      if (report.outcome != "Accepted") return report.checker + ": " + report.outcome + ": " + report.reason;
    }
  }
  return statement.certificates.empty() ? "no certificate was built" : "";
}

}  // namespace

void derive_verdict(StatementResult& statement) {
  const CheckedCertificate* best = nullptr;
  Strength best_strength = Strength::kNone;
  bool shown_true = false, shown_false = false;
  for (const CheckedCertificate& certificate : statement.certificates) {
    const Strength next = strength(certificate);
    if (next > best_strength) {
      best_strength = next;
      best = &certificate;
    }
    shown_false = shown_false || next == Strength::kRefuted;
    shown_true = shown_true ||
                 (certificate.goal &&
                  (next == Strength::kProved || (next != Strength::kNone && trusted(certificate)->assumed.empty())));
  }
  statement.status = "open";
  statement.assurance = assurance_word(best_strength);
  statement.checked_by = best ? checked_by(*best) : "";
  if (shown_true && shown_false) {
    statement.assurance = "none";
    statement.scope = "DEFECT: certificates for the statement and for its negation were both accepted";
    return;
  }
  if (!best) {
    statement.scope = first_reason(statement);
    return;
  }
  if (best_strength != Strength::kEvidence) statement.status = best_strength == Strength::kRefuted ? "false" : "holds";

  statement.scope = scope_in_words(*best);
  for (const CheckedCertificate& certificate : statement.certificates) {
    if (&certificate == best) continue;
    const Strength other = strength(certificate);
    if (certificate.is_proof && other == Strength::kNone) {
      statement.scope += "; a proof exists and was not checked here (" + certificate.proof_status + ")";
    } else if (other == Strength::kNone) {
      statement.scope += "; " + certificate.path + " was not accepted";
    } else if (other != Strength::kRefuted) {
      statement.scope += "; also " + std::string(assurance_word(other)) + ": " + scope_in_words(certificate);
    }
  }
}

void derive_roles(ClaimResult& claim) {
  StatementResult *printed = nullptr, *literal = nullptr, *false_step = nullptr;
  for (StatementResult& statement : claim.statements) {
    if (statement.name == "printed") printed = &statement;
    if (statement.name == "literal") literal = &statement;
    if (statement.name.starts_with("step_") && statement.status == "false" && !false_step) false_step = &statement;
  }
  if (!printed) return;
  if (printed->status == "holds" && literal && literal->status == "false") printed->status = "typo";
  if (printed->status == "open" && false_step) {
    printed->status = "gap";
    printed->scope +=
        (printed->scope.empty() ? "" : "; ") + std::string("the printed proof fails at ") + false_step->name;
  }
}

}  // namespace attest::verify
