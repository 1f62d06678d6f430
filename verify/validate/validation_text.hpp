// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>

#include "verify/validate/validate.hpp"

namespace attest::verify::validate {

/// "urpe float32, batches 1, heads 2, queries 64, keys 64, width 32, value_width 32".
std::string problem_words(const Validation& validation);
/// "output[0, 1, 17, 5]".
std::string element_words(const judge::ElementVerdict& element);
/// "3 elements: no finite bound: the class promises nothing there".
std::string unbounded_words(const judge::Judgement& judgement);
/// A number with four digits, and with all that it has.
std::string short_number(double value);
std::string full_number(double value);

/// A heading, and under it for each validation a line of columns; below that what a person looks at next: findings, and
/// for an outcome that is not accepted the listed elements.
void print_heading(std::ostream& out);
void print_columns(std::ostream& out, const std::string& outcome, const std::string& share, const std::string& ulps,
                   const std::string& what);
void print_validation(const Validation& validation, std::ostream& out);

/// An object of "validations" (schema attest.kernels/1, docs/kernels.md). Numbers that JSON has no word for are
/// strings.
nlohmann::ordered_json to_json(const Validation& validation);
nlohmann::ordered_json to_json(const attest_error_class& error);

}  // namespace attest::verify::validate
