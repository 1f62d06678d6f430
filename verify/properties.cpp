// SPDX-License-Identifier: Apache-2.0
#include "verify/properties.hpp"

#include <algorithm>

namespace attest::verify {

std::vector<Property> properties(const ClaimResult& claim) {
  static const std::string prefix = "property_", negation = "property_not_";
  std::vector<Property> found;
  for (const StatementResult& statement : claim.statements) {
    if (statement.name.starts_with(negation)) {
      found.push_back(
          {statement.name.substr(negation.size()), statement.status == "holds" ? "false" : "open", &statement, true});
    } else if (statement.name.starts_with(prefix)) {
      found.push_back({statement.name.substr(prefix.size()), statement.status, &statement, false});
    }
  }
  return found;
}

const CheckedCertificate* deciding_certificate(const StatementResult& statement) {
  if (statement.assurance == "none") return nullptr;
  for (const CheckedCertificate& certificate : statement.certificates) {
    const bool accepted = std::any_of(certificate.checkers.begin(), certificate.checkers.end(),
                                      [](const CheckerReport& report) { return report.outcome == "Accepted"; });
    if (accepted && certificate.goal == (statement.status != "false") &&
        (!certificate.is_proof || certificate.proof_checked))
      return &certificate;
  }
  return nullptr;
}

std::string shown_by(const Property& property) {
  const CheckedCertificate* certificate = deciding_certificate(*property.statement);
  if (!certificate) return "";
  if (!certificate->counterexample.empty()) return certificate->counterexample;
  for (const CheckedCertificate& other : property.statement->certificates)
    if (other.goal == certificate->goal && !other.example.empty()) return other.example;
  return "";
}

}  // namespace attest::verify
