// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <iostream>

#include "theory/error.hpp"
#include "verify/arrays/array_file.hpp"
#include "verify/audit/audit.hpp"
#include "verify/command/command.hpp"
#include "verify/json/node.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::command {

using arrays::read_array_file;
using arrays::StoredArray;
using audit::audit;
using audit::audit_matrix;
using audit::audit_weights;
using audit::RationalArray;
using audit::read_description;
using audit::to_rationals;
using json::Node;
using json::parse_strictly;
using system::read_file;

namespace {

using Json = nlohmann::ordered_json;

/// {"A": n x n, or a list of such}: each matrix on its own.
std::vector<RationalArray> matrices(const Node& node, const json::Value& A) {
  const bool heads = A.is_array() && !A.empty() && A[0].is_array() && !A[0].empty() && A[0][0].is_array();
  std::vector<RationalArray> list;
  for (const Node& one : heads ? node.list() : std::vector<Node>{node}) {
    const theory::Matrix<theory::Rational> matrix = one.matrix();
    RationalArray& array = list.emplace_back(
        RationalArray{heads ? "A[" + std::to_string(list.size()) + "]" : "A", {matrix.rows(), matrix.columns()}, {}});
    for (const auto& row : matrix.to_rows()) array.values.insert(array.values.end(), row.begin(), row.end());
  }
  return list;
}

/// [n, n] or [h, n, n].
void audit_tensor(const RationalArray& array, Json& audits) {
  if (Json weights = audit_weights(array); !weights.is_null()) {
    audits.push_back(std::move(weights));
  } else if (array.shape.size() == 3 && array.shape[0] > 0) {
    for (std::size_t head = 0; head < array.shape[0]; ++head) audits.push_back(audit_matrix(array.slice(head)));
  } else {
    audits.push_back(audit_matrix(array));
  }
}

/// One audit for each description, matrix and tensor of the file.
Json audit_file(const std::string& file) {
  Json audits = Json::array();
  const std::string kind = std::filesystem::path(file).extension().string();
  if (kind != ".json" && kind != ".npy" && kind != ".npz" && kind != ".safetensors")
    throw InputError(file, "expected a file whose name ends in .json, .npy, .npz or .safetensors");
  if (kind == ".json") {
    const json::Value document = parse_strictly(read_file(std::filesystem::path(file)), file);
    const Node node(document, file);
    if (!document.is_object() || !node.has("A")) return Json::array({audit(read_description(node))});
    node.expect_keys({"A"});
    for (const RationalArray& matrix : matrices(node.at("A"), document["A"])) {
      if (matrix.shape[0] != matrix.shape[1]) node.at("A").fail("expected as many columns as rows");
      audits.push_back(audit_matrix(matrix));
    }
    return audits;
  }
  for (const StoredArray& stored : read_array_file(file).arrays) {
    RationalArray array = to_rationals(stored);
    array.name = file + (array.name.empty() ? "" : ": " + array.name);
    audit_tensor(array, audits);
  }
  if (audits.empty()) throw InputError(file, "expected at least one tensor");
  return audits;
}

std::string words(const Json& value) {
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  for (char& c : text)  // a name is the user's, and could steer a terminal
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  if (value.is_string()) return text;
  std::string spaced;
  for (char c : text) {
    if (c != '"') spaced += c;
    if (c == ',' || c == ':') spaced += ' ';
  }
  return spaced;
}

std::string spaced(std::string key) {
  std::replace(key.begin(), key.end(), '_', ' ');
  return key;
}

void print_description(const Json& audit, std::ostream& out) {
  out << words(audit["name"].get<std::string>().empty() ? Json("attention") : audit["name"]);
  if (!audit["source"].get<std::string>().empty()) out << " (" << words(audit["source"]) << ")";
  out << "\n";
  for (const auto& [name, property] : audit["properties"].items()) {
    out << "\n" << spaced(name) << ": " << words(property["status"]) << "\n  " << words(property["reason"]) << "\n";
    if (property["witness"].is_null()) continue;
    for (const auto& [key, value] : property["witness"].items())
      out << "    " << spaced(key) << " = " << words(value) << "\n";
  }
  out << "\n";
  for (const Json& line : audit["conclusion"]) out << words(line) << "\n";
}

void print_numbers(const Json& audit, std::ostream& out) {
  out << words(audit["name"]) << "\n";
  for (const auto& [key, value] : audit.items()) {
    if (key == "name") continue;
    if (key != "heads" && key != "conclusion") {
      out << "  " << spaced(key) << ": " << words(value) << "\n";
      continue;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      out << "  " << (key == "heads" ? "head " + std::to_string(i) + ": " : "") << words(value[i]) << "\n";
    }
  }
}

int run_audit(const std::string& file, bool as_json) {
  const Json audits = audit_file(file);
  if (as_json) {
    std::cout << Json{{"schema", "attest.audit/1"}, {"audits", audits}}.dump() << "\n";
    return kSuccess;
  }
  for (std::size_t i = 0; i < audits.size(); ++i) {
    if (i > 0) std::cout << "\n";
    audits[i]["kind"] == "description" ? print_description(audits[i], std::cout) : print_numbers(audits[i], std::cout);
  }
  return kSuccess;
}

}  // namespace

void add_audit_command(CLI::App& program, Action& run) {
  auto* command = program.add_subcommand("audit", "What the theorems say of your own attention");
  struct Options {
    std::string file;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  command
      ->add_option("FILE", options->file,
                   "A description (.json), attention matrices (.json, .npy, .npz, .safetensors), or trained weights "
                   "(.safetensors)")
      ->required();
  command->add_flag("--json", options->json, "One JSON object on one line");
  command->footer(
      "For a description: do rows sum to 1 for every input and parameter, do identical rows stay identical, can the\n"
      "position-aware condition be met, is it causal; each with an argument, and with exact numbers where numbers show "
      "it.\n"
      "For numbers: the same questions of these numbers, exactly. The formats stand in docs/attention_format.md, the\n"
      "descriptions of published variants in theory/variants.\n\nExample:\n  attest audit theory/variants/t5.json");
  command->callback([options, &run] { run = [options] { return run_audit(options->file, options->json); }; });
}

}  // namespace attest::verify::command
