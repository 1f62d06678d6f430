// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/blame.hpp"

#include <algorithm>
#include <cmath>

namespace attest::verify::validate {

using instances::Instance;
using instances::Outputs;
using judge::judge;
using judge::Judgement;
using judge::JudgeOptions;
using judge::kStages;
using judge::Stage;
using judge::StageErrors;

namespace {

const char* name_of(Stage stage) {
  switch (stage) {
    case Stage::scores:
      return "scores";
    case Stage::exponential:
      return "exp";
    case Stage::denominator:
      return "denominator";
    case Stage::product:
      return "product";
    case Stage::output:
      return "output rounding";
  }
  return "";
}

/// The power of two from which on the number is covered.
std::string power_above(double x) {
  if (x == 0) return "0";
  int exponent = 0;
  if (std::frexp(x, &exponent) == 0.5) --exponent;
  return "2^" + std::to_string(exponent);
}

bool explains(Stage stage, double least) {
  const bool is_sum = stage == Stage::denominator || stage == Stage::product;
  return least <= (stage == Stage::scores ? Blame::kGreatestOfScores
                   : is_sum               ? Blame::kGreatestOfSums
                                          : Blame::kGreatest);
}

std::string rows_of_runs(int runs, std::int64_t rows) {
  return std::to_string(rows) + (rows == 1 ? " row" : " rows") + " of " + std::to_string(runs) +
         (runs == 1 ? " run" : " runs");
}

}  // namespace

void Blame::add(const Validation& validation, const Instance& instance, const Outputs& outputs,
                const JudgeOptions& options) {
  if (!validation.judgement || instance.operation == ATTEST_HARDMAX) return;
  const bool is_outside = validation.outcome == Outcome::outside;
  if (!is_outside && (validation.outcome != Outcome::accepted || validation.beyond_random == 0)) return;
  Part& part = !is_outside ? beyond_ : instance.keys <= kFewKeys ? few_keys_ : outside_;
  const double work =
      static_cast<double>(validation.judgement->elements) * static_cast<double>(instance.keys + instance.width);
  if (work > 1e8) return;
  ++part.runs;
  // Where no stage is left, or other runs count, there is nothing to look for.
  const auto is_left = [&](Stage stage) { return explains(stage, part.errors.of(stage).least); };
  if (std::ranges::none_of(kStages, is_left) || (&part != &few_keys_ && few_keys_.runs > 0)) return;
  JudgeOptions again = options;
  again.listed = 0;
  again.keep_wrong_rows = true;
  again.random_roundings = !is_outside;
  const Judgement judgement = judge(instance, outputs, validation.error, again);
  part.rows += static_cast<std::int64_t>(judgement.wrong_rows.size());
  part.errors.add(instance, validation.error, judgement.wrong_rows, lambda_of(instance, again));
}

std::vector<Blame::Explanation> Blame::explanations() const {
  std::vector<std::pair<double, Explanation>> found;
  if (part().runs == 0) return {};
  for (const Stage stage : kStages) {
    const StageErrors::Found one = part().errors.of(stage);
    if (explains(stage, one.least)) found.push_back({one.room, {name_of(stage), one.least, one.permitted}});
  }
  std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
  std::vector<Explanation> result;
  for (const auto& [room, one] : found) result.push_back(one);
  return result;
}

std::string Blame::words() const {
  if (part().runs == 0) return "";
  const std::vector<Explanation> found = explanations();
  if (found.empty()) return "no one stage explains every element";
  const auto off = [](const Explanation& one) {
    return std::string(one.stage) + " off by " + power_above(one.least) + " (the class says " +
           power_above(one.permitted) + ")";
  };
  std::string words = off(found.front()) + " would explain every element of " + rows_of_runs(part().runs, part().rows);
  for (std::size_t k = 1; k < found.size(); ++k) words += (k == 1 ? "; less well: " : ", ") + off(found[k]);
  return words;
}

nlohmann::ordered_json Blame::to_json() const {
  if (part().runs == 0) return nullptr;
  nlohmann::ordered_json stages = nlohmann::ordered_json::array();
  for (const Explanation& one : explanations())
    stages.push_back({{"stage", one.stage}, {"off_by", one.least}, {"class_says", one.permitted}});
  return {{"of", &part() == &beyond_ ? "beyond_random" : "outside"}, {"runs", part().runs}, {"stages", stages}};
}

}  // namespace attest::verify::validate
