// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "verify/graph/theory_graph.hpp"

namespace attest::verify::graph {

/// Where a drawing has its boxes and lines: what a proof uses stands above it. One placement serves both layers, so
/// that they can be compared.
struct Placement {
  struct Box {
    std::size_t vertex;
    double x, y, height;                     ///< the left upper corner
    std::vector<std::string> number, title;  ///< in lines that fit
    bool is_guest;                           ///< of another part, drawn because something here uses it
  };
  struct Point {
    double x, y;
  };
  struct Line {
    std::size_t used, user;     ///< vertices
    std::vector<Point> points;  ///< from the lower edge of the one to the upper edge of the other
  };
  std::vector<Box> boxes;
  std::vector<Line> lines;
  double width, height;
};

constexpr double box_width = 172;

/// These vertices, `with_guests` also those that they use. Sugiyama's method: rows by longest paths, at most five boxes
/// each; order within rows by barycentres, the best of some sweeps; then places as near to a box's neighbours as the
/// order allows.
Placement place(const TheoryGraph& graph, const std::set<std::size_t>& vertices, bool with_guests = true);

}  // namespace attest::verify::graph
