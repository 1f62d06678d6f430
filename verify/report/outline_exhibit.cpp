// SPDX-License-Identifier: Apache-2.0
// Exhibits as tables and code, for every format that shows them so.
#include <charconv>

#include "verify/report/outline.hpp"

namespace attest::verify::report {
namespace {

using constructions::Exhibit;

/// The shortest decimal that reads back to the same double.
std::string number(double x) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, x).ptr};
}

}  // namespace

Table cells(const Exhibit::Matrix& matrix) {
  const auto name = [](const std::vector<std::string>& names, std::size_t i) {
    return Line{text(i < names.size() ? names[i] : std::to_string(i + 1))};
  };
  Table table;
  table.header = {{}};
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
    table.rows.push_back({name(matrix.row_names, i)});
    for (const auto& entry : matrix.rows[i]) table.rows.back().push_back({text(entry.to_string())});
    while (table.header.size() < table.rows.back().size())
      table.header.push_back(name(matrix.column_names, table.header.size() - 1));
  }
  return table;
}

Table cells(const Exhibit::Table& exhibit) {
  Table table;
  for (const std::string& name : exhibit.header) table.header.push_back({text(name)});
  for (const auto& row : exhibit.rows) {
    table.rows.emplace_back();
    for (const std::string& cell : row) table.rows.back().push_back({text(cell)});
  }
  return table;
}

Table points(const Exhibit::Plot& plot) {
  Table table;
  table.header = {{text("Curve")}, {text(plot.x_label)}, {text(plot.y_label)}};
  for (const auto& curve : plot.curves)
    for (const auto& [x, y] : curve.points)
      table.rows.push_back({{text(curve.name)}, {text(number(x))}, {text(number(y))}});
  for (const auto& [x, label] : plot.marks)
    table.rows.push_back({{text("mark: " + label)}, {text(number(x))}, {text("–")}});
  return table;
}

Code lines(const Exhibit::Text& calculation) {
  Code code;
  for (const std::string& line : calculation.lines) code.text += line + "\n";
  return code;
}

}  // namespace attest::verify::report
