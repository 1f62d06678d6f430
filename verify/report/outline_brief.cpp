// SPDX-License-Identifier: Apache-2.0
// A claim as a reader meets it first: what can be looked at, then the statement, then the rest in a few lines each.
#include <algorithm>

#include "verify/report/outline_parts.hpp"
#include "verify/results/vocabulary.hpp"

namespace attest::verify::report {

using constructions::Exhibit;
using results::ClaimResult;
using results::properties;
using results::spoken_name;
using results::StatementResult;

namespace {

bool has_same_shape(const Exhibit::Matrix& a, const Exhibit::Matrix& b) {
  return a.rows.size() == b.rows.size() && a.row_names == b.row_names && a.column_names == b.column_names &&
         std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(),
                    [](const auto& left, const auto& right) { return left.size() == right.size(); });
}

/// Calculations first where something that the paper says fails: they are what a person follows in a minute.
Section exhibits(const ClaimResult& claim) {
  Section all = section("Exhibits", {}, Section::Tone::exhibits);
  std::vector<Figure> figures;
  for (std::size_t i = 0; i < claim.exhibits.size(); ++i) {
    Figure figure{anchor(claim.id) + "-exhibit-" + std::to_string(i + 1), claim.exhibits[i], false, {}};
    const auto* matrix = std::get_if<Exhibit::Matrix>(&figure.exhibit.content);
    const auto* before = i > 0 ? std::get_if<Exhibit::Matrix>(&claim.exhibits[i - 1].content) : nullptr;
    if (matrix && before && has_same_shape(*matrix, *before)) figure.beside = *before;
    figures.push_back(std::move(figure));
  }
  if (std::any_of(claim.statements.begin(), claim.statements.end(), [](const StatementResult& statement) {
        return is_the_papers(statement.name) &&
               (statement.status == "false" || statement.status == "typo" || statement.status == "gap");
      }))
    std::stable_partition(figures.begin(), figures.end(), [](const Figure& figure) {
      return std::holds_alternative<Exhibit::Text>(figure.exhibit.content);
    });
  for (Figure& figure : figures) all.blocks.push_back({std::move(figure)});
  return all;
}

Section both_ways(const StatementResult& statement) {
  return section(std::string(statement.name == "printed" ? "As printed" : "Repaired") +
                     ": in notation, and the program that was checked",
                 {formal(statement)});
}

/// A line a statement: its verdict, and how far it reaches.
List verdict_list(const ClaimResult& claim) {
  List list;
  for (const StatementResult& statement : claim.statements) {
    if (statement.name.starts_with("property_")) continue;  // said under "Properties"
    Line line = {strong(spoken_name(statement.name)), text(" ")};
    for (Span& span : verdict(&statement)) line.push_back(std::move(span));
    // Where it is refuted stands under "What was found".
    if (!statement.scope.empty() && statement.status != "false")
      line.push_back(text(" · " + shortened(statement.scope)));
    list.items.push_back({paragraph(std::move(line))});
  }
  return list;
}

}  // namespace

Section outline_in_brief(const ClaimResult& claim) {
  const std::string title = header_value(claim, "title");
  Section all = section("", {}, Section::Tone::claim);
  all.title = {code(claim.id), text(" " + title)};
  all.anchor = anchor(claim.id);
  all.folded = true;
  const StatementResult* printed = claim.find("printed");
  all.aside = verdict(printed);
  if (!claim.error.empty()) all.aside.push_back(strong(" could not be decided"));
  for (Block& block : origin(claim)) all.blocks.push_back(std::move(block));
  if (!claim.exhibits.empty()) all.blocks.push_back({exhibits(claim)});
  const auto said = [&](const std::string& key) {
    const std::string words = header_value(claim, key);
    return Blocks{paragraph({text(words.empty() ? "The claim's file does not say." : words)})};
  };
  all.blocks.push_back({Panels{
      {section("The paper says", said("printed")), section("How the formal statement differs", said("difference"))}}});
  if (printed) all.blocks.push_back({both_ways(*printed)});
  if (const StatementResult* repaired = claim.find("repaired")) all.blocks.push_back({both_ways(*repaired)});
  if (!claim.statements.empty()) all.blocks.push_back({section("Verdicts", {{verdict_list(claim)}})});
  if (!properties(claim).empty()) all.blocks.push_back({property_section(claim)});
  if (Section part = found(claim, true); !part.blocks.empty()) all.blocks.push_back({std::move(part)});
  for (const auto& [key, value] : claim.header)
    if (key != "id" && key != "title" && key != "source" && key != "printed" && key != "difference")
      all.blocks.push_back(paragraph({strong(key + ": "), text(value)}));
  ClaimPage page = claim_page(claim);
  all.blocks.push_back({section("What was not checked", std::move(page.not_checked), Section::Tone::warning)});
  if (!claim.engine_checks.empty()) all.blocks.push_back({engine(claim)});
  all.blocks.push_back(paragraph(
      {text("All of it, with the certificates: "), {Span::Kind::file, "claims/" + claim.stem + ".html", ""}}));
  return all;
}

}  // namespace attest::verify::report
