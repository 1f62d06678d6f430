// SPDX-License-Identifier: Apache-2.0
#include "verify/results/properties.hpp"

namespace attest::verify::results {

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
  for (const CheckedCertificate& certificate : statement.certificates)
    if (certificate.path == statement.certificate) return &certificate;
  return nullptr;
}

std::string counterexample(const Property& property) {
  const CheckedCertificate* certificate = deciding_certificate(*property.statement);
  return certificate && !property.negated && property.status == "false" ? certificate->counterexample : "";
}

std::string example(const Property& property) {
  const CheckedCertificate* deciding = deciding_certificate(*property.statement);
  if (!deciding || !counterexample(property).empty()) return "";
  if (!deciding->example.empty()) return deciding->example;
  for (const CheckedCertificate& other : property.statement->certificates)
    if (other.goal == deciding->goal && !other.example.empty()) return other.example;
  return "";
}

}  // namespace attest::verify::results
