// SPDX-License-Identifier: Apache-2.0
// A claim's exhibits in the order in which they are read, and as tables and code, for every format that shows them so.
#include <algorithm>
#include <charconv>

#include "verify/report/outline_parts.hpp"

namespace attest::verify::report {
namespace {

using constructions::Exhibit;

/// The shortest decimal that reads back to the same double.
std::string number(double x) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, x).ptr};
}

bool has_same_shape(const Exhibit::Matrix& a, const Exhibit::Matrix& b) {
  return a.rows.size() == b.rows.size() && a.row_names == b.row_names && a.column_names == b.column_names &&
         std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(),
                    [](const auto& left, const auto& right) { return left.size() == right.size(); });
}

}  // namespace

/// First what has both sides of what fails, then calculations, where the paper is refuted: they are understood in a
/// minute.
Section exhibits(const results::ClaimResult& claim) {
  Section all = section("Exhibits", {}, Section::Tone::exhibits);
  std::vector<Figure> figures;
  for (std::size_t i = 0; i < claim.exhibits.size(); ++i) {
    Figure figure{anchor(claim.id) + "-exhibit-" + std::to_string(i + 1), claim.exhibits[i], false, {}};
    if (figure.exhibit.by_engine)
      figure.exhibit.caption += " Computed by the search; the verdict rests on the certificate alone.";
    const auto* matrix = std::get_if<Exhibit::Matrix>(&figure.exhibit.content);
    const auto* before = i > 0 ? std::get_if<Exhibit::Matrix>(&claim.exhibits[i - 1].content) : nullptr;
    if (matrix && before && has_same_shape(*matrix, *before)) figure.beside = *before;
    figures.push_back(std::move(figure));
  }
  if (std::any_of(claim.statements.begin(), claim.statements.end(), [](const results::StatementResult& statement) {
        return is_the_papers(statement.name) && statement.status == "false";
      }))
    std::stable_partition(figures.begin(), figures.end(), [](const Figure& figure) {
      return std::holds_alternative<Exhibit::Text>(figure.exhibit.content);
    });
  std::stable_partition(figures.begin(), figures.end(),
                        [](const Figure& figure) { return figure.exhibit.sides.has_value(); });
  for (Figure& figure : figures) all.blocks.push_back({std::move(figure)});
  return all;
}

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

Paragraph both_sides(const Exhibit::Sides& sides) {
  return {{strong("The paper: "), text(sides.paper + ". "), strong("In fact: "), text(sides.fact + ".")}};
}

Code lines(const Exhibit::Text& calculation) {
  Code code;
  for (const std::string& line : calculation.lines) code.text += line + "\n";
  return code;
}

}  // namespace attest::verify::report
