// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <nlohmann/json.hpp>
#include <ostream>

#include "constructions/positional/benes_looping.hpp"
#include "constructions/positional/benes_picture.hpp"
#include "theory/error.hpp"
#include "verify/command/exact.hpp"
#include "verify/command/exact_output.hpp"
#include "verify/json/node.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::command {

using json::Node;
using json::parse_strictly;
using system::read_file;
using system::write_file;

namespace benes = constructions::benes;

namespace {

// The labels of larger networks are not listed: nobody reads them.
constexpr std::size_t kLargestListed = 1024;

using Label = std::uint32_t;
using Paths = std::vector<std::vector<Label>>;

bool is_power_of_two(std::size_t n) { return n > 0 && (n & (n - 1)) == 0; }

std::vector<Label> read_permutation(const Node& node) {
  const std::vector<Node> entries = node.list();
  const std::size_t n = entries.size();
  if (!is_power_of_two(n)) node.fail("expected a power of two of labels, found " + std::to_string(n));
  std::vector<Label> permutation;
  std::vector<bool> taken(n, false);
  for (const Node& entry : entries) {
    const long image = entry.integer(0, static_cast<long>(n) - 1);
    if (taken[static_cast<std::size_t>(image)])
      entry.fail("expected a label that no other entry has, found " + std::to_string(image) + " again");
    taken[static_cast<std::size_t>(image)] = true;
    permutation.push_back(static_cast<Label>(image));
  }
  return permutation;
}

/// A route of one's own: n lists of 2k labels, one for each layer.
Paths read_paths(const Node& node) {
  const std::vector<Node> lists = node.list();
  const std::size_t n = lists.size();
  if (n < 2 || !is_power_of_two(n))
    node.fail("expected a power of two of paths, 2 or more, found " + std::to_string(n));
  const std::size_t layers = 2 * static_cast<std::size_t>(std::countr_zero(n));
  Paths paths;
  for (const Node& list : lists) {
    const std::vector<Node> labels = list.list();
    if (labels.size() != layers)
      list.fail("expected " + std::to_string(layers) + " labels, one for each layer, found " +
                std::to_string(labels.size()));
    paths.emplace_back();
    for (const Node& label : labels)
      paths.back().push_back(static_cast<Label>(label.integer(0, static_cast<long>(n) - 1)));
  }
  return paths;
}

std::string node_words(std::size_t layer, Label label) {
  return "(" + std::to_string(layer) + ", " + std::to_string(label) + ")";
}

/// What is wrong with a route, in words; empty where nothing is. Definition A.4: an edge keeps a label or changes the
/// digit of its column.
std::string fault(const Paths& paths, const std::vector<Label>& permutation) {
  const std::size_t n = paths.size(), layers = paths.front().size();
  const benes::Settings network(static_cast<unsigned>(layers / 2));
  for (std::size_t i = 0; i < n; ++i) {
    const std::string packet = "the path of packet " + std::to_string(i);
    if (paths[i].front() != i) return packet + " does not start at " + node_words(1, static_cast<Label>(i));
    for (std::size_t l = 1; l < layers; ++l) {
      const Label step = paths[i][l - 1] ^ paths[i][l];
      if (step != 0 && step != network.stride(static_cast<unsigned>(l)))
        return packet + " takes no edge from " + node_words(l, paths[i][l - 1]) + " to " +
               node_words(l + 1, paths[i][l]);
    }
    if (!permutation.empty() && paths[i].back() != permutation[i])
      return packet + " ends at " + node_words(layers, paths[i].back()) + ", not at label " +
             std::to_string(permutation[i]);
  }
  for (std::size_t l = 1; l <= layers; ++l) {
    std::vector<std::size_t> owner(n, n);
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t& taken = owner[paths[i][l - 1]];
      if (taken < n)
        return "the paths of packets " + std::to_string(taken) + " and " + std::to_string(i) + " meet at " +
               node_words(l, paths[i][l - 1]);
      taken = i;
    }
  }
  return "";
}

/// How many paths lead from (l, i) to (m, j), counted layer by layer (theory/definitions/benes.stm).
theory::Rational count_paths(const benes::Settings& network, std::size_t l, Label i, std::size_t m, Label j) {
  std::vector<theory::Rational> counts(network.labels(), 0);
  counts[i] = 1;
  for (; l < m; ++l) {
    std::vector<theory::Rational> next = counts;
    const Label stride = network.stride(static_cast<unsigned>(l));
    for (Label label = 0; label < network.labels(); ++label) next[label] += counts[label ^ stride];
    counts = std::move(next);
  }
  return counts[j];
}

struct Count {
  std::size_t l, m;
  Label i, j;
  theory::Rational paths;
};

/// {"count": [{"from": [l, i], "to": [m, j]}, ...]}
std::vector<Count> read_counts(const Node& node, std::size_t n) {
  const benes::Settings network(static_cast<unsigned>(std::countr_zero(n)));
  const long layers = 2L * network.k();
  std::vector<Count> counts;
  for (const Node& entry : node.list()) {
    entry.expect_keys({"from", "to"});
    const std::vector<Node> from = entry.at("from").list(), to = entry.at("to").list();
    if (from.size() != 2 || to.size() != 2) entry.fail("expected [layer, label] twice");
    const long l = from[0].integer(1, layers), m = to[0].integer(l, layers);
    const auto label = [&](const Node& one) { return static_cast<Label>(one.integer(0, static_cast<long>(n) - 1)); };
    const Label i = label(from[1]), j = label(to[1]);
    const auto first = static_cast<std::size_t>(l), last = static_cast<std::size_t>(m);
    counts.push_back({first, last, i, j, count_paths(network, first, i, last, j)});
  }
  return counts;
}

nlohmann::ordered_json to_json(const std::vector<Count>& counts) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Count& count : counts)
    list.push_back(
        {{"from", {count.l, count.i}}, {"to", {count.m, count.j}}, {"paths", command::to_json(count.paths)}});
  return list;
}

void print(const std::vector<Count>& counts, std::ostream& out) {
  for (const Count& count : counts)
    out << "paths from " << node_words(count.l, count.i) << " to " << node_words(count.m, count.j) << ": "
        << count.paths.to_string() << "\n";
}

/// A route that was given: the answer, and 1 where it is none.
int judge_route(const Paths& paths, const std::vector<Label>& permutation, const std::vector<Count>& counts, bool json,
                std::ostream& out) {
  const std::string wrong = fault(paths, permutation);
  if (json) {
    nlohmann::ordered_json object = {
        {"n", paths.size()}, {"layers", paths.front().size()}, {"valid", wrong.empty()}, {"fault", nullptr}};
    if (!wrong.empty()) object["fault"] = wrong;
    object["permutation"] = nlohmann::ordered_json::array();
    for (const auto& path : paths) object["permutation"].push_back(path.back());
    if (!counts.empty()) object["counts"] = to_json(counts);
    out << object.dump() << "\n";
  } else {
    out << "n = " << paths.size() << " labels, " << paths.front().size()
        << " layers: " << (wrong.empty() ? "a route along edges, no node shared" : "no route: " + wrong) << "\n";
    print(counts, out);
  }
  return wrong.empty() ? 0 : 1;
}

}  // namespace

int exact_benes(const std::string& file, const std::string& picture, unsigned threads, bool json, std::ostream& out) {
  const json::Value text = parse_strictly(read_file(file), file);
  const Node root(text, file);
  root.expect_keys({"permutation", "paths", "count"});
  const bool given = root.has("paths");
  std::vector<Label> permutation;
  if (!given || root.has("permutation")) permutation = read_permutation(root.at("permutation"));
  const Paths route = given ? read_paths(root.at("paths")) : Paths();
  if (given && !permutation.empty() && permutation.size() != route.size())
    root.at("paths").fail("expected as many paths as the permutation has labels, " +
                          std::to_string(permutation.size()));
  const std::size_t n = given ? route.size() : permutation.size();
  std::vector<Count> counts;
  if (const auto count = root.find("count")) {
    if (n > kLargestListed) count->fail("expected at most " + std::to_string(kLargestListed) + " labels");
    if (n < 2) count->fail("expected 2 labels or more");
    counts = read_counts(*count, n);
  }
  if (given) {
    if (!picture.empty()) throw InputError(file, "expected a permutation alone for a picture");
    return judge_route(route, permutation, counts, json, out);
  }
  if (!picture.empty() && (n < 2 || n > 32))
    throw InputError(file, "expected 2 to 32 labels for a picture, found " + std::to_string(n));
  const benes::Settings settings = benes::route(permutation, threads);
  if (benes::replay(settings) != permutation)
    throw std::logic_error("the settings, replayed, do not give the permutation");
  if (!picture.empty()) write_file(picture, benes::picture(settings));

  const bool listed = n <= kLargestListed;
  const Paths paths = listed ? benes::paths(settings) : Paths();
  if (json) {
    nlohmann::ordered_json object = {
        {"n", n}, {"layers", n == 1 ? 0 : 2 * settings.k()}, {"columns", settings.columns()}, {"replayed", true}};
    if (listed) object["paths"] = paths;
    if (!counts.empty()) object["counts"] = to_json(counts);
    out << object.dump() << "\n";
    return 0;
  }
  out << "n = " << n << " labels, " << settings.columns()
      << " columns of exchanges; replayed: the settings give the permutation\n";
  for (std::size_t i = 0; i < paths.size(); ++i) {
    out << "packet " << i << " to " << permutation[i] << ":";
    for (std::uint32_t label : paths[i]) out << " " << label;
    out << "\n";
  }
  print(counts, out);
  if (!listed) out << "paths are listed up to " << kLargestListed << " labels\n";
  return 0;
}

}  // namespace attest::verify::command
