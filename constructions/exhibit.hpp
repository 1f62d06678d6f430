// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "theory/scalar/rational.hpp"

namespace attest::constructions {

/// Something that a report shows of a claim: numbers that a person can follow by hand, a matrix as a heat map, a table,
/// a curve, a drawing. An exhibit explains; it decides nothing.
struct Exhibit {
  struct Matrix {  ///< shown as a heat map with its exact entries
    std::vector<std::vector<theory::Rational>> rows;
    std::vector<std::string> row_names, column_names;  ///< empty: 1, 2, ...
  };
  struct Table {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
  };
  struct Curve {
    std::string name;
    std::vector<std::pair<double, double>> points;  ///< for drawing only
  };
  struct Plot {
    std::string x_label, y_label;
    bool log_y = false;
    std::vector<Curve> curves;
    std::vector<std::pair<double, std::string>> marks;  ///< vertical lines at x, with a label
  };
  struct Drawing {
    std::string svg;  ///< self-contained, with a viewBox
  };
  struct Text {
    std::vector<std::string> lines;  ///< a calculation, step by step
  };

  /// Both sides of what fails, evaluated at one instance: what should come out by the paper, and what does.
  struct Sides {
    std::string paper, fact;
  };

  std::string title;
  std::string caption;
  std::variant<Matrix, Table, Plot, Drawing, Text> content;
  std::optional<Sides> sides = {};  ///< of every claim whose printed statement, or a step of whose proof, is refuted
  bool by_engine = false;           ///< computed by the search on its way; no author of a construction chose it
};

}  // namespace attest::constructions
