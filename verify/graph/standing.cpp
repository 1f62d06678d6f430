// SPDX-License-Identifier: Apache-2.0
#include "verify/graph/standing.hpp"

#include <algorithm>
#include <set>

namespace attest::verify::graph {
namespace {

bool is_sound(const std::string& status) { return status == "holds" || status == "typo" || status == "supported"; }

std::string worst(const std::vector<std::string>& all) {
  for (const char* status : {"false", "gap", "open", "supported", "typo"})
    if (std::find(all.begin(), all.end(), status) != all.end()) return status;
  return all.empty() ? "open" : "holds";
}

std::string printed(const Vertex& vertex, const Statuses& statuses) {
  std::vector<std::string> all;
  for (const Evidence& evidence : vertex.claims) {
    const std::string status = statuses(evidence.claim, evidence.statement.empty() ? "printed" : evidence.statement);
    all.push_back(status.empty() ? "open" : status);
  }
  return worst(all);
}

/// Each claim by its repaired statement, if it has one; `is_ours` says whether any has.
std::string repaired(const Vertex& vertex, const Statuses& statuses, bool& is_ours) {
  std::vector<std::string> all;
  is_ours = vertex.repair.has_value() &&
            std::any_of(vertex.repair->claims.begin(), vertex.repair->claims.end(), [&](const Evidence& evidence) {
              return std::none_of(vertex.claims.begin(), vertex.claims.end(), [&](const Evidence& own) {
                return own.claim == evidence.claim && own.statement == evidence.statement;
              });
            });
  for (const Evidence& evidence : vertex.repair ? vertex.repair->claims : vertex.claims) {
    std::string status = statuses(evidence.claim, evidence.statement.empty() ? "repaired" : evidence.statement);
    is_ours = is_ours || (evidence.statement.empty() && !status.empty());
    if (status.empty()) status = statuses(evidence.claim, evidence.statement.empty() ? "printed" : evidence.statement);
    all.push_back(status.empty() ? "open" : status);
  }
  return worst(all);
}

/// Everything below is derived for what a vertex uses before it is derived for the vertex.
std::vector<std::size_t> users_last(const TheoryGraph& graph) {
  std::vector<std::size_t> order;
  std::vector<bool> done(graph.vertices.size());
  const std::function<void(std::size_t)> visit = [&](std::size_t at) {
    if (done[at]) return;
    done[at] = true;
    for (const Use& use : graph.vertices[at].uses) visit(use.vertex);
    if (graph.vertices[at].repair)
      for (const Use& use : graph.vertices[at].repair->uses) visit(use.vertex);
    order.push_back(at);
  };
  for (std::size_t i = 0; i < graph.vertices.size(); ++i) visit(i);
  return order;
}

}  // namespace

std::string Standing::word() const {
  if (own == "false") return "refuted";
  if (!refuted.empty()) return "rests on something refuted";
  if (own == "gap") return "gap";
  if (!gaps.empty()) return "rests on a gap";
  return own;
}

std::vector<Standing> standings(const TheoryGraph& graph, Layer layer, const Statuses& statuses) {
  const std::size_t n = graph.vertices.size();
  std::vector<Standing> all(n);
  std::vector<std::string> as_printed(n);
  std::vector<std::set<std::size_t>> refuted(n), gaps(n);
  for (const std::size_t i : users_last(graph)) {
    const Vertex& vertex = graph.vertices[i];
    Standing& standing = all[i];
    standing.own = as_printed[i] = printed(vertex, statuses);
    const bool is_ours = layer == Layer::repaired && vertex.repair.has_value();
    if (layer == Layer::repaired && !is_sound(standing.own)) {
      bool by_us = false;
      const std::string status = repaired(vertex, statuses, by_us);
      if (by_us) standing.own = status;
      standing.is_repaired = by_us;
    }
    standing.uses = is_ours ? vertex.repair->uses : vertex.uses;
    for (const Use& use : standing.uses) {
      const std::size_t j = use.vertex;
      const std::string& counted = is_ours || is_sound(as_printed[j]) ? all[j].own : as_printed[j];
      if (counted == "false") refuted[i].insert(j);
      if (counted == "gap") gaps[i].insert(j);
      refuted[i].insert(refuted[j].begin(), refuted[j].end());
      gaps[i].insert(gaps[j].begin(), gaps[j].end());
    }
    standing.refuted.assign(refuted[i].begin(), refuted[i].end());
    standing.gaps.assign(gaps[i].begin(), gaps[i].end());
  }
  return all;
}

}  // namespace attest::verify::graph
