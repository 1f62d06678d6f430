// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "verify/graph/layout.hpp"
#include "verify/graph/standing.hpp"

namespace attest::verify::graph {

/// Both layers of a run, and which vertices are shown.
struct Standings {
  std::vector<Standing> paper, repaired;

  const std::vector<Standing>& of(Layer layer) const { return layer == Layer::paper ? paper : repaired; }
};
Standings standings(const TheoryGraph& graph, const Statuses& statuses);

/// Graphviz: one layer, or both as two clusters of one digraph. Arrows lead from what is used to what uses it.
std::string to_dot(const TheoryGraph& graph, const Standings& standings, const std::set<std::size_t>& shown,
                   const std::vector<Layer>& layers);
/// `attest.graph/1` (docs/graph.md).
std::string to_json(const TheoryGraph& graph, const Standings& standings, const std::set<std::size_t>& shown);
/// A line a vertex; lists within a field are separated by blanks.
std::string to_csv(const TheoryGraph& graph, const Standings& standings, const std::set<std::size_t>& shown);

/// Where a box leads; empty: nowhere.
using Links = std::function<std::string(const Vertex& vertex, const Standing& standing)>;
struct DrawingOptions {
  std::string name;
  Links links = {};
  std::set<std::size_t> marked = {};
  bool stands_alone = false;  ///< it brings its colours; within a page they are the page's (svg_style)
  bool has_citations = true;  ///< each line's title
};
/// One layer as SVG.
std::string to_svg(const TheoryGraph& graph, const Placement& placement, const std::vector<Standing>& standings,
                   const DrawingOptions& options);
std::string svg_style();

}  // namespace attest::verify::graph
