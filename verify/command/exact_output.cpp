// SPDX-License-Identifier: Apache-2.0
#include "verify/command/exact_output.hpp"

#include <algorithm>
#include <ostream>

#include "verify/json/number.hpp"

namespace attest::verify::command {

using theory::Enclosure;
using theory::Matrix;
using theory::Rational;

nlohmann::ordered_json to_json(const Rational& x) { return json::from_rational(x); }

nlohmann::ordered_json to_json(const Enclosure& x) {
  if (!x.is_finite()) return {{"lo", "-inf"}, {"hi", "inf"}, {"decimal", to_text(x)}};
  return {{"lo", to_json(x.lower())}, {"hi", to_json(x.upper())}, {"decimal", to_text(x)}};
}

std::string to_text(const Rational& x) { return x.to_string(); }

std::string to_text(const Enclosure& x) {
  // As many digits as the precision holds: log10(2) < 0.302.
  return x.to_string(x.precision() * 302 / 1000);
}

void print(const std::string& name, const Matrix<std::string>& entries, std::ostream& out) {
  out << name << " (" << entries.shape().to_string() << "):\n";
  std::vector<std::size_t> widths(entries.columns());
  for (std::size_t i = 0; i < entries.rows(); ++i) {
    for (std::size_t j = 0; j < entries.columns(); ++j) widths[j] = std::max(widths[j], entries(i, j).size());
  }
  for (std::size_t i = 0; i < entries.rows(); ++i) {
    for (std::size_t j = 0; j < entries.columns(); ++j) {
      out << std::string(2 + widths[j] - entries(i, j).size(), ' ') << entries(i, j);
    }
    out << '\n';
  }
}

}  // namespace attest::verify::command
