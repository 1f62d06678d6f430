// SPDX-License-Identifier: Apache-2.0
// The papers' graph in a report: a drawing for each part of a paper, and for each claim what it rests on.
#include <algorithm>
#include <map>

#include "verify/report/outline_parts.hpp"
#include "verify/results/papers.hpp"

namespace attest::verify::report {

using constructions::Exhibit;
using graph::Evidence;
using graph::Layer;
using graph::Standing;
using graph::Standings;
using graph::TheoryGraph;
using graph::Use;
using graph::Vertex;
using results::ClaimResult;
using results::Results;
using results::StatementResult;

namespace {

const ClaimResult* find(const Results& results, const std::string& id) {
  for (const ClaimResult& claim : results.claims)
    if (claim.id == id) return &claim;
  return nullptr;
}

/// A calculation, which is what a person follows; else the first exhibit; 0: none.
std::size_t best_exhibit(const ClaimResult& claim) {
  for (std::size_t i = 0; i < claim.exhibits.size(); ++i)
    if (std::holds_alternative<Exhibit::Text>(claim.exhibits[i].content)) return i + 1;
  return claim.exhibits.empty() ? 0 : 1;
}

bool is_printed_false(const ClaimResult& claim) {
  const StatementResult* printed = claim.find("printed");
  return printed && printed->status == "false";
}

Line named(const Results& results, const Vertex& vertex) {
  for (const Evidence& evidence : vertex.claims)
    if (find(results, evidence.claim))
      return {{Span::Kind::link, vertex.number, anchor(evidence.claim)}, text(", " + vertex.title)};
  return {text(vertex.number + ", " + vertex.title)};
}

std::string numbers(const TheoryGraph& graph, const std::vector<std::size_t>& vertices) {
  std::string words;
  for (const std::size_t i : vertices) words += (words.empty() ? "" : "; ") + graph.vertices[i].number;
  return words.empty() ? "–" : words;
}

/// What other formats have in the place of the drawings.
Table listed(const TheoryGraph& graph, const Results& results, const Standings& run,
             const std::set<std::size_t>& vertices) {
  Table table;
  table.header = {{text("Statement")}, {text("As printed")}, {text("It rests on, refuted")}, {text("Repaired")}};
  for (const std::size_t i : vertices)
    table.rows.push_back({named(results, graph.vertices[i]),
                          {text(run.paper[i].word())},
                          {text(numbers(graph, run.paper[i].refuted))},
                          {text(run.repaired[i].word())}});
  return table;
}

bool is_same(const Standings& run, const std::set<std::size_t>& vertices) {
  return std::all_of(vertices.begin(), vertices.end(), [&](std::size_t i) {
    const Standing &paper = run.paper[i], &repaired = run.repaired[i];
    return paper.own == repaired.own && paper.refuted == repaired.refuted && paper.gaps == repaired.gaps;
  });
}

/// Both layers, the repaired one in a fold, where it differs.
Diagram drawn(const TheoryGraph& graph, const Results& results, const Standings& run,
              const std::set<std::size_t>& vertices, const graph::Placement& placement, const std::string& name,
              const graph::Links& links, const std::set<std::size_t>& marked) {
  Diagram diagram{to_svg(graph, placement, run.paper, {name + ", as printed", links, marked}),
                  listed(graph, results, run, vertices)};
  if (is_same(run, vertices)) return diagram;
  diagram.summary = "The same with the repaired statements, by the ways that our pages show";
  diagram.folded = to_svg(graph, placement, run.repaired, {name + ", repaired", links, marked, false, false});
  return diagram;
}

Line counted(const Standings& run, const std::set<std::size_t>& shown) {
  const auto count = [&](Layer layer, const std::string& word) {
    return std::to_string(
        std::count_if(shown.begin(), shown.end(), [&](std::size_t i) { return run.of(layer)[i].word() == word; }));
  };
  Line line = {text("Of " + report::count(shown.size(), "statement") + ", as printed, ")};
  line.push_back(strong(count(Layer::paper, "refuted") + " are refuted and " +
                        count(Layer::paper, "rests on something refuted") + " rest on something refuted"));
  line.push_back(text("; with the repaired statements, where a page of ours shows the way, " +
                      count(Layer::repaired, "refuted") + " and " +
                      count(Layer::repaired, "rests on something refuted") +
                      ". Nothing here is set by hand: each "
                      "colour follows from the certificates that were accepted in this run."));
  return line;
}

}  // namespace

graph::Statuses graph_statuses(const Results& results) {
  std::map<std::pair<std::string, std::string>, std::string> all;
  for (const ClaimResult& claim : results.claims)
    for (const StatementResult& statement : claim.statements)
      all[{claim.id, statement.name}] = statement.alarm.empty() ? statement.status : "open";
  return [all = std::move(all)](const std::string& claim, const std::string& statement) {
    const auto at = all.find({claim, statement});
    return at == all.end() ? std::string() : at->second;
  };
}

graph::Links graph_links(const Results& results, bool files) {
  return [&results, files](const Vertex& vertex, const Standing& standing) {
    const ClaimResult* chosen = nullptr;
    for (const Evidence& evidence : vertex.claims) {
      const ClaimResult* claim = find(results, evidence.claim);
      if (!chosen || (claim && standing.own == "false" && is_printed_false(*claim) && !is_printed_false(*chosen)))
        chosen = claim;
    }
    if (!chosen) return std::string();
    std::string target = anchor(chosen->id);
    const std::size_t exhibit = standing.own == "false" ? best_exhibit(*chosen) : 0;
    if (exhibit != 0) target += "-exhibit-" + std::to_string(exhibit);
    return (files ? file_of(anchor(chosen->id), ".html") : "") + "#" + target;
  };
}

std::set<std::size_t> graph_of_run(const Results& results, const TheoryGraph& graph) {
  std::vector<std::size_t> decided;
  for (const ClaimResult& claim : results.claims)
    for (const std::size_t i : graph.named(claim.id)) decided.push_back(i);
  return graph.lineage(decided);
}

Section theory_graph(const Results& results, const TheoryGraph& graph) {
  Section all{"graph", {text("What rests on what")}, {}, Section::Tone::plain};
  const std::set<std::size_t> shown = graph_of_run(results, graph);
  if (shown.empty()) return all;
  const Standings run = standings(graph, graph_statuses(results));
  const graph::Links links = graph_links(results, false);
  all.blocks = {
      paragraph(counted(run, shown)),
      paragraph({text(
          "What a proof uses stands above it; a line's title says where. A red box is refuted (✗), a dark one rests on "
          "something refuted, and the red lines lead up to it; a dashed frame has, or rests on, a gap (◫); a dotted "
          "box "
          "is open (?); round corners: from another part. A box leads to its claim, a red one to its "
          "counterexample.")})};
  struct Part {
    std::string name, paper;
    std::set<std::size_t> vertices;
  };
  std::vector<Part> parts;  // the papers in the order of the claims
  for (const std::size_t i : shown) {
    const Vertex& vertex = graph.vertices[i];
    auto part = std::find_if(parts.begin(), parts.end(),
                             [&](const Part& each) { return each.name == vertex.part && each.paper == vertex.paper; });
    if (part == parts.end()) part = parts.insert(parts.end(), {vertex.part, vertex.paper, {}});
    part->vertices.insert(i);
  }
  const auto place_of = [&](const Part& part) {
    return std::find_if(results.claims.begin(), results.claims.end(),
                        [&](const ClaimResult& claim) { return claim.id.starts_with(part.paper + "."); });
  };
  std::stable_sort(parts.begin(), parts.end(), [&](const Part& a, const Part& b) { return place_of(a) < place_of(b); });
  for (const auto& [part, paper, vertices] : parts) {
    const auto placement = place(graph, vertices);
    Section section{"", {text(part + " ("), code(paper + ".*"), text(")")}, {}, Section::Tone::plain};
    section.blocks.push_back({drawn(graph, results, run, vertices, placement, part, links, {})});
    all.blocks.push_back({std::move(section)});
  }
  return all;
}

Section theory_graph(const ClaimResult& claim, const Results& results, const TheoryGraph& graph) {
  Section all = section("What it rests on, and what rests on it");
  const std::vector<std::size_t> own = graph.named(claim.id);
  if (own.empty()) return all;
  const std::set<std::size_t> lineage = graph.lineage(own);
  const Standings run = standings(graph, graph_statuses(results));
  const graph::Links links = graph_links(results, true);
  List list;
  for (const std::size_t i : own)
    for (const Layer layer : {Layer::paper, Layer::repaired}) {
      if (layer == Layer::repaired && !graph.vertices[i].repair) continue;
      const Standing& standing = run.of(layer)[i];
      Line line = {strong(graph.vertices[i].number + (layer == Layer::paper ? ", as printed: " : ", repaired: ")),
                   text(standing.word())};
      if (!standing.refuted.empty()) line.push_back(text(" (" + numbers(graph, standing.refuted) + ")"));
      Blocks item = {paragraph(std::move(line))};
      List uses;
      for (const Use& use : standing.uses) {
        Line words = named(results, graph.vertices[use.vertex]);
        words.push_back(text(": " + use.cites));
        uses.items.push_back({paragraph(std::move(words))});
      }
      if (!uses.items.empty()) item.push_back({std::move(uses)});
      list.items.push_back(std::move(item));
    }
  all.blocks = {{std::move(list)}};
  if (lineage.size() == 1) return all;
  const std::set<std::size_t> marked(own.begin(), own.end());
  const auto placement = place(graph, lineage, false);
  all.blocks.push_back({drawn(graph, results, run, lineage, placement, claim.id, links, marked)});
  return all;
}

}  // namespace attest::verify::report
