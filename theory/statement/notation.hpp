// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "theory/statement/load.hpp"

namespace attest::theory {

/// A statement in mathematical notation, generated from its syntax tree: one quantifier a line, "where" for let, cases
/// for if, families and matrices by their general entry, parts as a list of named conditions. MathML and LaTeX are
/// written from one tree (notation_tree.hpp). The program text remains the statement of record.
/// Errors: InputError for a statement that the claim does not have.
///
/// to_mathml: one <math display="block"> element of MathML Core, UTF-8, which can stand in HTML as it is.
/// to_latex: what goes between \[ and \]; needs amsmath and amssymb.
std::string to_mathml(const LoadedClaim& claim, const std::string& statement);
std::string to_latex(const LoadedClaim& claim, const std::string& statement);

/// The same of a definition: f(x, y) = ....
std::string to_mathml(const syntax::Definition& definition);
std::string to_latex(const syntax::Definition& definition);

}  // namespace attest::theory
