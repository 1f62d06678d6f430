// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

// The room graph: a paper's lemmas and theorems, which proof uses what (this file), how they stand by what a run
// decided (standing.hpp), and drawings and files of that (layout.hpp, formats.hpp). docs/graph.md says what it means.
namespace attest::verify::graph {

/// A proof uses this vertex; `cites` says where.
struct Use {
  std::size_t vertex;
  std::string cites;
};

/// What decides a vertex: a claim, and one of its statements; none named: "printed", or "repaired" in our layer.
struct Evidence {
  std::string claim, statement;
};

/// What our layer has in the place of the paper's proof.
struct Repair {
  std::string how;  ///< the page that shows it
  std::vector<Evidence> claims;
  std::vector<Use> uses;
};

struct Vertex {
  std::string id, paper, part, kind, number, section, title;
  std::vector<Evidence> claims;  ///< none: nothing decides it
  std::vector<Use> uses;
  std::optional<Repair> repair;
};

struct TheoryGraph {
  std::vector<Vertex> vertices;
  std::map<std::string, std::string> apart;                ///< claims that no proof touches, with the reason
  std::vector<std::pair<std::string, std::string>> files;  ///< name and SHA-256 of what was read

  std::optional<std::size_t> find(const std::string& id) const;
  /// Those of this id, or which this claim decides.
  std::vector<std::size_t> named(const std::string& id) const;
  /// With everything that they rest on and everything that rests on them, in either layer.
  std::set<std::size_t> lineage(const std::vector<std::size_t>& of) const;
};

/// Reads all files *.json of a folder (theory/graph); nothing if there is no such folder. `known`: the ids of claims;
/// empty: any will do. InputError, with file and place, for an id that stands twice, an unknown vertex or claim, a use
/// without a citation, a claim both in a vertex and apart, and a cycle, also one that needs edges of both layers.
TheoryGraph read_graph(const std::filesystem::path& folder, const std::set<std::string>& known = {});

}  // namespace attest::verify::graph
