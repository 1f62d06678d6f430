// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "constructions/claim.hpp"
#include "theory/error.hpp"
#include "verify/command/command.hpp"
#include "verify/graph/formats.hpp"
#include "verify/report/outline.hpp"
#include "verify/run/recheck.hpp"
#include "verify/run/state.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::command {

using graph::Layer;
using graph::TheoryGraph;
using results::Results;
using run::read_results;
using run::require_current;
using system::find_places;

namespace {

struct GraphOptions {
  std::vector<std::string> ids;
  std::string out = "attest-out", format = "dot", layer;
};

/// Those asked for with all that they touch; all, if none is.
std::set<std::size_t> chosen(const TheoryGraph& graph, const std::vector<std::string>& ids) {
  std::vector<std::size_t> of;
  for (const std::string& id : ids) {
    const auto named = graph.named(id);
    if (named.empty() && graph.apart.contains(id))
      throw InputError("", "claim '" + id + "' stands apart from the graph: " + graph.apart.at(id));
    if (named.empty()) throw InputError("", "expected a claim or a node of theory/graph, found '" + id + "'");
    of.insert(of.end(), named.begin(), named.end());
  }
  if (ids.empty())
    for (std::size_t i = 0; i < graph.vertices.size(); ++i) of.push_back(i);
  return graph.lineage(of);
}

int print_graph(const GraphOptions& options) {
  const TheoryGraph graph = papers_graph();
  const std::set<std::size_t> shown = chosen(graph, options.ids);
  const Results results = read_results(options.out);
  require_current(results, find_places(), options.out);
  const graph::Standings run = standings(graph, report::graph_statuses(results));
  const Layer layer = options.layer == "repaired" ? Layer::repaired : Layer::paper;
  if (options.format == "json") {
    std::cout << to_json(graph, run, shown);
  } else if (options.format == "csv") {
    std::cout << to_csv(graph, run, shown);
  } else if (options.format == "svg") {
    std::set<std::size_t> marked;
    for (const std::string& id : options.ids)
      for (const std::size_t i : graph.named(id)) marked.insert(i);
    std::cout << to_svg(graph, place(graph, shown, false), run.of(layer), {"attest graph", {}, marked, true});
  } else if (options.layer.empty()) {
    std::cout << to_dot(graph, run, shown, {Layer::paper, Layer::repaired});
  } else {
    std::cout << to_dot(graph, run, shown, {layer});
  }
  return kSuccess;
}

}  // namespace

TheoryGraph papers_graph() {
  std::set<std::string> known;
  for (const constructions::Claim& claim : constructions::registry()) known.insert(claim.id);
  return graph::read_graph(find_places().graph(), known);
}

void add_graph_command(CLI::App& program, Action& run) {
  auto* command =
      program.add_subcommand("graph", "Which of a paper's proofs uses what, and what of it rests on something refuted");
  auto options = std::make_shared<GraphOptions>();
  command->add_option("ID", options->ids,
                      "Claims or nodes, with all that they rest on and that rests on them (default: all)");
  add_out_option(*command, options->out, "The folder of the results (default attest-out)");
  command->add_option("--format", options->format, "What is printed (default dot)")
      ->check(CLI::IsMember(std::vector<std::string>{"dot", "json", "csv", "svg"}));
  command
      ->add_option("--layer", options->layer,
                   "The paper's statements or the repaired ones (default: dot has both, svg the paper's, json and csv "
                   "both)")
      ->check(CLI::IsMember(std::vector<std::string>{"paper", "repaired"}));
  command->add_flag_callback(
      "--json", [options] { options->format = "json"; }, "The same as --format json");
  command->footer(
      "Reads OUT/results.json, which `attest check` wrote. How each node stands follows from the certificates that\n"
      "were accepted in that run; docs/graph.md says how.\n\n"
      "Example:\n  attest graph positional.theorem-6-1 --format svg > theorem.svg");
  command->callback([options, &run] { run = [options] { return print_graph(*options); }; });
}

}  // namespace attest::verify::command
