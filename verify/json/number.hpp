// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/scalar/rational.hpp"
#include "verify/json/parse.hpp"

namespace attest::verify::json {

/// An exact number as every answer in JSON has it: an integer up to 2^53 as a number, any other as its canonical string
/// "p/q".
Value from_rational(const theory::Rational& x);

/// The number that a JSON value of that form stands for, as canonical text.
std::string text_of_number(const Value& value);

/// A number between two ends: the number itself where they are one, otherwise {"lo", "hi", "decimal": `decimal`}.
Value from_ends(const theory::Rational& lo, const theory::Rational& hi, const std::string& decimal);

}  // namespace attest::verify::json
