// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "verify/graph/formats.hpp"
#include "verify/results/properties.hpp"
#include "verify/results/results.hpp"

namespace attest::verify::report {

/// What a report says, before it is HTML, Markdown, LaTeX or plain text. Each writer visits the same outline, and a
/// writer that forgets a kind of block does not compile: so no format says something that another does not.

struct Span {
  enum class Kind { text, code, strong, emphasis, link, file, status, assurance };
  Kind kind = Kind::text;
  std::string text;    ///< status, assurance: a word of the vocabulary; file: a path beside the report
  std::string target;  ///< link: the anchor within the report
};
using Line = std::vector<Span>;

struct Block;
using Blocks = std::vector<Block>;

struct Paragraph {
  Line line;
};
struct List {
  bool ordered = false;
  std::vector<Blocks> items;
};
struct Code {
  std::string text;
};
struct Table {
  /// What a page may filter the rows by.
  struct Key {
    std::string paper, status, assurance;
    bool has_counterexample = false;
  };
  std::vector<Line> header;
  std::vector<std::vector<Line>> rows;
  bool records = false;   ///< each row is a record that a narrow screen may show as a card; its first cell names it
  std::vector<Key> keys;  ///< one for each row, or none
};
struct Formula {  ///< a statement of record: its program text, and the notation generated from it (empty: the program
                  ///< alone)
  std::string mathml, latex, source;
  std::string statement = {};  ///< its name, which the brief report marks it by
};
struct Figure {
  std::string anchor;
  constructions::Exhibit exhibit;
  bool with_points = true;  ///< a plot's points stand below it, for who wants the numbers
  std::optional<constructions::Exhibit::Matrix> beside = {};  ///< a matrix of the same shape: what differs is marked
};
struct Diagram {  ///< drawings that this house made, and what other formats have in their place
  std::string svg;
  Table instead;
  std::string summary = {}, folded = {};  ///< a second drawing, in a fold
};
struct Details {  ///< what a reader may pass over at first
  std::string summary;
  Blocks blocks;
};
struct Section {
  enum class Tone { plain, claim, warning, engine, card, exhibits };
  std::string anchor;  ///< empty: nothing refers to it
  Line title;
  Blocks blocks;
  Tone tone = Tone::plain;
  bool folded = false;  ///< a page shows its title and what stands beside it, until the reader opens it
  Line aside = {};
};
struct Panels {  ///< to be held side by side
  std::vector<Section> panels;
};

struct Block {
  std::variant<Paragraph, List, Code, Table, Formula, Figure, Diagram, Details, Panels, Section> node;
};

struct Document {
  std::string title;
  Blocks blocks;
  /// Links to the parts, for a page that keeps them in view: a title, and what stands under it.
  std::vector<std::pair<Line, std::vector<Line>>> contents = {};
};

/// Whether a report has sections for the claims. They are brief: definitions, certificates, hashes, the claim's page,
/// all statements but the printed and the repaired one, and what was found of our findings stand in the claim's own
/// file and in results.json.
enum class Extent { register_alone, brief };

/// `gallery`: docs/gallery.md, from which the findings at the top are taken; none without it. `graph`: the papers'
/// graph; what this run has no claim of is left out.
Document outline(const results::Results& results, Extent extent = Extent::brief, const std::string& gallery = "",
                 const graph::TheoryGraph& graph = {});
/// All that is known of one claim. `graph`: its place among the paper's statements, if it has one.
Section outline(const results::ClaimResult& claim, Section graph = {});
Section outline_in_brief(const results::ClaimResult& claim);

/// The papers' graph as this run has it, one drawing a part and a layer; empty if the run decides nothing of it.
Section theory_graph(const results::Results& results, const graph::TheoryGraph& graph);
/// What of it a claim's vertices rest on and what rests on them; empty if it has none.
Section theory_graph(const results::ClaimResult& claim, const results::Results& results,
                     const graph::TheoryGraph& graph);
/// What a run says of the graph: the statuses of its claims, an alarm being open; and where a box leads, in the report
/// or in the claims' files: to its claim, a refuted one's to its counterexample.
graph::Statuses graph_statuses(const results::Results& results);
graph::Links graph_links(const results::Results& results, bool files);
/// The vertices that the run's claims decide, with everything that these touch.
std::set<std::size_t> graph_of_run(const results::Results& results, const graph::TheoryGraph& graph);

/// The findings of the gallery as cards, in its order, at most ten: those whose verdict this run confirms.
Section findings(const results::Results& results, const std::string& gallery);

/// Every claim's id becomes a link to that claim, wherever it stands alone in text or code; not within `self`.
void link_claims(Blocks& blocks, const results::Results& results, const std::string& self = "");

/// The claim's anchor: its id, with every character but letters, digits, '.', '-' and '_' replaced by '_'.
std::string anchor(const std::string& id);

/// The file of the claim with this anchor: the anchor with '_' for '.' and '-'.
std::string file_of(std::string anchor, const std::string& extension);

/// Text, code and badges as spans.
Span text(std::string words);
Span code(std::string words);
Span strong(std::string words);
/// The verdict's two badges, and how far it reaches. A statement that the claim does not state is open, with no
/// assurance.
Line verdict(const results::StatementResult* statement);
/// The second badge and what follows it.
Line assurance(const results::StatementResult* statement);
Line verdict(const results::Property& property);

/// "What was checked" and "What was assumed", from the checkers' reports alone.
Section checked(const results::ClaimResult& claim);
Section assumed(const results::ClaimResult& claim);

/// Exhibits as tables and code, for every format that shows them so: a matrix with its names and exact entries; a
/// table; a plot's points and marks (curve, x, y); a calculation's lines.
Table cells(const constructions::Exhibit::Matrix& matrix);
Table cells(const constructions::Exhibit::Table& table);
Table points(const constructions::Exhibit::Plot& plot);
Code lines(const constructions::Exhibit::Text& calculation);
Paragraph both_sides(const constructions::Exhibit::Sides& sides);

}  // namespace attest::verify::report
