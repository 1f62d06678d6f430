// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "verify/results/properties.hpp"
#include "verify/results/results.hpp"

namespace attest::verify::report {

/// What a report says, before it is HTML, Markdown, LaTeX or plain text. Each writer visits the same outline, and a
/// writer that forgets a kind of block does not compile: so no format says something that another does not.

struct Span {
  enum class Kind { text, code, strong, emphasis, link, status, assurance };
  Kind kind = Kind::text;
  std::string text;    ///< for status and assurance: a word of the vocabulary
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
  std::vector<Line> header;
  std::vector<std::vector<Line>> rows;
  bool records = false;  ///< each row is a record that a narrow screen may show as a card; its first cell names it
};
struct Formula {  ///< a statement of record: its program text, and the notation generated from it (empty: the program
                  ///< alone)
  std::string mathml, latex, source;
};
struct Figure {
  std::string anchor;
  constructions::Exhibit exhibit;
};
struct Details {  ///< what a reader may pass over at first
  std::string summary;
  Blocks blocks;
};
struct Section {
  enum class Tone { plain, claim, warning, engine };
  std::string anchor;  ///< empty: nothing refers to it
  Line title;
  Blocks blocks;
  Tone tone = Tone::plain;
};
struct Panels {  ///< to be held side by side
  std::vector<Section> panels;
};

struct Block {
  std::variant<Paragraph, List, Code, Table, Formula, Figure, Details, Panels, Section> node;
};

struct Document {
  std::string title;
  Blocks blocks;
};

Document outline(const results::Results& results);
Section outline(const results::ClaimResult& claim);

/// The claim's anchor: its id, with every character but letters, digits, '.', '-' and '_' replaced by '_'.
std::string anchor(const std::string& id);

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

}  // namespace attest::verify::report
