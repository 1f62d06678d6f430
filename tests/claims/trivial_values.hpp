// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>

#include "theory/certificate/certificate.hpp"

namespace attest::tests {

// Trivial values of the same shape as a value.
theory::Value all_zero(const theory::Value& value);
/// 1 for a number.
theory::Value all_one(const theory::Value& value);
/// Every number is the value's first one.
theory::Value all_equal(const theory::Value& value);
/// Every square matrix of two rows or more is the unit matrix.
theory::Value unit_matrices(const theory::Value& value);
/// Every number below the fields of these names is 0.
theory::Value zero_fields(const theory::Value& value, const std::set<std::string>& fields);

/// Lists that hold no numbers are empty.
theory::Value empty(const theory::Value& value);

std::set<std::string> fields_of(const theory::Value& value);
bool is_number(const theory::Value& value);
long count_numbers(const theory::Value& value);
bool has_square_matrix(const theory::Value& value);

/// The steps with each witness's value replaced; the function gets the parts around it, joined by '.' ("" if there are
/// none), the variable and the value.
using Replace = std::function<theory::Value(const std::string&, const std::string&, const theory::Value&)>;
theory::Step with_witnesses(theory::Step steps, const Replace& replace, const std::string& part = "");

}  // namespace attest::tests
