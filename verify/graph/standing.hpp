// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/graph/theory_graph.hpp"

namespace attest::verify::graph {

/// What a run decided of a claim's statement: a status of verify/results/vocabulary.cpp; empty where the run has no
/// such statement.
using Statuses = std::function<std::string(const std::string& claim, const std::string& statement)>;

/// The paper's statements by the paper's proofs; or our repaired ones, by what those pages use.
enum class Layer { paper, repaired };

/// How a vertex stands. Derived, never set: from the statuses of its claims and of everything that it rests on.
struct Standing {
  std::string own;                     ///< the worst status of its claims; "open" where nothing decides it
  bool is_repaired = false;            ///< a statement of ours takes the place of the paper's
  std::vector<std::size_t> refuted{};  ///< what it rests on and is false, without itself
  std::vector<std::size_t> gaps{};     ///< the same for what has a gap
  std::vector<Use> uses{};             ///< the edges of the layer

  /// "refuted", "rests on something refuted", "gap", "rests on a gap", or the status itself.
  std::string word() const;
};

/// In the order of the graph's vertices. The paper's layer: a vertex is false or has a gap if its claim, as printed,
/// is or has; it rests on what its proof uses. The repaired layer: where a printed statement is false, has a gap or is
/// open, the claim's repaired statement counts, if there is one. A use that a page of ours names counts the repaired
/// statement of what it uses; any other use is still the paper's, and counts the printed one.
std::vector<Standing> standings(const TheoryGraph& graph, Layer layer, const Statuses& statuses);

}  // namespace attest::verify::graph
