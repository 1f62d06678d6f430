// SPDX-License-Identifier: Apache-2.0
// The document: what attest is, the legend, the summary, and a section for each claim.
#include <algorithm>
#include <cctype>
#include <map>

#include "verify/report/outline_parts.hpp"
#include "verify/results/papers.hpp"
#include "verify/results/properties.hpp"
#include "verify/results/verdict.hpp"
#include "verify/results/vocabulary.hpp"

namespace attest::verify::report {

using results::assurances;
using results::citation;
using results::ClaimResult;
using results::has_unchecked_proof;
using results::Paper;
using results::paper_of;
using results::papers;
using results::properties;
using results::Property;
using results::Results;
using results::spoken_name;
using results::StatementResult;
using results::statuses;
using results::Word;

std::string count(std::size_t n, const std::string& noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

namespace {

Line header_line(const Results& results) {
  std::map<std::string, std::size_t> decided;
  for (const ClaimResult& claim : results.claims) {
    const StatementResult* printed = claim.find("printed");
    ++decided[printed ? printed->status : "open"];
  }
  Line line = {text("Version " + results.version + ". Effort: " + (results.thorough ? "thorough" : "standard") + ". " +
                    count(results.claims.size(), "claim") + ", as printed: ")};
  bool first = true;
  for (const Word& status : statuses()) {
    if (!first) line.push_back(text(", "));
    first = false;
    line.push_back(text(std::to_string(decided[std::string(status.word)]) + "\u00A0"));
    line.push_back({Span::Kind::status, std::string(status.word), ""});
  }
  line.push_back(text("."));
  return line;
}

Table words(const std::vector<Word>& words, Span::Kind kind, const std::string& heading) {
  Table table;
  table.header = {{text(heading)}, {text("What it means")}};
  for (const Word& word : words)
    table.rows.push_back({{{kind, std::string(word.word), ""}}, {text(std::string(word.meaning))}});
  return table;
}

Section legend() {
  Section section;
  section.anchor = "legend";
  section.title = {text("What the words mean")};
  section.blocks = {
      {Paragraph{{text(
          "A verdict is a status with an assurance, over a scope. \"Holds\" and \"false\" rest on complete evidence: "
          "it "
          "covers the statement's own domains. Everything else is \"supported\" at best, and says at how many "
          "instances, or in "
          "which range. An alarm (evidence that contradicts itself) is never a status: nothing is decided then.")}}},
      {words(statuses(), Span::Kind::status, "Status")},
      {words(assurances(), Span::Kind::assurance, "Assurance, the strongest first")},
      {Paragraph{{text(
          "\"As printed\" is what the paper asserts, as it means it; \"letter by letter\" is the printed text taken "
          "literally, where that differs; \"repaired\" is our own statement, where the printed one fails.")}}},
      {Paragraph{
          {text("A certificate's outcome is Accepted, Rejected, Undecided, Malformed or Failed. Rejected never "
                "means refuted: a "
                "statement is false only where a certificate of its negation was accepted. An exhibit explains; it "
                "decides nothing.")}}}};
  return section;
}

/// Those papers of which the results have a claim.
Section cited(const Results& results) {
  List list;
  for (const Paper& paper : papers()) {
    const bool is_decided = std::any_of(results.claims.begin(), results.claims.end(),
                                        [&](const ClaimResult& claim) { return paper_of(claim) == &paper; });
    if (is_decided)
      list.items.push_back({{Paragraph{{code(std::string(paper.id) + ".*"), text(" · " + citation(paper))}}}});
  }
  Section section{"papers", {text("The papers")}, {}, Section::Tone::plain};
  if (!list.items.empty()) section.blocks = {{list}};
  return section;
}

constexpr std::size_t cell_size = 100;

}  // namespace

std::string shortened(std::string words) {
  if (words.empty()) return "–";
  if (words.size() <= cell_size) return words;
  std::size_t end = cell_size;
  while ((uint8_t(words[end]) & 0xC0) == 0x80) --end;  // not within a character
  return words.substr(0, end) + " …";
}

namespace {

/// Said once where the two agree, else each with its statement's name.
Line merged(const StatementResult* printed, const StatementResult* repaired, std::string StatementResult::*field) {
  if (!printed && !repaired) return {text("–")};
  if (!repaired || (printed && printed->*field == repaired->*field)) return {text(shortened(printed->*field))};
  if (!printed) return {text("repaired: " + shortened(repaired->*field))};
  return {text("as printed: " + shortened(printed->*field) + "; repaired: " + shortened(repaired->*field))};
}

/// To what the paper says, not to a statement of ours.
bool has_counterexample(const ClaimResult& claim) {
  return std::any_of(claim.statements.begin(), claim.statements.end(), [](const StatementResult& statement) {
    return is_the_papers(statement.name) && statement.status == "false" &&
           std::any_of(statement.certificates.begin(), statement.certificates.end(),
                       [](const auto& certificate) { return !certificate.counterexample.empty(); });
  });
}

/// A claim's id up to its dot.
std::string prefix(const ClaimResult& claim) { return claim.id.substr(0, claim.id.find('.')); }

Section summary(const Results& results) {
  Table table;
  table.records = true;
  table.header = {{text("Claim")}, {text("As printed")}, {text("Repaired")}, {text("Scope")}};
  for (const ClaimResult& claim : results.claims) {
    const StatementResult* printed = claim.find("printed");
    const StatementResult* repaired = claim.find("repaired");
    Line name = {{Span::Kind::link, claim.id, anchor(claim.id)}, text(" " + header_value(claim, "title"))};
    Line scope = merged(printed, repaired, &StatementResult::scope);
    if (!claim.error.empty()) scope = {strong("Could not be decided: "), text(shortened(claim.error))};
    table.rows.push_back({name, verdict(printed), repaired ? verdict(repaired) : Line{text("–")}, scope});
    table.keys.push_back({prefix(claim), printed ? printed->status : "open", printed ? printed->assurance : "none",
                          has_counterexample(claim)});
  }
  return {"summary", {text("The claims")}, {{table}}};
}

/// Links to the parts and, by paper, to the claims.
std::vector<std::pair<Line, std::vector<Line>>> contents(const Document& document, const Results& results) {
  std::vector<std::pair<Line, std::vector<Line>>> entries;
  for (const Block& block : document.blocks)
    if (const auto* part = std::get_if<Section>(&block.node))
      if (!part->anchor.empty() && part->tone == Section::Tone::plain)
        entries.push_back({{{Span::Kind::link, plain(part->title), part->anchor}}, {}});
  for (const ClaimResult& claim : results.claims) {
    const bool has_dot = claim.id.size() > prefix(claim).size();
    const std::string group = prefix(claim) + (has_dot ? ".*" : "");
    if (entries.empty() || plain(entries.back().first) != group) entries.push_back({{text(group)}, {}});
    const StatementResult* printed = claim.find("printed");
    entries.back().second.push_back(
        {{Span::Kind::link, has_dot ? claim.id.substr(group.size() - 1) : claim.id, anchor(claim.id)},
         text(printed ? " " + printed->status : " open")});
  }
  return entries;
}

/// Variants x properties; nothing where no claim decides a property. Claims with the same properties share a table.
Blocks property_tables(const Results& results) {
  Blocks blocks;
  std::vector<std::string> columns;
  Table table;
  for (const ClaimResult& claim : results.claims) {
    std::vector<std::string> names;
    std::vector<Line> row = {{{Span::Kind::link, claim.id, anchor(claim.id)}}};
    for (const Property& property : properties(claim)) {
      names.push_back(property.name);
      row.push_back(verdict(property));
    }
    if (names.empty()) continue;
    if (names != columns) {
      if (!table.rows.empty()) blocks.push_back({table});
      table = {{{text("Claim")}}, {}, false, {}};
      for (const std::string& name : names) table.header.push_back({text(spoken_name(name))});
      columns = names;
    }
    table.rows.push_back(row);
  }
  if (!table.rows.empty()) blocks.push_back({table});
  return blocks;
}

}  // namespace

Span text(std::string words) { return {Span::Kind::text, std::move(words), ""}; }
Span code(std::string words) { return {Span::Kind::code, std::move(words), ""}; }
Span strong(std::string words) { return {Span::Kind::strong, std::move(words), ""}; }

Line assurance(const StatementResult* statement) {
  if (statement && !statement->alarm.empty()) return {strong("ALARM: the evidence contradicts itself")};
  Line line = {{Span::Kind::assurance, statement ? statement->assurance : "none", ""}};
  if (statement && !statement->extent.empty()) line.push_back(text(" " + statement->extent));
  return line;
}

Line verdict(const StatementResult* statement) {
  Line line = {{Span::Kind::status, statement ? statement->status : "open", ""}, text(" ")};
  for (Span& span : assurance(statement)) line.push_back(std::move(span));
  if (statement && has_unchecked_proof(*statement)) line.push_back(text("; a proof exists, not checked here"));
  return line;
}

Line verdict(const Property& property) {
  Line line = verdict(property.statement);
  line.front().text = property.status;
  return line;
}

std::string anchor(const std::string& id) {
  std::string result = id;
  for (char& c : result)
    if (!std::isalnum(uint8_t(c)) && c != '.' && c != '-') c = '_';
  return result;
}

bool is_the_papers(const std::string& statement) {
  return statement == "printed" || statement == "literal" || statement.starts_with("step_");
}

std::string file_of(std::string anchor, const std::string& extension) {
  std::replace_if(
      anchor.begin(), anchor.end(), [](char c) { return c == '.' || c == '-'; }, '_');
  return anchor + extension;
}

Document outline(const Results& results, Extent extent, const std::string& gallery, const graph::TheoryGraph& graph) {
  Document document;
  document.title = "attest: published claims about attention, decided";
  document.blocks.push_back({Paragraph{{text(
      "attest decides published claims about what attention can and cannot express. It builds a paper's witness in "
      "exact arithmetic, writes what it found as a certificate, and has small independent checkers accept or "
      "reject that certificate. Every verdict below is derived from what the checkers said.")}}});
  document.blocks.push_back({Paragraph{header_line(results)}});
  if (results.interrupted) {
    Section warning;
    warning.title = {text("This run was interrupted")};
    warning.tone = Section::Tone::warning;
    warning.blocks = {{Paragraph{{text("Not every claim was decided. What stands below was.")}}}};
    document.blocks.push_back({warning});
  }
  if (Section section = findings(results, gallery); !section.blocks.empty())
    document.blocks.push_back({std::move(section)});
  document.blocks.push_back({summary(results)});
  if (Blocks tables = property_tables(results); !tables.empty()) {
    Section section{"properties", {text("Properties")}, std::move(tables), Section::Tone::plain};
    document.blocks.push_back({section});
  }
  if (Section section = theory_graph(results, graph); !section.blocks.empty())
    document.blocks.push_back({std::move(section)});
  if (Section section = cited(results); !section.blocks.empty()) document.blocks.push_back({std::move(section)});
  document.blocks.push_back({legend()});
  document.contents = contents(document, results);
  if (extent == Extent::brief)
    for (const ClaimResult& claim : results.claims) document.blocks.push_back({outline_in_brief(claim)});
  link_claims(document.blocks, results);
  return document;
}

}  // namespace attest::verify::report
