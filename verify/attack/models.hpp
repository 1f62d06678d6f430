// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "verify/attack/value.hpp"

namespace attest::verify::attack {

/// A number on a cell with an order (docs/certificate_format.md, "A cell with an order"), of one variable t between 0
/// and 1: coefficients of 1, t, t^2, ..., exact or intervals, beside the enclosure.
struct Model {
  Interval around;
  std::vector<Value> coefficients;
};

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
