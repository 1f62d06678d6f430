// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "theory/statement/syntax.hpp"

namespace attest::theory::tests {

/// The tree of an expression as text, every operation in brackets of its own: "(+ a (* b c))". What the tests of the
/// parser compare, so that they do not lean on anything else of the reader.
std::string shape(const syntax::ExpressionPtr& expression);
std::string shape(const syntax::Formula& formula);

/// The shape of an expression that stands in a definition by itself; its names need no meaning.
std::string shape_of(const std::string& expression);
/// The shape of a formula that stands in a statement by itself.
std::string shape_of_formula(const std::string& formula);

/// What an InputError says that reading the text as a claim file throws; empty if it is read.
std::string claim_error(const std::string& text);
/// The same for an expression in a definition, on line 1 of x.stm.
std::string expression_error(const std::string& expression);

}  // namespace attest::theory::tests
