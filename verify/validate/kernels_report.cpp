// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/kernels_report.hpp"

#include <algorithm>
#include <map>

#include "verify/report/html.hpp"
#include "verify/report/outline.hpp"
#include "verify/validate/svg_errors.hpp"
#include "verify/validate/validation_text.hpp"

namespace attest::verify::validate {

using judge::ElementVerdict;
using judge::Judgement;
using report::Block;
using report::Blocks;
using report::code;
using report::Details;
using report::Document;
using report::Figure;
using report::Line;
using report::Paragraph;
using report::Section;
using report::Span;
using report::strong;
using report::Table;
using report::text;
using report::to_html;

namespace {

using Validations = std::vector<const Validation*>;

Span outcome(const Validation& validation) { return {Span::Kind::status, outcome_name(validation.outcome), ""}; }

std::string kernel_words(const Validation& validation) {
  if (validation.kernel.empty()) return "the arrays";
  return validation.kernel + (validation.library.empty() ? "" : " of " + validation.library);
}

Table verdicts(const Validations& validations) {
  Table table;
  table.records = true;
  for (const char* title :
       {"inputs", "outcome", "problem", "elements", "greatest share of the bound", "greatest error"})
    table.header.push_back({text(title)});
  for (const Validation* validation : validations) {
    std::vector<Line> row{{text(validation->instance)}, {outcome(*validation)}, {text(problem_words(*validation))}};
    if (const auto& judgement = validation->judgement; judgement && judgement->elements > 0) {
      row.push_back({text(std::to_string(judgement->elements))});
      const bool has_shares = judgement->unbounded < judgement->elements;
      row.push_back({text(has_shares ? short_number(judgement->worst.share()) : "-")});
      row.push_back({text(short_number(judgement->greatest_ulps) + " ulps")});
    } else {
      row.push_back({text(validation->judgement ? "0" : validation->why)});
      row.insert(row.end(), 2, Line{});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table elements(const Judgement& judgement) {
  Table table;
  for (const char* title : {"element", "computed", "exact value", "error", "bound", "share", "ulps"})
    table.header.push_back({text(title)});
  std::vector<ElementVerdict> list = judgement.outside_first;
  if (list.empty()) list.push_back(judgement.worst);
  for (const ElementVerdict& element : list)
    table.rows.push_back({{code(element_words(element))},
                          {code(full_number(element.computed))},
                          {code("[" + full_number(element.truth_low) + ", " + full_number(element.truth_high) + "]")},
                          {text(short_number(element.error_high))},
                          {text(element.is_unbounded() ? "none" : short_number(element.bound))},
                          {text(element.is_unbounded() ? "-" : short_number(element.share()))},
                          {text(short_number(element.ulps))}});
  return table;
}

Table constants(const Validation& validation) {
  Table table;
  table.header = {{text("constant")}, {text("value")}};
  const nlohmann::ordered_json error = to_json(validation.error);
  for (const auto& [name, value] : error.items())
    table.rows.push_back({{code(name)},
                          {text(value.is_number_float() ? short_number(value)
                                : value.is_string()     ? value.get<std::string>()
                                                        : value.dump())}});
  return table;
}

Block figure(const std::string& anchor, const std::string& title, const std::string& svg) {
  return {Figure{anchor, {title, "", constructions::Exhibit::Drawing{svg}}}};
}

/// What a person looks at of one run.
Section details(const Validation& validation, const std::string& anchor) {
  Section section;
  section.title = {text(validation.instance + " "), outcome(validation)};
  section.blocks.push_back({Paragraph{{text(problem_words(validation) + ".")}}});
  if (!validation.why.empty()) section.blocks.push_back({Paragraph{{strong(validation.why)}}});
  for (const std::string& finding : validation.findings) section.blocks.push_back({Paragraph{{strong(finding)}}});
  if (!validation.judgement || validation.judgement->elements == 0) return section;
  const Judgement& judgement = *validation.judgement;
  section.blocks.push_back({Paragraph{{text(
      std::to_string(judgement.elements) + " elements: " + std::to_string(judgement.inside) + " inside their bounds, " +
      std::to_string(judgement.outside) + " outside, " + std::to_string(judgement.undecided) + " undecided.")}}});
  if (judgement.unbounded > 0) section.blocks.push_back({Paragraph{{strong(unbounded_words(judgement) + ".")}}});
  section.blocks.push_back(
      figure(anchor + "-share", "Errors as a share of their bounds.", svg_share_histogram(judgement)));
  section.blocks.push_back(figure(anchor + "-ulps", "Errors in ulps.", svg_ulp_histogram(judgement)));
  if (judgement.map_rows > 0 && judgement.map_columns > 0)
    section.blocks.push_back(
        figure(anchor + "-map", "Where they are: batches and heads down, queries across.", svg_share_map(judgement)));
  section.blocks.push_back({Paragraph{{strong(judgement.outside_first.empty() ? "The element of the greatest share"
                                                                              : "Elements that are not inside")}}});
  section.blocks.push_back({elements(judgement)});
  section.blocks.push_back({Details{"The error class: " + validation.error_source, {{constants(validation)}}}});
  return section;
}

double share(const Validation* validation) {
  return validation->judgement && validation->judgement->elements > 0 ? validation->judgement->worst.share() : -1;
}

/// A kernel's table; then its runs that were not accepted, or, where all were, the one nearest to its bound.
Section kernel_section(const Validations& validations, const std::string& anchor) {
  Section section;
  section.tone = Section::Tone::claim;
  section.anchor = anchor;
  section.title = {text(kernel_words(*validations.front()))};
  section.blocks.push_back({verdicts(validations)});
  Validations shown;
  std::ranges::copy_if(validations, std::back_inserter(shown), [](const Validation* validation) {
    return validation->outcome == Outcome::outside || validation->outcome == Outcome::failed ||
           validation->outcome == Outcome::undecided;
  });
  if (shown.empty()) shown.push_back(*std::ranges::max_element(validations, {}, share));
  for (std::size_t i = 0; i < shown.size(); ++i)
    section.blocks.push_back({details(*shown[i], anchor + "-" + std::to_string(i))});
  return section;
}

}  // namespace

std::string kernels_report(const std::vector<Validation>& validations, const std::vector<std::string>& blames) {
  Document document{"Kernels held to their bounds", {}};
  std::vector<std::string> order;
  std::map<std::string, Validations> by_kernel;
  std::map<std::string, std::int64_t> counts;
  for (const Validation& validation : validations) {
    Validations& list = by_kernel[kernel_words(validation)];
    if (list.empty()) order.push_back(kernel_words(validation));
    list.push_back(&validation);
    ++counts[outcome_name(validation.outcome)];
  }
  std::string words;
  for (const auto& [name, count] : counts) words += (words.empty() ? "" : ", ") + std::to_string(count) + " " + name;
  document.blocks.push_back({Paragraph{{text("Runs: " + words + ".")}}});
  document.blocks.push_back({Paragraph{{text(
      "The inputs are exact numbers. For each element the exact result was enclosed and a bound of the kernel's error "
      "was derived from its error class and the data. An element is inside when its error is certainly at most its "
      "bound, outside when it is certainly more, and undecided otherwise: also where the class promises nothing.")}}});
  for (const std::string& line : blames) document.blocks.push_back({Paragraph{{strong("Blame: " + line + ".")}}});
  Section summary;
  summary.anchor = "summary";
  summary.title = {text("Summary")};
  Table table;
  table.records = true;
  table.header = {{text("kernel")}, {text("outcomes")}, {text("greatest share of the bound")}};
  Blocks sections;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Validations& list = by_kernel[order[i]];
    const std::string anchor = "kernel-" + std::to_string(i);
    std::map<Outcome, int> outcomes;
    for (const Validation* validation : list) ++outcomes[validation->outcome];
    Line line;
    for (const auto& [one, count] : outcomes) {
      line.push_back(text((line.empty() ? "" : " ") + std::to_string(count) + " "));
      line.push_back({Span::Kind::status, outcome_name(one), ""});
    }
    const double greatest = share(*std::ranges::max_element(list, {}, share));
    table.rows.push_back(
        {{Span{Span::Kind::link, order[i], anchor}}, line, {text(greatest < 0 ? "" : short_number(greatest))}});
    sections.push_back({kernel_section(list, anchor)});
  }
  summary.blocks.push_back({table});
  document.blocks.push_back({summary});
  document.blocks.insert(document.blocks.end(), sections.begin(), sections.end());
  return to_html(document);
}

}  // namespace attest::verify::validate
