// SPDX-License-Identifier: Apache-2.0
// One claim's section: paper, statement and difference side by side, the verdicts, and what stands behind them.
#include <algorithm>
#include <cctype>

#include "theory/statement/record.hpp"
#include "verify/report/outline_parts.hpp"
#include "verify/report/page.hpp"
#include "verify/results/papers.hpp"
#include "verify/results/vocabulary.hpp"

namespace attest::verify::report {

using results::CheckedCertificate;
using results::citation;
using results::ClaimResult;
using results::counterexample;
using results::Coverage;
using results::example;
using results::Paper;
using results::paper_of;
using results::properties;
using results::Property;
using results::role;
using results::spoken_name;
using results::StatementResult;

Section section(std::string title, Blocks blocks, Section::Tone tone) {
  return {"", {text(std::move(title))}, std::move(blocks), tone};
}

Block paragraph(Line line) { return {Paragraph{std::move(line)}}; }

std::string header_value(const ClaimResult& claim, const std::string& key) {
  for (const auto& [name, value] : claim.header)
    if (name == key) return value;
  return "";
}

Block header_line(const ClaimResult& claim, const std::string& key, const std::string& title) {
  const std::string words = header_value(claim, key);
  return paragraph({strong(title + ": "), text(words.empty() ? "The claim's file does not say." : words)});
}

std::string plain(const Line& line) {
  std::string words;
  for (const Span& span : line) words += span.text;
  return words;
}

namespace {

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string or_dash(const std::string& words) { return words.empty() ? "–" : words; }

std::string lower(std::string words) {
  std::transform(words.begin(), words.end(), words.begin(), [](unsigned char c) { return std::tolower(c); });
  return words;
}

}  // namespace

Table verdicts(const ClaimResult& claim) {
  Table table;
  table.records = true;
  table.header = {{text("Statement")}, {text("Status")}, {text("Assurance")}, {text("Scope")}, {text("Checked by")}};
  for (const StatementResult& statement : claim.statements) {
    table.rows.push_back({{text(spoken_name(statement.name))},
                          {{Span::Kind::status, statement.status, ""}},
                          assurance(&statement),
                          {text(or_dash(statement.scope))},
                          {text(or_dash(statement.checked_by))}});
  }
  return table;
}

Block formal(const StatementResult& statement) {
  return {Formula{statement.mathml, statement.latex, statement.formal, statement.name}};
}

namespace {

Section printed_statement(const ClaimResult& claim) {
  Section statement = section("The formal statement");
  if (const StatementResult* printed = claim.find("printed"))
    statement.blocks = {formal(*printed)};
  else
    statement.blocks = {paragraph({text("The claim's file states no formal statement \"as printed\".")})};
  statement.blocks.push_back(header_line(claim, "difference", "Where it differs from the paper's words"));
  if (!claim.definitions.empty())
    statement.blocks.push_back({Details{"The definitions that the statements reach", {{Code{claim.definitions}}}}});
  return statement;
}

Section other_statements(const ClaimResult& claim) {
  Section all = section("Beside the printed statement");
  for (const StatementResult& statement : claim.statements) {
    if (statement.name == "printed") continue;
    Section one = section(spoken_name(statement.name), {formal(statement)});
    Line line = verdict(&statement);
    line.push_back(text(" · " + std::string(role(statement.name)) + "; scope: " + or_dash(statement.scope)));
    one.blocks.insert(one.blocks.begin(), paragraph(line));
    all.blocks.push_back({std::move(one)});
  }
  return all;
}

/// A value that a reader takes in at a glance stands open; a longer one is folded.
constexpr std::size_t at_a_glance = 400;

/// "x = [0, "a"]" of the JSON value ["0", "a"]: a number needs no quotation marks, a symbol keeps them.
std::string unquoted_numbers(const std::string& json) {
  std::string words;
  bool in_number = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char next = i + 1 < json.size() ? json[i + 1] : ' ';
    if (json[i] == '"' && (in_number || next == '-' || std::isdigit(uint8_t(next))))
      in_number = !in_number;
    else
      words += json[i];
  }
  return words;
}

Block assignment(const std::string& variable, const std::string& json) {
  const std::string words = variable + " = " + unquoted_numbers(json);
  if (words.size() <= at_a_glance) return paragraph({code(words)});
  return {Details{variable + ", " + std::to_string(words.size()) + " characters", {{Code{words + "\n"}}}}};
}

}  // namespace

Section found(const ClaimResult& claim, bool in_brief) {
  Section all = section("What was found");
  for (const StatementResult& statement : claim.statements)
    for (const CheckedCertificate& certificate : statement.certificates) {
      if (in_brief && !is_the_papers(statement.name) && statement.name != "repaired") continue;
      const std::string of = "the statement \"" + spoken_name(statement.name) + "\", in exact numbers:";
      if (certificate.witness.empty() && certificate.counterexample.empty()) continue;
      all.blocks.push_back(paragraph(certificate.goal ? Line{strong("Witness"), text(" for " + of)}
                                                      : Line{strong("Counterexample"), text(" to " + of)}));
      List values;
      for (const auto& [variable, value] : certificate.witness) values.items.push_back({assignment(variable, value)});
      if (values.items.empty()) values.items.push_back({paragraph({code(certificate.counterexample)})});
      all.blocks.push_back({std::move(values)});
    }
  return all;
}

/// What the claim says of a variant's properties, each with numbers that show it.
Section property_section(const ClaimResult& claim) {
  Section all = section("Properties");
  for (const Property& property : properties(claim)) {
    Line line = {strong(spoken_name(property.name) + ": ")};
    for (Span& span : verdict(property)) line.push_back(std::move(span));
    all.blocks.push_back(paragraph(line));
    const std::string refuted = counterexample(property), shown = refuted.empty() ? example(property) : refuted;
    if (!shown.empty())
      all.blocks.push_back(
          {List{false, {{paragraph({text(refuted.empty() ? "for instance " : "refuted at "), code(shown)})}}}});
  }
  return all;
}

Section engine(const ClaimResult& claim) {
  List list;
  for (const constructions::EngineCheck& check : claim.engine_checks) {
    Line line = {strong(check.passed ? "passed: " : "DEFECT, the engine contradicts: "), text(check.what)};
    if (!check.detail.empty()) line.push_back(text(" (" + check.detail + ")"));
    list.items.push_back({paragraph(line)});
  }
  return section(
      "Engine alone",
      {paragraph(
           {text("The C++ engine computed these by itself. No checker confirmed them, and no verdict rests on them.")}),
       {list}},
      Section::Tone::engine);
}

namespace {

/// The claim's file as a command names it: the user's own is kept with the results.
std::string file_of(const ClaimResult& claim) {
  return claim.own ? "DIR/own/" + claim.stem + "/claims/" + claim.stem + ".claim"
                   : theory::claim_of_record(claim.stem).string();
}

}  // namespace

std::string commands(const ClaimResult& claim) {
  const std::string file = file_of(claim);
  const std::string check = file.starts_with("DIR/") ? file + " --out ANOTHER" : claim.id + " --out DIR";
  return "attest check " + check + "\nattest recheck " + claim.id + " --out DIR\n";
}

namespace {

Section reproduce(const ClaimResult& claim) {
  std::string commands = report::commands(claim);
  for (const StatementResult& statement : claim.statements)
    for (const CheckedCertificate& certificate : statement.certificates) {
      const auto& assumed =
          certificate.checkers.empty() ? std::vector<Coverage>() : certificate.checkers.front().assumed;
      // attest-check accepts a proof's certificate on the assumption of the theorem: the theorem's own check is named.
      if (certificate.is_proof && file_of(claim).starts_with("DIR/")) {
        commands += "attest recheck " + claim.id + " --statement " + statement.name + " --out DIR\n";
        continue;
      }
      commands +=
          certificate.is_proof && !assumed.empty()
              ? "python3 theory/proofs/check.py --work DIR/proofs --only " + base_name(assumed.front().file) + "\n"
              : "attest-check " + file_of(claim) + " DIR/" + certificate.path + "\n";
    }
  return section("Reproduce", {{Code{commands}}});
}

/// What the verdicts are bound to, for who wants to be sure that he holds the same files.
Section hashes(const ClaimResult& claim) {
  std::string lines = "header     " + claim.header_hash + "\n";
  for (const StatementResult& statement : claim.statements) {
    lines += "statement  " + statement.hash + "  " + statement.name + "\n";
    for (const CheckedCertificate& certificate : statement.certificates) {
      lines += "file       " + certificate.sha256 + "  " + certificate.path + "\n";
      if (!certificate.proof_sha256.empty() && !certificate.checkers.empty() &&
          !certificate.checkers.front().assumed.empty())
        lines +=
            "proof      " + certificate.proof_sha256 + "  " + certificate.checkers.front().assumed.front().file + "\n";
    }
  }
  return section(
      "Hashes", {{Details{"SHA-256 of the header, the statements, the certificates and the proofs", {{Code{lines}}}}}});
}

}  // namespace

bool take(Blocks& page, const std::string& title, Blocks& taken) {
  for (auto block = page.begin(); block != page.end(); ++block)
    if (Section* section = std::get_if<Section>(&block->node)) {
      if (lower(plain(section->title)).starts_with(title)) {
        taken = std::move(section->blocks);
        page.erase(block);
        return true;
      }
      if (take(section->blocks, title, taken)) return true;
    }
  return false;
}

ClaimPage claim_page(const ClaimResult& claim) {
  ClaimPage page{read_page(claim.page), {}};
  if (!take(page.blocks, "what is not checked", page.not_checked))
    page.not_checked = {paragraph({text("The claim's page does not say what is not checked.")})};
  // The page's own title repeats the claim's.
  if (page.blocks.size() == 1 && std::holds_alternative<Section>(page.blocks.front().node))
    page.blocks = Blocks(std::get<Section>(page.blocks.front().node).blocks);
  return page;
}

Blocks origin(const ClaimResult& claim) {
  const std::string source = header_value(claim, "source");
  Line from = {code(claim.id)};
  if (!source.empty()) from.push_back(text(" · " + source));
  if (claim.own) {
    from.push_back(text(" · read from "));
    from.push_back(code("DIR/own/" + claim.stem));
    from.push_back(text(", not from theory/papers"));
  }
  Blocks blocks = {paragraph(from)};
  if (!claim.error.empty())
    blocks.push_back(
        {section("This claim could not be decided", {paragraph({text(claim.error)})}, Section::Tone::warning)});
  return blocks;
}

Section outline(const ClaimResult& claim, Section graph) {
  const std::string title = header_value(claim, "title");
  Section all = section(title.empty() ? claim.id : title, origin(claim), Section::Tone::claim);
  all.anchor = anchor(claim.id);
  if (const Paper* paper = paper_of(claim))
    all.blocks.push_back(paragraph({strong("Paper: "), text(citation(*paper))}));
  all.blocks.push_back(header_line(claim, "printed", "The paper says"));
  if (const StatementResult* printed = claim.find("printed")) {
    Line line = {strong("As printed: ")};
    for (Span& span : verdict(printed)) line.push_back(std::move(span));
    for (const StatementResult& step : claim.statements)
      if (step.name.starts_with("step_") && step.status == "false")
        line.push_back(text("; the printed proof fails at \"" + spoken_name(step.name) + "\""));
    all.blocks.push_back(paragraph(std::move(line)));
  }
  if (!claim.exhibits.empty()) all.blocks.push_back({exhibits(claim)});
  if (!claim.statements.empty())
    all.blocks.push_back(
        {section("Verdicts", {paragraph({text("They rest on certificates, not on exhibits.")}), {verdicts(claim)}})});
  if (Section part = refused_proofs(claim); !part.blocks.empty()) all.blocks.push_back({std::move(part)});
  if (!properties(claim).empty()) all.blocks.push_back({property_section(claim)});
  all.blocks.push_back({printed_statement(claim)});
  for (const auto& [key, value] : claim.header)
    if (key != "id" && key != "title" && key != "source" && key != "printed" && key != "difference")
      all.blocks.push_back(paragraph({strong(key + ": "), text(value)}));
  for (Section part : {found(claim), other_statements(claim)})
    if (!part.blocks.empty()) all.blocks.push_back({std::move(part)});
  if (!graph.blocks.empty()) all.blocks.push_back({std::move(graph)});
  ClaimPage page = claim_page(claim);
  all.blocks.push_back({checked(claim)});
  all.blocks.push_back({assumed(claim)});
  all.blocks.push_back({section("What was not checked", std::move(page.not_checked), Section::Tone::warning)});
  if (!claim.engine_checks.empty()) all.blocks.push_back({engine(claim)});
  if (!page.blocks.empty()) all.blocks.push_back({section("The claim's page", std::move(page.blocks))});
  all.blocks.push_back({reproduce(claim)});
  all.blocks.push_back({hashes(claim)});
  return all;
}

}  // namespace attest::verify::report
