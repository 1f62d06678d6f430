// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <iostream>
#include <thread>

#include "theory/error.hpp"
#include "verify/arrays/array_file.hpp"
#include "verify/audit/audit.hpp"
#include "verify/audit/certify.hpp"
#include "verify/audit/written_numbers.hpp"
#include "verify/command/command.hpp"
#include "verify/json/node.hpp"
#include "verify/report/write_reports.hpp"
#include "verify/system/files.hpp"
#include "verify/system/progress.hpp"

namespace attest::verify::command {

using arrays::read_array_file;
using arrays::StoredArray;
using audit::audit;
using audit::audit_matrix;
using audit::audit_weights;
using audit::Audited;
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

// A number as `attest exact --json` writes it, or an enclosure.
audit::Interval interval(const Node& node) {
  if (!node.is_object()) {
    const theory::Rational x = node.number();
    return {x, x};
  }
  node.expect_keys({"lo", "hi", "decimal"});
  const audit::Interval read{node.at("lo").number(), node.at("hi").number()};
  if (read.lo > read.hi) node.fail("expected lo <= hi");
  return read;
}

/// What `attest exact attention --json` printed: the attention matrix of each head.
std::vector<Audited> audit_computed(const Node& node, const std::string& stem) {
  node.expect_keys({"arithmetic", "attention", "row_sums", "output"});
  std::vector<Audited> audits;
  for (const Node& head : node.at("attention").list()) {
    std::vector<theory::Vector<audit::Interval>> rows;
    for (const Node& row : head.list()) {
      rows.emplace_back();
      for (const Node& entry : row.list()) rows.back().push_back(interval(entry));
      if (rows.back().empty() || rows.back().size() != rows.front().size())
        row.fail("expected rows of equal, positive length");
    }
    if (rows.empty()) head.fail("expected at least one row");
    const std::string name = "head " + std::to_string(audits.size() + 1);
    const auto A = theory::Matrix<audit::Interval>::from_function(
        {rows.size(), rows.front().size()}, [&](std::size_t i, std::size_t j) { return rows[i][j]; });
    const Json json = audit::audit_intervals(name, A);
    audits.push_back({json, stem + " " + name, [=] { return audit::written_intervals(A, json); }});
  }
  if (audits.empty()) node.at("attention").fail("expected at least one head");
  return audits;
}

Audited audited_matrix(const RationalArray& array, const std::string& name) {
  const Json json = audit_matrix(array);
  return {json, name, [=] { return audit::written_matrix(array, json); }};
}

/// [n, n] or [h, n, n].
void audit_tensor(const RationalArray& array, const std::string& name, std::vector<Audited>& audits) {
  if (const Json weights = audit_weights(array); !weights.is_null()) {
    audits.push_back({weights, name, [=] { return audit::written_weights(array, weights); }});
  } else if (array.shape.size() == 3 && array.shape[0] > 0) {
    for (std::size_t head = 0; head < array.shape[0]; ++head)
      audits.push_back(audited_matrix(array.slice(head), name + " " + std::to_string(head)));
  } else {
    audits.push_back(audited_matrix(array, name));
  }
}

/// One audit for each description, matrix and tensor of the file.
std::vector<Audited> audit_file(const std::string& file) {
  std::vector<Audited> audits;
  const std::string kind = std::filesystem::path(file).extension().string(),
                    stem = std::filesystem::path(file).stem().string();
  if (kind != ".json" && kind != ".npy" && kind != ".npz" && kind != ".safetensors")
    throw InputError(file, "expected a file whose name ends in .json, .npy, .npz or .safetensors");
  if (kind == ".json") {
    const json::Value document = parse_strictly(read_file(std::filesystem::path(file)), file);
    const Node node(document, file);
    if (document.is_object() && node.has("attention")) return audit_computed(node, stem);
    if (!document.is_object() || !node.has("A")) {
      const audit::Description description = read_description(node);
      return {{audit(description), description.name.empty() ? stem : description.name,
               [a = description.attention] { return constructions::written_answers(a); }, description.attention}};
    }
    node.expect_keys({"A"});
    for (const RationalArray& matrix : matrices(node.at("A"), document["A"])) {
      if (matrix.shape[0] != matrix.shape[1]) node.at("A").fail("expected as many columns as rows");
      audits.push_back(audited_matrix(matrix, stem + " " + matrix.name));
    }
    return audits;
  }
  for (const StoredArray& stored : read_array_file(file).arrays) {
    RationalArray array = to_rationals(stored);
    const std::string name = array.name.empty() ? stem : array.name;
    array.name = file + (array.name.empty() ? "" : ": " + array.name);
    audit_tensor(array, name, audits);
  }
  if (audits.empty()) throw InputError(file, "expected at least one tensor");
  return audits;
}

std::string words(const Json& value) {
  if (value.is_null()) return "not known";
  if (value.is_object() && value.contains("decimal")) return words(value["decimal"]);
  if (value.is_array() && !value.empty() && value[0].is_object() && value[0].contains("decimal")) {
    std::string list;
    for (const Json& entry : value) list += (list.empty() ? "[" : ", ") + words(entry);
    return list + "]";
  }
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

// What was shown of an answer; nothing without --out.
void print_certificate(const Json& audit, const std::string& question, std::ostream& out) {
  if (!audit.contains("certificates")) return;
  const Json& entry = audit["certificates"][question];
  if (entry.contains("none")) out << "  no certificate: " << words(entry["none"]) << "\n";
  if (entry.contains("claim")) {
    out << "  certificate: ";
    if (entry["certificate"].is_null())
      out << "none was accepted";
    else
      out << words(entry["certificate"]) << ", checked by " << words(entry["checked_by"]);
    out << "\n    the answer as a claim (" << words(entry["claim"]) << "): " << words(entry["verdict"]) << "\n";
    if (!entry["scope"].get<std::string>().empty()) out << "    covered: " << words(entry["scope"]) << "\n";
  }
  if (entry.contains("theorem"))
    out << "  in full: " << words(entry["theorem"]["claim"]) << ", " << words(entry["theorem"]["statement"])
        << " (theorem " << words(entry["theorem"]["theorem"]) << "); `" << words(entry["theorem"]["run"])
        << "` has Coq check it\n";
}

void print_description(const Json& audit, std::ostream& out) {
  out << words(audit["name"].get<std::string>().empty() ? Json("attention") : audit["name"]);
  if (!audit["source"].get<std::string>().empty()) out << " (" << words(audit["source"]) << ")";
  out << "\n";
  for (const auto& [name, property] : audit["properties"].items()) {
    out << "\n" << spaced(name) << ": " << words(property["status"]) << "\n  " << words(property["reason"]) << "\n";
    if (!property["witness"].is_null())
      for (const auto& [key, value] : property["witness"].items())
        out << "    " << spaced(key) << " = " << words(value) << "\n";
    print_certificate(audit, name, out);
  }
  out << "\nattentive condition: " << words(audit["attentive_condition"]["status"]) << "\n  "
      << words(audit["attentive_condition"]["reason"]) << "\n";
  print_certificate(audit, "attentive_condition", out);
  out << "\n";
  for (const Json& line : audit["conclusion"]) out << words(line) << "\n";
  if (!audit.contains("certificates")) return;
  out << "\npermutation equivariant: " << (audit["permutation_equivariant"].get<bool>() ? "holds" : "false") << "\n";
  print_certificate(audit, "permutation_equivariant", out);
}

void print_numbers(const Json& audit, std::ostream& out) {
  out << words(audit["name"]) << "\n";
  for (const auto& [key, value] : audit.items()) {
    if (key == "name" || key == "certificates") continue;
    if (key != "heads" && key != "conclusion") {
      out << "  " << spaced(key) << ": " << words(value) << "\n";
      continue;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      out << "  " << (key == "heads" ? "head " + std::to_string(i) + ": " : "") << words(value[i]) << "\n";
    }
  }
  if (!audit.contains("certificates")) return;
  for (const auto& [question, entry] : audit["certificates"].items()) {
    out << "\n" << spaced(question) << "\n";
    print_certificate(audit, question, out);
  }
}

/// Whether every answer that has a claim was shown.
bool are_shown(const std::vector<Audited>& audits) {
  for (const Audited& audited : audits)
    for (const auto& [question, entry] : audited.json["certificates"].items())
      if (entry.contains("claim") && entry["status"] != "holds" && entry["status"] != "supported") return false;
  return true;
}

int run_audit(const std::string& file, run::CheckOptions options, bool with_certificates, bool as_json) {
  std::vector<Audited> audits = audit_file(file);
  std::string report;
  if (with_certificates) {
    const system::Places places = system::find_places();
    system::catch_interrupts();
    options.verbose = !as_json;
    const results::Results results = audit::certify(audits, places, options);
    if (!results.claims.empty())
      report = report::write_reports(results, places.gallery(), papers_graph(), options.out).front().string();
    if (system::interrupted()) {
      std::cerr << "attest: interrupted; what was decided is kept, the same command continues\n";
      return kInterrupted;
    }
  }
  const bool shown = !with_certificates || are_shown(audits);
  if (as_json) {
    Json list = Json::array();
    for (Audited& audited : audits) list.push_back(std::move(audited.json));
    std::cout << Json{{"schema", "attest.audit/1"}, {"audits", list}}.dump() << "\n";
  }
  for (std::size_t i = 0; i < audits.size() && !as_json; ++i) {
    if (i > 0) std::cout << "\n";
    const Json& json = audits[i].json;
    json["kind"] == "description" ? print_description(json, std::cout) : print_numbers(json, std::cout);
  }
  if (!as_json && !report.empty()) std::cout << "\nReport: " << report << "\n";
  return shown ? kSuccess : kOpen;
}

}  // namespace

void add_audit_command(CLI::App& program, Action& run) {
  auto* command = program.add_subcommand("audit", "What the theorems say of your own attention");
  struct Options {
    run::CheckOptions check;
    std::string file, out;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  command
      ->add_option(
          "FILE", options->file,
          "A description (.json), attention matrices (.json, .npy, .npz, .safetensors), what `attest exact attention "
          "--json` printed (.json), or trained weights "
          "(.safetensors)")
      ->required();
  auto* out = add_out_option(*command, options->out,
                             "Write each answer as a claim with a certificate into this folder, and have both checkers "
                             "decide it");
  options->check.proofs = false;
  options->check.threads = std::max(1U, std::thread::hardware_concurrency());
  command->add_option("--threads", options->check.threads, "With --out: claims decided side by side")
      ->check(CLI::Range(1, 256));
  command->add_flag("--json", options->json, "One JSON object on one line");
  command->footer(
      "For a description: do rows sum to 1 for every input and parameter, do identical rows stay identical, can the\n"
      "position-aware condition be met, is it causal; each with an argument, and with exact numbers where numbers show "
      "it.\n"
      "For numbers: the same questions of these numbers, exactly. The formats stand in docs/attention_format.md, the\n"
      "descriptions of published variants in theory/variants.\n\nExample:\n  attest audit theory/variants/t5.json");
  command->callback([options, out, &run] {
    run = [options, certified = out->count() > 0] {
      options->check.out = options->out;
      return run_audit(options->file, options->check, certified, options->json);
    };
  });
}

}  // namespace attest::verify::command
