// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "verify/attack/value.hpp"

namespace attest::verify::attack {

/// The variables of a model's term, a nibble for each factor, that of the outermost quantifier lowest; 0 for 1.
using Factors = std::uint64_t;

/// A number on cells with an order (docs/certificate_format.md, "A cell with an order"): a polynomial of variables
/// between 0 and 1, one for each quantifier around, numbered from 1. Coefficients are exact or intervals, none is 0;
/// beside them stands the enclosure.
struct Model {
  Interval around;
  std::vector<std::pair<Factors, Value>> terms;  ///< in the order of their factors
};
/// Quantifiers further inside than this have no variable.
constexpr int kMostModelVariables = 15;

/// from + (to - from) t, with the t of this number.
Value model_of_cell(Interval around, const theory::Rational& from, const theory::Rational& to, int variable);

/// The order of the cell that is being met; while it is not 0, numbers may be models.
inline thread_local int running_order = 0;

inline bool any_model(const Value& a, const Value& b) { return a.model() || b.model(); }

Value model_sum(const Value& a, const Value& b);
Value model_difference(const Value& a, const Value& b);
Value model_product(const Value& a, const Value& b);
Value model_quotient(const Value& a, const Value& b);
/// sqrt, exp, log; what has no model is that of the enclosure.
Value model_function(const std::string& name, const Value& x);
/// Whether a < b, or a <= b.
Truth model_order(const Value& a, const Value& b, bool strict);

}  // namespace attest::verify::attack
