// SPDX-License-Identifier: Apache-2.0
// A claim as a reader meets it first: what can be looked at, then the statement, then the rest in a few lines each.
#include "verify/report/outline_parts.hpp"
#include "verify/results/vocabulary.hpp"

namespace attest::verify::report {

using results::ClaimResult;
using results::properties;
using results::spoken_name;
using results::StatementResult;

namespace {

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
  all.blocks.push_back(header_line(claim, "printed", "The paper says"));
  if (!claim.exhibits.empty()) all.blocks.push_back({exhibits(claim)});
  all.blocks.push_back(header_line(claim, "difference", "How the formal statement differs"));
  if (printed) all.blocks.push_back({both_ways(*printed)});
  if (const StatementResult* repaired = claim.find("repaired")) all.blocks.push_back({both_ways(*repaired)});
  if (!claim.statements.empty()) all.blocks.push_back({section("Verdicts", {{verdict_list(claim)}})});
  if (Section part = refused_proofs(claim); !part.blocks.empty()) all.blocks.push_back({std::move(part)});
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
