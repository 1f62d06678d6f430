// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/notation.hpp"

#include "theory/statement/notation_tree.hpp"

namespace attest::theory {

std::string to_mathml(const LoadedClaim& claim, const std::string& statement) {
  return notation::mathml(notation::of_formula(*claim.statement(statement).formula));
}

std::string to_latex(const LoadedClaim& claim, const std::string& statement) {
  return notation::latex(notation::of_formula(*claim.statement(statement).formula));
}

std::string to_mathml(const syntax::Definition& definition) {
  return notation::mathml(notation::of_definition(definition));
}

std::string to_latex(const syntax::Definition& definition) {
  return notation::latex(notation::of_definition(definition));
}

}  // namespace attest::theory
