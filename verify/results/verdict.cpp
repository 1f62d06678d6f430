// SPDX-License-Identifier: Apache-2.0
#include "verify/results/verdict.hpp"

#include <algorithm>
#include <set>

#include "verify/results/scope.hpp"

namespace attest::verify::results {

namespace {

// From weak to strong; the order decides which certificate speaks for a statement. All from kWitness on are complete.
enum class Strength { kNone, kAgainst, kPartial, kWitness, kExhaustive, kProvedByReader, kProved };

bool is_complete(Strength strength) { return strength >= Strength::kWitness; }

bool ran(const CheckerReport& report) { return report.outcome != "not run" && report.outcome != "Undecided"; }

bool disagree(const CheckerReport& a, const CheckerReport& b) {
  if (!ran(a) || !ran(b)) return false;
  return a.outcome != b.outcome ||
         (a.outcome == "Accepted" && !(a.assumed == b.assumed && a.covered == b.covered && a.evaluated == b.evaluated));
}

bool has_kind(const std::vector<Coverage>& list, const char* kind) {
  return std::any_of(list.begin(), list.end(), [&](const Coverage& entry) { return entry.kind == kind; });
}

const char* assurance_word(Strength strength) {
  switch (strength) {
    case Strength::kProved:
      return "proved";
    case Strength::kProvedByReader:
      return "proved (bound by a reader)";
    case Strength::kExhaustive:
      return "exhaustive";
    case Strength::kWitness:
    case Strength::kPartial:
      return "certified";
    case Strength::kAgainst:
      return "sampled";
    case Strength::kNone:
      break;
  }
  return "none";
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

// Why a certificate alone contradicts what it is to show, or its checkers each other; empty if they do not.
std::string contradiction(const CheckedCertificate& certificate) {
  for (const CheckerReport& report : certificate.checkers) {
    if (report.outcome == "Failed") return report.checker + " failed on " + certificate.path + ": " + report.reason;
    if (report.because == "opposite") {
      return certificate.path + " is to show that the statement is " + (certificate.goal ? "true" : "false") +
             ", and " + report.checker + " evaluated it to the opposite: " + report.reason;
    }
    if (report.because == "undefined")
      return certificate.path + " meets a value at which the statement is undefined: " + report.reason;
    if (disagree(certificate.checkers.front(), report)) return "the two checkers disagree on " + certificate.path;
  }
  return {};
}

// The verdicts of one claim's statements, each after those that it cites.
class Judge {
 public:
  explicit Judge(ClaimResult& claim) : claim_(claim) {}

  void run() {
    // At most one statement more is ready in each round; what is left cites in a circle.
    for (std::size_t round = 0; round <= claim_.statements.size(); ++round) {
      const bool last = round == claim_.statements.size();
      for (StatementResult& statement : claim_.statements) {
        if (derived_.contains(statement.name) || !(last || is_ready(statement))) continue;
        derive(statement);
        derived_.insert(statement.name);
      }
    }
  }

 private:
  static bool is_citation(const Coverage& entry) { return entry.kind == "statement"; }
  static const std::vector<Coverage>& assumed(const CheckedCertificate& certificate) {
    static const std::vector<Coverage> nothing;
    return certificate.checkers.empty() ? nothing : certificate.checkers.front().assumed;
  }

  bool is_ready(const StatementResult& statement) const {
    for (const CheckedCertificate& certificate : statement.certificates)
      for (const Coverage& entry : assumed(certificate))
        if (is_citation(entry) && !derived_.contains(entry.statement)) return false;
    return true;
  }

  // What a citation contributes: nothing where what it cites is not shown, or not derived yet (a circle).
  Strength strength_of_cited(const std::string& name) const {
    const StatementResult* cited = derived_.contains(name) ? claim_.find(name) : nullptr;
    if (!cited) return Strength::kNone;
    if (cited->status == "supported") return Strength::kPartial;
    if (cited->status != "holds") return Strength::kNone;
    for (const Strength strength :
         {Strength::kProved, Strength::kProvedByReader, Strength::kExhaustive, Strength::kWitness})
      if (cited->assurance == assurance_word(strength)) return strength;
    return Strength::kNone;
  }

  Strength strength(const CheckedCertificate& certificate) const {
    if (certificate.checkers.empty() || certificate.checkers.front().outcome != "Accepted") return Strength::kNone;
    const CheckerReport& report = certificate.checkers.front();
    if (certificate.is_proof && !certificate.proof_checked) return Strength::kNone;
    if (certificate.is_proof) return certificate.proof_bound_by_program ? Strength::kProved : Strength::kProvedByReader;
    std::vector<Strength> pieces;
    for (const Coverage& entry : report.assumed) {
      const Strength partial = certificate.goal ? Strength::kPartial : Strength::kAgainst;
      const Strength cited = is_citation(entry) ? strength_of_cited(entry.statement) : partial;
      pieces.push_back(cited == Strength::kPartial ? partial : cited);
    }
    const bool cites = std::any_of(report.assumed.begin(), report.assumed.end(), is_citation);
    const bool nothing_of_its_own = report.evaluated == "0" && report.covered.empty();
    if (report.evaluated == "0" && !(cites && nothing_of_its_own)) return Strength::kNone;
    if (!nothing_of_its_own) {
      pieces.push_back(has_kind(report.covered, "exhaustive") ? Strength::kExhaustive
                       : has_kind(report.covered, "box") || has_kind(report.covered, "polynomial")
                           ? Strength::kProved
                           : Strength::kWitness);
    }
    // The weakest piece. A witness is all that an existential part needs: it names the assurance only where nothing
    // else carries the statement.
    std::sort(pieces.begin(), pieces.end());
    const auto next = std::find_if(pieces.begin(), pieces.end(), [](Strength s) { return s != Strength::kWitness; });
    return pieces.front() == Strength::kWitness && next != pieces.end() ? *next : pieces.front();
  }

  std::string extent(const CheckedCertificate& certificate) const {
    std::string text = extent_in_words(assumed(certificate));
    for (const Coverage& entry : assumed(certificate)) {
      const StatementResult* cited = is_citation(entry) ? claim_.find(entry.statement) : nullptr;
      if (cited && !cited->extent.empty() && text.find(cited->extent) == std::string::npos)
        text += (text.empty() ? "" : "; ") + cited->extent;
    }
    return text;
  }

  std::string contradiction_among(const std::vector<CheckedCertificate>& certificates) const {
    const CheckedCertificate* shown[2] = {nullptr, nullptr};
    for (const CheckedCertificate& certificate : certificates) {
      if (const std::string alone = contradiction(certificate); !alone.empty()) return alone;
      if (strength(certificate) != Strength::kNone) shown[certificate.goal] = &certificate;
    }
    if (!shown[0] || !shown[1]) return {};
    return shown[1]->path + " shows the statement, and " + shown[0]->path + " speaks against it; both were accepted";
  }

  // A proof that Coq refuses was checked.
  static std::string unchecked_proof(const CheckedCertificate& certificate, const char* open, const char* close) {
    const bool refused = certificate.proof_status.starts_with(kNotAccepted);
    return std::string(refused ? "its proof was not accepted" : "a proof exists and was not checked here") + open +
           certificate.proof_status.substr(refused ? std::string_view(kNotAccepted).size() : 0) + close;
  }

  // Why nothing was decided: the first reason that a checker gave.
  std::string first_reason(const StatementResult& statement) const {
    for (const CheckedCertificate& certificate : statement.certificates) {
      if (certificate.is_proof && !certificate.proof_checked) {
        if (statement.certificates.size() == 1) return unchecked_proof(certificate, ": ", "");
        continue;
      }
      for (const CheckerReport& report : certificate.checkers) {
        if (report.outcome != "Accepted") return report.checker + ": " + report.outcome + ": " + report.reason;
      }
      for (const Coverage& entry : assumed(certificate)) {
        if (is_citation(entry) && strength_of_cited(entry.statement) == Strength::kNone)
          return certificate.path + " rests on " + entry.statement + ", which is not shown";
      }
      if (strength(certificate) == Strength::kNone)
        return certificate.path + " was accepted without anything being evaluated: no element satisfies what is asked";
    }
    return statement.certificates.empty() ? "no certificate was built" : "";
  }

  // What the other certificates add, or that they add nothing.
  std::string beside(const CheckedCertificate& certificate) const {
    const Strength other = strength(certificate);
    if (certificate.is_proof && other == Strength::kNone) return unchecked_proof(certificate, " (", ")");
    if (other == Strength::kNone) return certificate.path + " was not accepted";
    return "also " + std::string(assurance_word(other)) + ": " + scope_in_words(certificate);
  }

  void derive(StatementResult& statement) const {
    statement.status = "open";
    statement.assurance = "none";
    statement.extent = statement.checked_by = statement.certificate = "";
    statement.alarm = contradiction_among(statement.certificates);
    if (!statement.alarm.empty()) {
      statement.scope = "ALARM, the evidence contradicts itself: " + statement.alarm;
      return;
    }
    const auto best = std::max_element(statement.certificates.begin(), statement.certificates.end(),
                                       [&](const auto& a, const auto& b) { return strength(a) < strength(b); });
    const Strength reached = best == statement.certificates.end() ? Strength::kNone : strength(*best);
    if (reached == Strength::kNone) {
      statement.scope = first_reason(statement);
      return;
    }
    statement.assurance = assurance_word(reached);
    statement.checked_by = checked_by(*best);
    statement.certificate = best->path;
    statement.scope = scope_in_words(*best);
    if (is_complete(reached)) {
      statement.status = best->goal ? "holds" : "false";
    } else {
      statement.extent = extent(*best);
      if (reached == Strength::kPartial)
        statement.status = "supported";
      else
        statement.scope = "evidence against it: " + statement.scope;
    }
    for (const CheckedCertificate& certificate : statement.certificates)
      if (&certificate != &*best) statement.scope += "; " + beside(certificate);
  }

  ClaimResult& claim_;
  std::set<std::string> derived_;
};

void derive_roles(ClaimResult& claim) {
  StatementResult *printed = nullptr, *literal = nullptr, *false_step = nullptr;
  for (StatementResult& statement : claim.statements) {
    if (statement.name == "printed") printed = &statement;
    if (statement.name == "literal") literal = &statement;
    if (statement.name.starts_with("step_") && statement.status == "false" && !false_step) false_step = &statement;
  }
  if (!printed || !printed->alarm.empty()) return;
  if (printed->status == "holds" && literal && literal->status == "false") printed->status = "typo";
  if ((printed->status == "open" || printed->status == "supported") && false_step) {
    printed->status = "gap";
    printed->scope +=
        (printed->scope.empty() ? "" : "; ") + std::string("the printed proof fails at ") + false_step->name;
  }
}

}  // namespace

void derive_verdicts(ClaimResult& claim) {
  Judge(claim).run();
  derive_roles(claim);
}

std::string assurance_in_words(const StatementResult& statement) {
  return statement.assurance + (statement.extent.empty() ? "" : " " + statement.extent);
}

bool has_unchecked_proof(const StatementResult& statement) {
  return !statement.assurance.starts_with(assurance_word(Strength::kProved)) &&
         std::any_of(statement.certificates.begin(), statement.certificates.end(),
                     [](const CheckedCertificate& certificate) {
                       return certificate.is_proof && !certificate.proof_checked &&
                              !certificate.proof_status.starts_with(kNotAccepted);
                     });
}

std::string verdict_in_words(const StatementResult& statement) {
  if (!statement.alarm.empty()) return "open, ALARM";
  if (statement.assurance == "none") return statement.status;
  return statement.status + " (" + assurance_in_words(statement) + ")";
}

}  // namespace attest::verify::results
