// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>

#include "theory/error.hpp"
#include "theory/statement/sha256.hpp"
#include "verify/graph/theory_graph.hpp"
#include "verify/json/node.hpp"
#include "verify/json/parse.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::graph {
namespace {

constexpr const char* schema = "attest.theory-graph/1";
const std::vector<std::string> kinds = {"assumption", "definition",  "fact", "lemma",
                                        "theorem",    "proposition", "step", "remark"};

std::string filled(const json::Node& node) {
  std::string text = node.text();
  if (text.find_first_not_of(' ') == std::string::npos) node.fail("expected words, found none");
  return text;
}

/// A use whose vertex may stand further on, or in another file.
struct Pending {
  std::size_t user, at;
  bool is_repaired;
  json::Node name;
};

class GraphReader {
 public:
  GraphReader(TheoryGraph& graph, const std::set<std::string>& known) : graph_(graph), known_(known) {}

  void read(const json::Node& file) {
    file.expect_keys({"schema", "paper", "nodes", "apart"});
    if (file.at("schema").text() != schema) file.at("schema").fail(std::string("expected \"") + schema + "\"");
    const std::string paper = filled(file.at("paper"));
    for (const json::Node& node : file.at("nodes").list()) add(node, paper);
    for (const auto& [claim, why] : file.at("apart").members()) {
      require_known(claim, why);
      graph_.apart[claim] = filled(why);
      apart_.emplace_back(claim, why);
    }
  }

  /// When all files are read.
  void connect() {
    for (const auto& [claim, node] : apart_)
      for (const Vertex& vertex : graph_.vertices)
        for (const Evidence& evidence : vertex.claims)
          if (evidence.claim == claim) node.fail("expected a claim that decides no node, found that of " + vertex.id);
    for (const Pending& use : pending_) {
      const auto vertex = graph_.find(use.name.text());
      if (!vertex) use.name.fail("expected the id of a node, found \"" + use.name.text() + "\"");
      Vertex& user = graph_.vertices[use.user];
      (use.is_repaired ? user.repair->uses : user.uses)[use.at].vertex = *vertex;
    }
    std::vector<int> seen(graph_.vertices.size());
    for (const Pending& use : pending_) look_for_cycle(use.user, seen, {});
  }

 private:
  void require_known(const std::string& claim, const json::Node& node) const {
    if (!known_.empty() && !known_.contains(claim)) node.fail("expected the id of a claim, found \"" + claim + "\"");
  }

  std::vector<Evidence> evidence(const json::Node& list) const {
    std::vector<Evidence> all;
    for (const json::Node& node : list.list()) {
      const std::string text = filled(node), claim = text.substr(0, text.find(':'));
      require_known(claim, node);
      all.push_back({claim, claim == text ? "" : text.substr(claim.size() + 1)});
    }
    return all;
  }

  std::vector<Use> uses(const json::Node& list, bool is_repaired) {
    std::vector<Use> all;
    for (const json::Node& node : list.list()) {
      node.expect_keys({"node", "cites"});
      pending_.push_back({graph_.vertices.size(), all.size(), is_repaired, node.at("node")});
      all.push_back({0, filled(node.at("cites"))});
    }
    return all;
  }

  void add(const json::Node& node, const std::string& paper) {
    node.expect_keys({"id", "kind", "number", "section", "part", "title", "claims", "uses", "repaired"});
    Vertex vertex{filled(node.at("id")),        paper,
                  filled(node.at("part")),      filled(node.at("kind")),
                  filled(node.at("number")),    filled(node.at("section")),
                  filled(node.at("title")),     evidence(node.at("claims")),
                  uses(node.at("uses"), false), {}};
    if (!vertex.id.starts_with(paper + ".") ||
        vertex.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-._") != std::string::npos)
      node.at("id").fail("expected \"" + paper + ".\" and small letters, digits and '-'");
    if (std::find(kinds.begin(), kinds.end(), vertex.kind) == kinds.end())
      node.at("kind").fail("expected assumption, definition, fact, lemma, theorem, proposition, step or remark");
    if (graph_.find(vertex.id))
      node.at("id").fail("expected an id that stands once, found \"" + vertex.id + "\" again");
    if (const auto repaired = node.find("repaired")) {
      repaired->expect_keys({"how", "claims", "uses"});
      const auto claims = repaired->find("claims");
      vertex.repair = Repair{filled(repaired->at("how")), claims ? evidence(*claims) : vertex.claims,
                             uses(repaired->at("uses"), true)};
    }
    graph_.vertices.push_back(std::move(vertex));
  }

  /// `seen`: 1 on the way from where the search began, 2 done.
  void look_for_cycle(std::size_t at, std::vector<int>& seen, std::vector<std::size_t> way) const {
    if (seen[at] == 2) return;
    way.push_back(at);
    if (seen[at] == 1) {
      std::string words;
      for (auto it = std::find(way.begin(), way.end(), at); it != way.end(); ++it)
        words += (words.empty() ? "" : " uses ") + graph_.vertices[*it].id;
      for (const Pending& use : pending_)
        if (use.user == way[way.size() - 2] && use.name.text() == graph_.vertices[at].id)
          use.name.fail("expected no cycle, found: " + words);
    }
    seen[at] = 1;
    for (const Pending& use : pending_)
      if (use.user == at) look_for_cycle(*graph_.find(use.name.text()), seen, way);
    seen[at] = 2;
  }

  TheoryGraph& graph_;
  const std::set<std::string>& known_;
  std::vector<Pending> pending_;
  std::vector<std::pair<std::string, json::Node>> apart_;
};

}  // namespace

std::optional<std::size_t> TheoryGraph::find(const std::string& id) const {
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (vertices[i].id == id) return i;
  return {};
}

std::vector<std::size_t> TheoryGraph::named(const std::string& id) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const auto decides = [&](const std::vector<Evidence>& all) {
      return std::any_of(all.begin(), all.end(), [&](const Evidence& evidence) { return evidence.claim == id; });
    };
    const Vertex& vertex = vertices[i];
    if (vertex.id == id || decides(vertex.claims) || (vertex.repair && decides(vertex.repair->claims)))
      found.push_back(i);
  }
  return found;
}

std::set<std::size_t> TheoryGraph::lineage(const std::vector<std::size_t>& of) const {
  const auto uses = [&](std::size_t user, std::size_t used) {
    const auto in = [&](const std::vector<Use>& all) {
      return std::any_of(all.begin(), all.end(), [&](const Use& use) { return use.vertex == used; });
    };
    return in(vertices[user].uses) || (vertices[user].repair && in(vertices[user].repair->uses));
  };
  const auto closed = [&](bool upwards) {
    std::set<std::size_t> all(of.begin(), of.end());
    for (std::size_t before = 0; before != all.size();) {
      before = all.size();
      for (std::size_t i = 0; i < vertices.size(); ++i)
        for (const std::size_t j : std::vector<std::size_t>(all.begin(), all.end()))
          if (upwards ? uses(i, j) : uses(j, i)) all.insert(i);
    }
    return all;
  };
  std::set<std::size_t> all = closed(true);
  all.merge(closed(false));
  return all;
}

TheoryGraph read_graph(const std::filesystem::path& folder, const std::set<std::string>& known) {
  TheoryGraph graph;
  GraphReader reader(graph, known);
  std::deque<json::Value> values;  // outlive the nodes that wait to be connected
  for (const std::filesystem::path& file : system::sorted_files(folder, ".json")) {
    const std::string text = system::read_file(file);
    values.push_back(json::parse_strictly(text, file.string()));
    reader.read(json::Node(values.back(), file.string()));
    graph.files.emplace_back(file.filename().string(), theory::sha256(text));
  }
  reader.connect();
  return graph;
}

}  // namespace attest::verify::graph
