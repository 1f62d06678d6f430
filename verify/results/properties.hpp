// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "verify/results/results.hpp"

namespace attest::verify::results {

/// A property that a claim's statements decide (docs/statement_language.md, roles): `property_<name>` is the property,
/// and so has its status; `property_not_<name>` contradicts it, so the property is false where that holds on complete
/// evidence, and open otherwise: instances at which it fails refute no "some parameters". Everything else is the
/// statement's own.
struct Property {
  std::string name;    ///< "right_stochastic"
  std::string status;  ///< as a statement's; never "supported" or "gap" where `negated`
  const StatementResult* statement;
  bool negated;  ///< decided by property_not_<name>
};

/// In the order of the statements. The pointers point into the claim.
std::vector<Property> properties(const ClaimResult& claim);

/// The certificate that decides a statement, as derive_verdict named it. Null where nothing does.
const CheckedCertificate* deciding_certificate(const StatementResult& statement);

/// The numbers at which a property fails, if a single instance refutes it: only of `property_<name>`. Empty otherwise.
std::string counterexample(const Property& property);

/// One instance of what was checked, where no instance refutes: it illustrates, it decides nothing. Empty if there is
/// none.
std::string example(const Property& property);

}  // namespace attest::verify::results
