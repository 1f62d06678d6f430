// SPDX-License-Identifier: Apache-2.0
// A leaf that is refuted darkens what is built on it and nothing else; data that contradict themselves are refused.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>

#include "theory/error.hpp"
#include "verify/graph/formats.hpp"
#include "verify/json/parse.hpp"
#include "verify/system/files.hpp"

using namespace attest;
using namespace attest::verify::graph;
using Catch::Contains;

namespace {

const std::filesystem::path folder = "tests/verify/graph/fixture";

using Run = std::map<std::string, std::string>;  ///< "claim:statement" -> status

Run sound() {
  return {{"fixture.leaf:printed", "holds"},       {"fixture.leaf:repaired", "supported"},
          {"fixture.other-leaf:printed", "holds"}, {"fixture.middle:printed", "supported"},
          {"fixture.beside:printed", "typo"},      {"fixture.theorem:printed", "supported"},
          {"fixture.alone:printed", "holds"}};
}

Statuses statuses(const Run& run) {
  return [run](const std::string& claim, const std::string& statement) {
    const auto at = run.find(claim + ":" + statement);
    return at == run.end() ? "" : at->second;
  };
}

Run with(Run run, const std::string& statement, const std::string& status) {
  run[statement] = status;
  return run;
}

/// The vertices, without "fixture.", whose standing two runs derive differently.
std::set<std::string> changed(const TheoryGraph& graph, Layer layer, const Run& before, const Run& after) {
  const auto one = standings(graph, layer, statuses(before)), other = standings(graph, layer, statuses(after));
  std::set<std::string> ids;
  for (std::size_t i = 0; i < one.size(); ++i)
    if (one[i].own != other[i].own || one[i].refuted != other[i].refuted || one[i].gaps != other[i].gaps)
      ids.insert(graph.vertices[i].id.substr(8));
  return ids;
}

std::string word(const TheoryGraph& graph, Layer layer, const Run& run, const std::string& id) {
  return standings(graph, layer, statuses(run))[graph.find("fixture." + id).value()].word();
}

/// The fixture with the first `from` in it replaced, written to a folder of its own.
std::filesystem::path edited(const std::string& from, const std::string& to) {
  std::string text = verify::system::read_file(folder / "fixture.json");
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  const auto elsewhere = std::filesystem::temp_directory_path() / "attest_graph_test";
  std::filesystem::remove_all(elsewhere);
  verify::system::write_file(elsewhere / "edited.json", text);
  return elsewhere;
}

void refused(const std::string& from, const std::string& to, const std::string& error) {
  INFO(from + " -> " + to);
  CHECK_THROWS_WITH(
      read_graph(edited(from, to), {"fixture.leaf", "fixture.other-leaf", "fixture.middle", "fixture.beside",
                                    "fixture.theorem", "fixture.alone", "fixture.table"}),
      Contains("edited.json: ") && Contains(error));
}

}  // namespace

TEST_CASE("a refuted leaf changes exactly what is built on it, and back") {
  const TheoryGraph graph = read_graph(folder);
  const Run holds = sound(), fails = with(holds, "fixture.leaf:printed", "false");
  const std::set<std::string> built = {"leaf", "middle", "letter", "theorem"};
  CHECK(changed(graph, Layer::paper, holds, fails) == built);
  CHECK(changed(graph, Layer::paper, holds, with(fails, "fixture.leaf:printed", "holds")).empty());
  CHECK(changed(graph, Layer::paper, holds, with(holds, "fixture.leaf:printed", "gap")) == built);
  CHECK(changed(graph, Layer::paper, holds, with(holds, "fixture.theorem:printed", "false")) ==
        std::set<std::string>{"theorem"});
  CHECK(changed(graph, Layer::paper, holds, with(holds, "fixture.alone:printed", "false")) ==
        std::set<std::string>{"alone"});
  CHECK(word(graph, Layer::paper, fails, "leaf") == "refuted");
  CHECK(word(graph, Layer::paper, fails, "middle") == "rests on something refuted");
  CHECK(word(graph, Layer::paper, fails, "theorem") == "rests on something refuted");
  CHECK(word(graph, Layer::paper, fails, "letter") == "rests on something refuted");
  CHECK(word(graph, Layer::paper, fails, "beside") == "typo");
}

TEST_CASE("a gap is no refutation, and what is not decided is open") {
  const TheoryGraph graph = read_graph(folder);
  const Run gap = with(sound(), "fixture.leaf:printed", "gap");
  CHECK(word(graph, Layer::paper, gap, "leaf") == "gap");
  CHECK(word(graph, Layer::paper, gap, "theorem") == "rests on a gap");
  CHECK(word(graph, Layer::paper, with(gap, "fixture.other-leaf:printed", "false"), "theorem") ==
        "rests on something refuted");
  CHECK(word(graph, Layer::paper, {}, "leaf") == "open");
  CHECK(word(graph, Layer::paper, sound(), "letter") == "open");
}

TEST_CASE("the repaired layer goes on where a page of ours says how, and nowhere else") {
  const TheoryGraph graph = read_graph(folder);
  const Run fails = with(sound(), "fixture.leaf:printed", "false");
  CHECK(word(graph, Layer::repaired, fails, "leaf") == "supported");
  CHECK(word(graph, Layer::repaired, fails, "middle") == "supported");
  CHECK(word(graph, Layer::repaired, fails, "theorem") == "supported");
  // It uses Lemma 1 as the paper prints it.
  CHECK(word(graph, Layer::repaired, fails, "letter") == "rests on something refuted");
  const Run both = with(fails, "fixture.leaf:repaired", "false");
  CHECK(word(graph, Layer::repaired, both, "theorem") == "rests on something refuted");
  Run none = fails;
  none.erase("fixture.leaf:repaired");
  CHECK(word(graph, Layer::repaired, none, "leaf") == "refuted");
  CHECK(word(graph, Layer::repaired, none, "middle") == "rests on something refuted");
  const auto layer = standings(graph, Layer::repaired, statuses(fails));
  CHECK(layer[graph.find("fixture.leaf").value()].is_repaired);
  CHECK_FALSE(layer[graph.find("fixture.middle").value()].is_repaired);
}

TEST_CASE("several claims of a vertex count by the worst") {
  const TheoryGraph graph =
      read_graph(edited("\"claims\": [\"fixture.leaf\"], ", R"("claims": ["fixture.leaf", "a:step"],
    "repaired": {"how": "p", "claims": ["a:mended"], "uses": []}, )"));
  Run run = sound();
  CHECK(word(graph, Layer::paper, run, "leaf") == "open");
  run["a:step"] = "false";
  CHECK(word(graph, Layer::paper, run, "leaf") == "refuted");
  CHECK(word(graph, Layer::repaired, run, "leaf") == "open");
  run["a:mended"] = "holds";
  CHECK(word(graph, Layer::repaired, run, "leaf") == "holds");
}

TEST_CASE("data that contradict themselves are refused, and the place is named") {
  refused("{\"node\": \"fixture.leaf\"", "{\"node\": \"fixture.none\"",
          "/nodes/2/uses/0/node: expected the id of a node");
  refused("\"section 2, proof of Lemma 3\"", "\" \"", "/nodes/2/uses/0/cites: expected words");
  refused("\"fixture.other-leaf\", \"kind\"", "\"fixture.leaf\", \"kind\"",
          "/nodes/1/id: expected an id that stands once");
  refused("[\"fixture.leaf\"]", "[\"fixture.none\"]", "/nodes/0/claims/0: expected the id of a claim");
  refused("fixture.table\": ", "fixture.none\": ", "/apart/fixture.none: expected the id of a claim");
  refused("\"fixture.table\"", "\"fixture.leaf\"", "/apart/fixture.leaf: expected a claim that decides no node");
  refused("\"lemma\"", "\"Lemma\"", "/nodes/0/kind: expected assumption, definition");
  refused("fixture.leaf\", \"kind", "other.leaf\", \"kind", "/nodes/0/id: expected \"fixture.\"");
  refused("\"title\": \"A leaf\"", "\"title\": \"A leaf\", \"colour\": \"red\"", "/nodes/0");
  refused("theory-graph/1", "theory-graph/2", "/schema: expected");
  refused("\"claims\": [\"fixture.leaf\"], \"uses\": []",
          "\"claims\": [\"fixture.leaf\"], \"uses\": [{\"node\": \"fixture.theorem\", \"cites\": \"x\"}]",
          "expected no cycle, found: fixture.leaf uses fixture.theorem uses fixture.middle uses fixture.leaf");
  refused("\"claims\": [\"fixture.leaf\"], \"uses\": []",
          "\"claims\": [\"fixture.leaf\"], \"uses\": [], \"repaired\": {\"how\": \"p\", \"uses\": [{\"node\": "
          "\"fixture.leaf\", \"cites\": \"x\"}]}",
          "/nodes/0/repaired/uses/0/node: expected no cycle, found: fixture.leaf uses fixture.leaf");
}

TEST_CASE("a vertex is found by its claims, with all that it touches") {
  const TheoryGraph graph = read_graph(folder);
  CHECK(graph.named("fixture.middle") == std::vector<std::size_t>{2});
  CHECK(graph.named("fixture.table").empty());
  CHECK(graph.lineage({2}) == std::set<std::size_t>{0, 2, 5});
  CHECK(graph.lineage({6}) == std::set<std::size_t>{6});
}

TEST_CASE("boxes do not overlap, and what is used stands above") {
  const TheoryGraph graph = read_graph("theory/graph");
  REQUIRE(graph.vertices.size() > 100);
  std::set<std::size_t> all;
  for (std::size_t i = 0; i < graph.vertices.size(); ++i) all.insert(i);
  const Placement placement = place(graph, all);
  CHECK(placement.boxes.size() == all.size());
  for (const auto& a : placement.boxes) {
    CHECK((a.x >= 0 && a.x + box_width <= placement.width && a.y + a.height <= placement.height));
    for (const auto& b : placement.boxes)
      CHECK((a.vertex == b.vertex || a.x + box_width <= b.x || b.x + box_width <= a.x || a.y + a.height <= b.y ||
             b.y + b.height <= a.y));
  }
  for (const auto& line : placement.lines) CHECK(line.points.front().y < line.points.back().y);
}

TEST_CASE("the files say the same, and escape what they must") {
  const TheoryGraph graph = read_graph(folder);
  const Standings run = standings(graph, statuses(with(sound(), "fixture.leaf:printed", "false")));
  std::set<std::size_t> all;
  for (std::size_t i = 0; i < graph.vertices.size(); ++i) all.insert(i);
  const auto json = verify::json::parse_strictly(to_json(graph, run, all), "graph.json");
  CHECK(json["nodes"][5]["printed"]["standing"] == "rests on something refuted");
  CHECK(json["nodes"][5]["printed"]["rests_on_refuted"][0] == "fixture.leaf");
  CHECK(json["nodes"][5]["repaired"]["standing"] == "supported");
  CHECK(json["data"][0]["sha256"].get<std::string>().size() == 64);
  const std::string csv = to_csv(graph, run, {0, 2});
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 3);
  CHECK_THAT(csv,
             Contains("\"fixture.middle\",\"fixture\",\"One\",\"lemma\",\"Lemma 3\",\"2\",\"Of one leaf\",\"fixture."
                      "middle\",\"rests on something refuted\",\"supported\",\"fixture.leaf\",\"\",\"fixture.leaf\""));
  const std::string dot = to_dot(graph, run, {0, 2}, {Layer::paper});
  CHECK_THAT(dot, Contains("\"fixture.leaf\" -> \"fixture.middle\"") && Contains("Lemma 1\\nA leaf\\nrefuted"));
  CHECK_THAT(to_dot(graph, run, {0, 2}, {Layer::paper, Layer::repaired}),
             Contains("\"repaired:fixture.leaf\" -> \"repaired:fixture.middle\""));
  const auto links = [](const Vertex& vertex, const Standing&) {
    return std::string(vertex.id == "fixture.leaf" ? "#x\"" : "");
  };
  const std::string svg = to_svg(graph, place(graph, all), run.paper, {"a & b", links});
  CHECK_THAT(svg, Contains("<title>section 2, proof of Lemma 3</title>"));
  CHECK_THAT(to_svg(graph, place(graph, all), run.paper, {"x", {}, {2}, true, false}),
             !Contains("<title>") && !Contains("<a ") && Contains("<style>") && Contains(" m\""));
  CHECK_THAT(svg, Contains("&lt;Alone&gt; &amp; apart") && Contains("aria-label=\"a &amp; b\"") &&
                      Contains("<a href=\"#x&quot;\" class=\"f\"") && Contains("rests on Lemma 1"));
}
