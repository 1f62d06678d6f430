// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/validation_text.hpp"

#include <cmath>
#include <cstdio>
#include <iomanip>

#include "verify/validate/cluster.hpp"

namespace attest::verify::validate {

using judge::ElementVerdict;
using judge::Judgement;
using judge::Standing;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* size_names[] = {"batches", "heads", "queries", "keys", "width", "value_width"};

const char* standing_name(Standing standing) {
  return standing == Standing::inside ? "inside" : standing == Standing::outside ? "outside" : "undecided";
}

Json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "NaN" : value > 0 ? "infinity" : "-infinity";
}

Json to_json(const ElementVerdict& element) {
  return {{"part", element.part},
          {"batch", element.batch},
          {"head", element.head},
          {"query", element.query},
          {"column", element.column},
          {"standing", standing_name(element.standing)},
          {"computed", number(element.computed)},
          {"exact", {number(element.truth_low), number(element.truth_high)}},
          {"error", {number(element.error_low), number(element.error_high)}},
          {"bound", number(element.bound)},
          {"share", number(element.share())},
          {"ulps", number(element.ulps)}};
}

void print_element(const ElementVerdict& element, std::ostream& out) {
  out << "    " << element_words(element) << " = " << short_number(element.computed) << " is "
      << standing_name(element.standing) << ": exact in [" << full_number(element.truth_low) << ", "
      << full_number(element.truth_high) << "], error " << short_number(element.error_high) << ", "
      << (element.is_unbounded()
              ? "no finite bound"
              : "bound " + short_number(element.bound) + " (" + short_number(element.share()) + " of it)")
      << ", " << short_number(element.ulps) << " ulps\n";
}

}  // namespace

void print_columns(std::ostream& out, const std::string& outcome, const std::string& share, const std::string& ulps,
                   const std::string& what) {
  out << std::left << std::setw(12) << outcome << std::right << std::setw(10) << share << std::setw(11) << ulps << "  "
      << what << "\n";
}

std::string short_number(double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.4g", value);
  return digits;
}

std::string full_number(double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.17g", value);
  return digits;
}

std::string problem_words(const Validation& validation) {
  std::string words = validation.operation + " " + validation.dtype;
  if (!validation.terms.empty()) words += ", " + validation.terms;
  for (std::size_t i = 0; i < validation.sizes.size(); ++i)
    words += std::string(i == 0 ? "; " : ", ") + size_names[i] + " " + std::to_string(validation.sizes[i]);
  return words;
}

std::string element_words(const ElementVerdict& element) {
  std::string words = element.part + "[" + std::to_string(element.batch) + ", " + std::to_string(element.head) + ", " +
                      std::to_string(element.query);
  if (element.part != "row_sum" && element.part != "log_sum_exp") words += ", " + std::to_string(element.column);
  return words + "]";
}

std::string unbounded_words(const Judgement& judgement) {
  return std::to_string(judgement.unbounded) + (judgement.unbounded == 1 ? " element" : " elements") +
         ": no finite bound: the class promises nothing there";
}

void print_heading(std::ostream& out) {
  print_columns(out, "outcome", "share", "ulps",
                "kernel and inputs: greatest share of the bound, greatest error in ulps");
}

namespace {

void print_line(const Validation& validation, std::ostream& out) {
  const bool has_elements = validation.judgement && validation.judgement->elements > 0;
  const bool has_shares = has_elements && validation.judgement->unbounded < validation.judgement->elements;
  const std::string what = (validation.kernel.empty() ? "" : validation.kernel + " on ") + validation.instance + " (" +
                           problem_words(validation) + ")" + (validation.why.empty() ? "" : ": " + validation.why);
  print_columns(out, outcome_name(validation.outcome),
                has_shares ? short_number(validation.judgement->worst.share()) : "-",
                has_elements ? short_number(validation.judgement->greatest_ulps) : "-", what);
  for (const std::string& finding : validation.findings) out << "    " << finding << "\n";
  if (validation.dense_only) out << "    dense arrays alone: it does not support interleaved heads\n";
  if (!validation.judgement) return;
  const Judgement& judgement = *validation.judgement;
  if (validation.outcome == Outcome::accepted) {
    if (judgement.unbounded > 0) out << "    " << unbounded_words(judgement) << "\n";
    return;
  }
  out << "    " << judgement.elements << " elements: " << judgement.inside << " inside, " << judgement.outside
      << " outside, " << judgement.undecided << " undecided; the bound is of " << validation.error_source << "\n";
  if (judgement.unbounded > 0) out << "    " << unbounded_words(judgement) << "\n";
  for (const ElementVerdict& element : judgement.outside_first) print_element(element, out);
  if (const std::string where = cluster_words(judgement, validation.sizes); !where.empty())
    out << "    outside are: " << where << "\n";
  if (!validation.hint.empty()) out << "    every element would be inside " << validation.hint << "\n";
}

}  // namespace

void print_validation(const Validation& validation, std::ostream& out) {
  print_line(validation, out);
  if (!validation.replay.empty()) out << "    smaller: " << validation.replay << "\n";
}

Json to_json(const attest_error_class& error) {
  return {{"method", error.method == ATTEST_METHOD_FFT ? "fft" : "direct"},
          {"input_round", error.input_round},
          {"accumulate", error.accumulate},
          {"exp_argument", error.exp_argument},
          {"exp_relative", error.exp_relative},
          {"weight_round", error.weight_round},
          {"output_round", error.output_round},
          {"underflow", error.underflow},
          {"weight_underflow", error.weight_underflow},
          {"key_block", error.key_block},
          {"reference_lag", error.reference_lag},
          {"norm_relative", error.norm_relative},
          {"tanh_relative", error.tanh_relative},
          {"tanh_absolute", error.tanh_absolute},
          {"unnormalized_weights", error.unnormalized_weights}};
}

Json to_json(const Validation& validation) {
  Json json = {{"outcome", outcome_name(validation.outcome)},
               {"kernel", validation.kernel.empty() ? Json(nullptr) : Json(validation.kernel)},
               {"library", validation.library.empty() ? Json(nullptr) : Json(validation.library)},
               {"instance", validation.instance},
               {"operation", validation.operation},
               {"dtype", validation.dtype},
               {"terms", validation.terms}};
  for (std::size_t i = 0; i < validation.sizes.size(); ++i) json[size_names[i]] = validation.sizes[i];
  json["why"] = validation.why.empty() ? Json(nullptr) : Json(validation.why);
  json["findings"] = validation.findings;
  json["case"] = validation.number > 0 ? Json(validation.number) : Json(nullptr);
  json["dense_only"] = validation.dense_only;
  json["replay"] = validation.replay.empty() ? Json(nullptr) : Json(validation.replay);
  if (!validation.judgement) return json;
  const Judgement& judgement = *validation.judgement;
  json["error_class"] = to_json(validation.error);
  json["error_class"]["source"] = validation.error_source;
  json["elements"] = judgement.elements;
  json["inside"] = judgement.inside;
  json["outside"] = judgement.outside;
  json["undecided"] = judgement.undecided;
  json["unbounded"] = judgement.unbounded;
  json["nonzero"] = judgement.nonzero;
  json["blunt"] = judgement.blunt;
  json["refined"] = judgement.refined;
  json["greatest_ulps"] = number(judgement.greatest_ulps);
  json["worst"] = judgement.elements > 0 ? to_json(judgement.worst) : Json(nullptr);
  const std::string where = cluster_words(judgement, validation.sizes);
  json["beyond_random"] = validation.beyond_random;
  json["where"] = where.empty() ? Json(nullptr) : Json(where);
  json["hint"] = validation.hint.empty() ? Json(nullptr) : Json(validation.hint);
  json["listed"] = Json::array();
  for (const ElementVerdict& element : judgement.outside_first) json["listed"].push_back(to_json(element));
  json["ulp_histogram"] = judgement.ulp_histogram;
  json["share_histogram"] = judgement.share_histogram;
  return json;
}

}  // namespace attest::verify::validate
