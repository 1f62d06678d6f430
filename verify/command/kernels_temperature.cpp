// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "kernels/problem.hpp"
#include "verify/command/kernels_command.hpp"
#include "verify/study/float_positional.hpp"
#include "verify/study/temperature.hpp"
#include "verify/system/progress.hpp"

namespace attest::verify::command {

using study::computing_temperatures;
using study::ContextualForm;
using study::ContextualStudy;
using study::decoding_temperatures;
using study::hardmax_limit;
using study::HardmaxLimit;
using study::is_computed;
using study::Separation;
using study::simulation_study;
using study::SimulationStudy;
using system::Progress;

namespace {

using Json = nlohmann::ordered_json;

constexpr attest_dtype kFormats[] = {ATTEST_FLOAT64, ATTEST_FLOAT32, ATTEST_FLOAT16, ATTEST_BFLOAT16};
constexpr int kLeastExponent = -4, kGreatestExponent = 60;
/// n, m, d: grids of at most 729 inputs.
constexpr long kSizes[][3] = {{1, 2, 1}, {2, 1, 1}, {2, 2, 1}, {2, 4, 1}, {2, 8, 1}, {3, 2, 1},
                              {4, 2, 1}, {6, 2, 1}, {4, 4, 1}, {2, 2, 2}, {3, 1, 2}};

/// Compiled programs (attest construct simulate) of n machines, on integers up to `greatest`.
struct Task {
  const char* name;
  long n, greatest;
};
constexpr Task kTasks[] = {{"prefix-minimum", 8, 9},   {"prefix-minimum", 32, 9},    {"prefix-minimum", 8, 1000},
                           {"prefix-sum", 8, 9},       {"prefix-sum", 8, 1000},      {"odd-even-sort", 8, 9},
                           {"odd-even-sort", 8, 1000}, {"maximum-subarray", 8, 100}, {"bellman-ford", 8, 100},
                           {"bellman-ford", 8, 1000}};
constexpr int kGreatestSimulated = 20;

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json hardmax_rows() {
  Json rows = Json::array();
  for (const attest_dtype dtype : kFormats)
    for (const std::int64_t keys : {2, 64, 4096})
      for (const double gap : {1.0, 0.0625}) {
        const HardmaxLimit limit = hardmax_limit(dtype, keys, gap);
        rows.push_back({{"dtype", kernels::dtype_name(dtype)},
                        {"keys", keys},
                        {"gap", gap},
                        {"exact_from", limit.exact_from},
                        {"winner_from", or_null(limit.winner_from)},
                        {"others_from", or_null(limit.others_from)},
                        {"finite_to", limit.finite_to}});
      }
  return rows;
}

Json to_json(const Separation& separation) {
  if (!separation.finite) return nullptr;
  return {{"distinct", separation.distinct}, {"decoded", separation.decoded}};
}

Json contextual_row(const ContextualStudy& study, attest_dtype dtype) {
  Json row = {{"dtype", kernels::dtype_name(dtype)},
              {"rounded", to_json(study.rounded(dtype))},
              {"hardmax", to_json(study.computed(dtype))}};
  const auto range = decoding_temperatures(study, dtype, kLeastExponent, kGreatestExponent);
  row["softmax"] = range ? Json{range->from, range->to} : Json(nullptr);
  return row;
}

Json contextual_rows() {
  Json rows = Json::array();
  Progress progress(2 * std::size(kSizes), false);
  for (const auto& [n, m, d] : kSizes) {
    for (const ContextualForm form : {ContextualForm::sweep, ContextualForm::stack}) {
      const std::string name = form == ContextualForm::sweep ? "sweep" : "stack";
      progress.started(name);
      const ContextualStudy study({form, n, m, d});
      Json row = {{"form", name}, {"n", n}, {"m", m}, {"d", d}, {"values", study.values()}, {"bits", study.bits()}};
      row["formats"] = Json::array();
      for (const attest_dtype dtype : kFormats) row["formats"].push_back(contextual_row(study, dtype));
      rows.push_back(std::move(row));
      progress.finished(name, "");
    }
  }
  return rows;
}

Json simulation_rows() {
  Json rows = Json::array();
  for (const Task& task : kTasks) {
    const SimulationStudy study = simulation_study(task.name, task.n, task.greatest);
    Json row = {{"task", task.name},           {"n", task.n},
                {"greatest", task.greatest},   {"layers", study.network.layers.size()},
                {"inputs", study.rows.size()}, {"formats", Json::array()}};
    for (const attest_dtype dtype : kFormats) {
      const auto range = computing_temperatures(study, dtype, kLeastExponent, kGreatestSimulated);
      row["formats"].push_back({{"dtype", kernels::dtype_name(dtype)},
                                {"hardmax", is_computed(study, dtype, std::nullopt)},
                                {"softmax", range ? Json{range->from, range->to} : Json(nullptr)}});
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string power(const Json& exponent) { return exponent.is_null() ? "never" : "2^" + exponent.dump(); }

void print_hardmax(const Json& rows) {
  std::cout
      << "| format | keys | gap | exact weight rounds to 1 from | kernel's weight is 1 from | the others' is 0 from "
         "| finite up to |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const Json& row : rows)
    std::cout << "| " << row["dtype"].get<std::string>() << " | " << row["keys"] << " | " << row["gap"] << " | "
              << power(row["exact_from"]) << " | " << power(row["winner_from"]) << " | " << power(row["others_from"])
              << " | " << power(row["finite_to"]) << " |\n";
}

std::string separation_words(const Json& separation, const Json& values) {
  if (separation.is_null()) return "overflow";
  if (separation["decoded"] == values) return "yes";
  return separation["decoded"].dump() + " (" + separation["distinct"].dump() + " different)";
}

void print_contextual(const Json& rows) {
  std::cout << "| form | n | m | d | values | bits | format | exact values, rounded | hardmax | softmax at |\n"
               "| --- | ---: | ---: | ---: | ---: | ---: | --- | --- | --- | --- |\n";
  for (const Json& row : rows) {
    for (const Json& format : row["formats"]) {
      const Json& range = format["softmax"];
      std::cout << "| " << row["form"].get<std::string>() << " | " << row["n"] << " | " << row["m"] << " | " << row["d"]
                << " | " << row["values"] << " | " << std::ceil(row["bits"].get<double>()) << " | "
                << format["dtype"].get<std::string>() << " | " << separation_words(format["rounded"], row["values"])
                << " | " << separation_words(format["hardmax"], row["values"]) << " | "
                << (range.is_null() ? "never" : power(range[0]) + " to " + power(range[1])) << " |\n";
    }
  }
}

void print_simulation(const Json& rows) {
  std::cout << "| program | n | numbers up to | layers | inputs | format | hardmax | softmax at |\n| --- | ---: | ---: "
               "| ---: | ---: | --- | --- "
               "| --- |\n";
  for (const Json& row : rows) {
    for (const Json& format : row["formats"]) {
      const Json& range = format["softmax"];
      std::cout << "| " << row["task"].get<std::string>() << " | " << row["n"] << " | " << row["greatest"] << " | "
                << row["layers"] << " | " << row["inputs"] << " | " << format["dtype"].get<std::string>() << " | "
                << (format["hardmax"].get<bool>() ? "yes" : "no") << " | "
                << (range.is_null() ? "never" : power(range[0]) + " to " + power(range[1])) << " |\n";
    }
  }
}

int temperature(bool json) {
  const Json hardmax = hardmax_rows(), contextual = contextual_rows(), simulation = simulation_rows();
  if (json) {
    std::cout << Json{{"schema", "attest.temperature/1"},
                      {"softmax_exponents", {kLeastExponent, kGreatestExponent}},
                      {"hardmax", hardmax},
                      {"contextual", contextual},
                      {"simulated_exponents", {kLeastExponent, kGreatestSimulated}},
                      {"simulation", simulation}}
                     .dump()
              << "\n";
    return kSuccess;
  }
  print_hardmax(hardmax);
  std::cout << "\n";
  print_contextual(contextual);
  std::cout << "\n";
  print_simulation(simulation);
  return kSuccess;
}

}  // namespace

void add_kernels_temperature(CLI::App& kernels, Action& run) {
  auto* command = kernels.add_subcommand(
      "temperature", "At which temperature and in which format constructions stop computing their theorems");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "One JSON object (schema attest.temperature/1)");
  command->footer(
      "Three tables, in Markdown: softmax on its way to hardmax, Lemma 10 of URPE in floats, and compiled programs in "
      "floats\n"
      "(docs/temperature.md says how to read them).");
  command->callback([json, &run] { run = [json] { return temperature(*json); }; });
}

}  // namespace attest::verify::command
