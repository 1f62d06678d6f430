// SPDX-License-Identifier: Apache-2.0
#include "verify/command/kernels_answer.hpp"

#include <algorithm>
#include <iostream>

#include "verify/command/kernels_command.hpp"
#include "verify/system/files.hpp"
#include "verify/system/progress.hpp"
#include "verify/validate/kernels_report.hpp"
#include "verify/validate/validation_text.hpp"
#include "verify/validate/verdict_text.hpp"

namespace attest::verify::command {

using system::interrupted;
using system::write_file;
using validate::Decided;
using validate::kernels_report;
using validate::kLeastDecided;
using validate::Outcome;
using validate::outcome_name;
using validate::print_validations;
using validate::Validation;

namespace {

using Json = nlohmann::ordered_json;

/// So often a kernel may give no answer.
constexpr int kMostHangs = 3;

bool is_enough_decided(const std::vector<Validation>& validations) {
  std::map<std::string, Decided> by_kernel;
  for (const Validation& validation : validations) by_kernel[validation.kernel].add(validation);
  return std::ranges::all_of(by_kernel, [](const auto& one) { return one.second.share() >= kLeastDecided; });
}

}  // namespace

void KernelsAnswer::add(Validation validation) {
  if (validation.in_menu && validation.outcome == Outcome::accepted) {
    validation.judgement->map_rows = validation.judgement->map_columns = 0;
    validation.judgement->map = {};
  }
  if (validation.hung) ++hangs_[validation.kernel];
  validations.push_back(std::move(validation));
}

bool KernelsAnswer::gives_up(const std::string& kernel) {
  const auto hangs = hangs_.find(kernel);
  if (hangs == hangs_.end() || hangs->second < kMostHangs) return false;
  ++not_run_[kernel];
  return true;
}

std::vector<std::string> KernelsAnswer::not_run_lines() const {
  std::vector<std::string> lines;
  for (const auto& [kernel, count] : not_run_)
    lines.push_back("Not run: " + std::to_string(count) + " inputs of " + kernel + ", which gave no answer on " +
                    std::to_string(kMostHangs) + " (--timeout allows it more time)");
  if (interrupted() && planned > 0)
    lines.push_back("Interrupted: " + std::to_string(validations.size()) + " of " + std::to_string(planned) +
                    " inputs were run, and nothing is said of the others");
  return lines;
}

std::vector<std::string> KernelsAnswer::warnings() const {
  std::vector<std::string> lines;
  for (const auto& [kernel, test] : leanings)
    for (const std::string& line : test.warnings()) lines.push_back(kernel + ": " + line);
  for (std::string& line : validate::random_warnings(validations)) lines.push_back(std::move(line));
  for (std::string& line : validate::blunt_warnings(validations)) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> KernelsAnswer::blame_lines() const {
  std::vector<std::string> lines;
  for (const auto& [kernel, blame] : blames)
    if (const std::string words = blame.words(); !words.empty())
      lines.push_back((kernel.empty() ? "" : kernel + ": ") + words);
  return lines;
}

int KernelsAnswer::finish(bool json, bool strict, const std::string& report) const {
  const std::vector<std::string> warnings = this->warnings(), blamed = blame_lines(), not_run = not_run_lines();
  if (!report.empty()) write_file(report, kernels_report(validations, blamed));
  std::map<std::string, std::int64_t> counts;
  for (const Validation& validation : validations) ++counts[outcome_name(validation.outcome)];
  if (json) {
    Json list = Json::array(), stages = Json::array();
    for (const Validation& validation : validations) list.push_back(validate::to_json(validation));
    for (const auto& [kernel, blame] : blames)
      if (Json one = blame.to_json(); !one.is_null()) {
        one["kernel"] = kernel.empty() ? Json(nullptr) : Json(kernel);
        stages.push_back(one);
      }
    std::cout << Json{{"schema", "attest.kernels/1"},
                      {"interrupted", interrupted().load()},
                      {"not_run", not_run},
                      {"warnings", warnings},
                      {"blame", stages},
                      {"validations", list}}
                     .dump()
              << "\n";
  } else {
    print_validations(validations, std::cout);
    for (const std::string& line : blamed) std::cout << "Blame: " << line << "\n";
    for (const std::string& line : warnings) std::cout << "Warning: " << line << "\n";
    // What the inputs reach, a run that ended early did not.
    for (const std::string& line : not_run.empty() ? reach : not_run) std::cout << line << "\n";
    std::string words;
    for (const auto& [name, count] : counts) words += (words.empty() ? "" : ", ") + std::to_string(count) + " " + name;
    if (validations.size() > 1) std::cout << "\n" << words << "\n";
    if (!report.empty()) std::cout << "Report: " << report << "\n";
  }
  if (counts.contains("outside") || counts.contains("failed")) return kRejected;
  if (interrupted()) return kInterrupted;
  if (strict && !warnings.empty()) return kRejected;
  return counts.contains("undecided") || !counts.contains("inside") || !is_enough_decided(validations) ? kOpen
                                                                                                       : kSuccess;
}

}  // namespace attest::verify::command
