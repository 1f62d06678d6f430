// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "verify/results.hpp"

namespace attest::verify {

/// A property that a claim's statements decide (docs/statement_language.md, roles): `property_<name>` is the property,
/// and so has its status; `property_not_<name>` contradicts it, so the property is false where that holds, and open
/// otherwise. Everything else is the statement's own.
struct Property {
  std::string name;    ///< "right_stochastic"
  std::string status;  ///< "holds", "false", "open"
  const StatementResult* statement;
  bool negated;  ///< decided by property_not_<name>
};

/// In the order of the statements. The pointers point into the claim.
std::vector<Property> properties(const ClaimResult& claim);

/// The certificate that decides a statement: the first of the status's own direction that a checker accepted (and, for
/// a proof, that was checked). Null where nothing decides it.
const CheckedCertificate* deciding_certificate(const StatementResult& statement);

/// The numbers that show a property: the counterexample, or one instance of what was checked. Empty if there are none.
std::string shown_by(const Property& property);

}  // namespace attest::verify
