// SPDX-License-Identifier: Apache-2.0
// The graph for other programs: Graphviz's language, JSON, CSV.
#include "verify/graph/formats.hpp"

#include <nlohmann/json.hpp>

namespace attest::verify::graph {

using Json = nlohmann::ordered_json;

namespace {

const char* name(Layer layer) { return layer == Layer::paper ? "paper" : "repaired"; }

std::string quoted(const std::string& text, const std::string& escaped) {
  std::string out = "\"";
  for (const char c : text) {
    if (escaped.find(c) != std::string::npos) out += c == '"' && escaped == "\"" ? '"' : '\\';
    out += c;
  }
  return out + "\"";
}

std::string dot_text(const std::string& text) { return quoted(text, "\"\\"); }

std::string dot_style(const Standing& standing) {
  if (standing.own == "false") return "fillcolor=\"#b3201c\", fontcolor=\"#ffffff\"";
  const std::string line = standing.own == "gap" || !standing.gaps.empty() ? ", color=\"#875300\", penwidth=2" : "";
  if (!standing.refuted.empty()) return "fillcolor=\"#474b54\", fontcolor=\"#ffffff\"" + line;
  if (standing.own == "gap") return "fillcolor=\"#fff0c0\"" + line;
  if (standing.own == "open") return "fillcolor=\"#ffffff\", style=\"filled,dotted\"" + line;
  return "fillcolor=\"#e3f1e6\"" + line;
}

std::vector<std::string> ids(const TheoryGraph& graph, const std::vector<std::size_t>& vertices) {
  std::vector<std::string> all;
  for (const std::size_t i : vertices) all.push_back(graph.vertices[i].id);
  return all;
}

std::vector<std::string> names(const std::vector<Evidence>& all) {
  std::vector<std::string> words;
  for (const Evidence& evidence : all)
    words.push_back(evidence.claim + (evidence.statement.empty() ? "" : ":" + evidence.statement));
  return words;
}

Json layer_json(const TheoryGraph& graph, const Standing& standing) {
  Json uses = Json::array();
  for (const Use& use : standing.uses) uses.push_back({{"node", graph.vertices[use.vertex].id}, {"cites", use.cites}});
  return {{"standing", standing.word()},
          {"own", standing.own},
          {"is_repaired", standing.is_repaired},
          {"rests_on_refuted", ids(graph, standing.refuted)},
          {"rests_on_gaps", ids(graph, standing.gaps)},
          {"uses", uses}};
}

std::string csv_field(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return quoted(all, "\"");
}

}  // namespace

Standings standings(const TheoryGraph& graph, const Statuses& statuses) {
  return {standings(graph, Layer::paper, statuses), standings(graph, Layer::repaired, statuses)};
}

std::string to_dot(const TheoryGraph& graph, const Standings& standings, const std::set<std::size_t>& shown,
                   const std::vector<Layer>& layers) {
  std::string out = "digraph attest {\n  node [shape=box, style=filled, fontname=\"sans-serif\"];\n";
  for (const Layer layer : layers) {
    const bool several = layers.size() > 1;
    const auto id = [&](std::size_t i) {
      return dot_text((several ? std::string(name(layer)) + ":" : "") + graph.vertices[i].id);
    };
    if (several)
      out += std::string("  subgraph cluster_") + name(layer) + " {\n  label=\"" +
             (layer == Layer::paper ? "as printed" : "repaired") + "\";\n";
    for (const std::size_t i : shown) {
      const Vertex& vertex = graph.vertices[i];
      const Standing& standing = standings.of(layer)[i];
      std::string label = dot_text(vertex.number);
      label.insert(label.size() - 1, "\\n" + dot_text(vertex.title).substr(1, dot_text(vertex.title).size() - 2) +
                                         "\\n" + standing.word());
      out += "  " + id(i) + " [label=" + label + ", " + dot_style(standing) + "];\n";
    }
    for (const std::size_t i : shown)
      for (const Use& use : standings.of(layer)[i].uses)
        if (shown.contains(use.vertex))
          out += "  " + id(use.vertex) + " -> " + id(i) + " [tooltip=" + dot_text(use.cites) + "];\n";
    if (several) out += "  }\n";
  }
  return out + "}\n";
}

std::string to_json(const TheoryGraph& graph, const Standings& standings, const std::set<std::size_t>& shown) {
  Json files = Json::array(), nodes = Json::array();
  for (const auto& [file, sha256] : graph.files) files.push_back({{"file", file}, {"sha256", sha256}});
  for (const std::size_t i : shown) {
    const Vertex& vertex = graph.vertices[i];
    nodes.push_back({{"id", vertex.id},
                     {"paper", vertex.paper},
                     {"part", vertex.part},
                     {"kind", vertex.kind},
                     {"number", vertex.number},
                     {"section", vertex.section},
                     {"title", vertex.title},
                     {"claims", names(vertex.claims)},
                     {"printed", layer_json(graph, standings.paper[i])},
                     {"repaired", layer_json(graph, standings.repaired[i])}});
  }
  return Json({{"schema", "attest.graph/1"}, {"data", files}, {"nodes", nodes}}).dump(1) + "\n";
}

std::string to_csv(const TheoryGraph& graph, const Standings& standings, const std::set<std::size_t>& shown) {
  std::string out = "id,paper,part,kind,number,section,title,claims";
  for (const char* layer : {"printed", "repaired"})
    for (const char* column : {"_standing", "_own", "_rests_on_refuted", "_rests_on_gaps", "_uses"})
      out += std::string(",") + layer + column;
  out += "\n";
  for (const std::size_t i : shown) {
    const Vertex& v = graph.vertices[i];
    for (const std::string& text : {v.id, v.paper, v.part, v.kind, v.number, v.section, v.title})
      out += csv_field({text}) + ",";
    out += csv_field(names(v.claims));
    for (const Layer layer : {Layer::paper, Layer::repaired}) {
      const Standing& standing = standings.of(layer)[i];
      std::vector<std::size_t> used;
      for (const Use& use : standing.uses) used.push_back(use.vertex);
      out += "," + csv_field({standing.word()}) + "," + csv_field({standing.own});
      for (const auto& list : {standing.refuted, standing.gaps, used}) out += "," + csv_field(ids(graph, list));
    }
    out += "\n";
  }
  return out;
}

}  // namespace attest::verify::graph
