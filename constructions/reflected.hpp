// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include "theory/certificate/certificate.hpp"

namespace attest::constructions {

/// The theorem that theory/proofs/reflect.py makes of a complete certificate of this statement: Coq's kernel runs the
/// proved checker on the certificate. It is named after the claim's file and the statement.
inline theory::Certificate reflected(const std::string& id, const std::string& statement,
                                     const std::string& file = "theory/proofs/bound_certificates.v") {
  std::string theorem = id + "_" + statement;
  std::replace_if(
      theorem.begin(), theorem.end(), [](char c) { return c == '.' || c == '-'; }, '_');
  return {id, statement, true, theory::proof(file, theorem)};
}

}  // namespace attest::constructions
