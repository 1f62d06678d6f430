// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

#include "theory/matrix/matrix.hpp"

namespace attest::verify::command {

/// In JSON an integer up to 2^53 is a number, any other exact number its canonical string, an enclosure {"lo": ...,
/// "hi": ..., "decimal": what is printed} with such numbers as its ends ("-inf" and "inf" where nothing is known).
nlohmann::ordered_json to_json(const theory::Rational& x);
nlohmann::ordered_json to_json(const theory::Enclosure& x);

/// In text an enclosure is a decimal with a guaranteed radius.
std::string to_text(const theory::Rational& x);
std::string to_text(const theory::Enclosure& x);

template <class S>
nlohmann::ordered_json to_json(const theory::Matrix<S>& matrix) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    nlohmann::ordered_json& row = rows.emplace_back(nlohmann::ordered_json::array());
    for (std::size_t j = 0; j < matrix.columns(); ++j) row.push_back(to_json(matrix(i, j)));
  }
  return rows;
}

template <class S>
nlohmann::ordered_json to_json(const theory::Vector<S>& vector) {
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  for (const S& entry : vector) entries.push_back(to_json(entry));
  return entries;
}

/// "NAME (2 x 3):" and a line for each row, in columns.
void print(const std::string& name, const theory::Matrix<std::string>& entries, std::ostream& out);
template <class S>
void print(const std::string& name, const theory::Matrix<S>& matrix, std::ostream& out) {
  print(name, matrix.map([](const S& x) { return to_text(x); }), out);
}

}  // namespace attest::verify::command
