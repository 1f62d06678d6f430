// SPDX-License-Identifier: Apache-2.0
// A matrix as a table with exact entries, coloured by value: linear from 0, blue below and orange above, zero almost
// the page's.
#include <algorithm>
#include <cmath>

#include "verify/report/html.hpp"
#include "verify/report/markup.hpp"

namespace attest::verify::report {
namespace {

using theory::Rational;

std::string name(const std::vector<std::string>& names, std::size_t i) {
  return escaped(i < names.size() ? names[i] : std::to_string(i + 1));
}

// The style sheet mixes the colour of a share; its ink is legible up to half of the ramp.
std::string cell(const Rational& entry, const Rational& largest, bool is_marked) {
  const long percent = entry.sign() == 0 ? 0 : std::lround(100 * (theory::abs(entry) / largest).to_double());
  std::string kind = is_marked ? "differs" : "";
  if (entry.sign() < 0) kind += kind.empty() ? "below" : " below";
  if (percent > 50) kind += kind.empty() ? "deep" : " deep";
  if (!kind.empty()) kind = " class=\"" + kind + "\"";
  if (percent > 0) kind += " style=\"--share:" + std::to_string(percent) + "%\"";
  return "<td" + kind + ">" + entry.to_string() + "</td>";
}

std::string legend(const Rational& least, const Rational& largest) {
  // The style sheet has the ramp from zero up; another is said here.
  const std::string stops =
      largest.sign() > 0 ? "var(--negative),var(--zero),var(--positive)" : "var(--negative),var(--zero)";
  const std::string other =
      least.sign() < 0 ? " style=\"background:linear-gradient(in oklab 90deg," + stops + ")\"" : "";
  const Rational magnitude = std::max(theory::abs(least), theory::abs(largest));
  const Rational low = least.sign() < 0 ? -magnitude : Rational(0), high = largest.sign() > 0 ? magnitude : Rational(0);
  return "<p class=\"scale\"><span>" + low.to_string() + "</span><span class=\"ramp\"" + other +
         " role=\"img\" aria-label=\"colour scale\"></span><span>" + high.to_string() +
         "</span><span>colour is linear in the value; the entries are exact</span></p>\n";
}

}  // namespace

std::string html_heat_map(const constructions::Exhibit::Matrix& matrix, const constructions::Exhibit::Matrix* beside) {
  std::size_t columns = 0;
  Rational least = 0, largest = 0;
  for (const auto& row : matrix.rows) {
    columns = std::max(columns, row.size());
    for (const Rational& entry : row) least = std::min(least, entry), largest = std::max(largest, entry);
  }
  std::size_t agree = 0, differ = 0;
  for (std::size_t i = 0; beside && i < matrix.rows.size(); ++i)
    for (std::size_t j = 0; j < matrix.rows[i].size(); ++j)
      ++(matrix.rows[i][j] == beside->rows[i][j] ? agree : differ);
  const bool marks = agree > 0 && differ > 0;
  std::string out = "<div class=\"wide\" tabindex=\"0\"><table class=\"heat\">\n<thead><tr><td></td>";
  for (std::size_t j = 0; j < columns; ++j) out += "<th scope=\"col\">" + name(matrix.column_names, j) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  const Rational magnitude = std::max(theory::abs(least), theory::abs(largest));
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
    out += "<tr><th scope=\"row\">" + name(matrix.row_names, i) + "</th>";
    for (std::size_t j = 0; j < matrix.rows[i].size(); ++j)
      out += cell(matrix.rows[i][j], magnitude, marks && matrix.rows[i][j] != beside->rows[i][j]);
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n";
  if (marks) out += "<p class=\"scale\">Framed: the entries that differ from the matrix before.</p>\n";
  if (magnitude.sign() > 0) out += legend(least, largest);
  return out;
}

}  // namespace attest::verify::report
