// SPDX-License-Identifier: Apache-2.0
#include "verify/command/lemma_network.hpp"

#include <filesystem>
#include <ostream>

#include "theory/error.hpp"
#include "verify/command/exact_output.hpp"
#include "verify/command/network_export.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::command {

using theory::Rational;
using theory::Value;
using theory::Vector;
using Json = nlohmann::ordered_json;

namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else if (c != ' ') {
      parts.back() += c;
    }
  }
  return parts;
}

// The id of a claim in PREFIX.claim: letters, digits and '-' of the file's name.
std::string id_of(const std::string& out) {
  std::string id;
  for (const char c : std::filesystem::path(out).filename().string()) {
    const bool is_small = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    id += is_small ? c : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : '-';
  }
  return "constructed." + id;
}

std::string claim_text(const std::string& out, const LemmaClaim& claim) {
  return "claim {\n  \"id\": \"" + id_of(out) + "\",\n  \"title\": \"" + claim.title + "\",\n  \"source\": \"" +
         claim.source + "\",\n  \"printed\": \"" + claim.printed +
         "\",\n  \"difference\": \"The network is the one that was written, its inputs are listed.\"\n}\n" +
         claim.uses + "\n" + claim.definitions + "statement printed =\n  " + claim.formula + ";\n";
}

}  // namespace

Vector<Rational> read_numbers(const std::string& text, const std::string& place) {
  Vector<Rational> numbers;
  for (const std::string& part : split(text, ',')) numbers.push_back(Rational::parse(part, place));
  return numbers;
}

std::vector<Rows> read_inputs(const std::vector<std::string>& texts, std::size_t rows, std::size_t columns) {
  std::vector<Rows> inputs;
  for (const std::string& text : texts) {
    std::vector<Vector<Rational>> X;
    for (const std::string& row : split(text, ';')) X.push_back(read_numbers(row, "--x"));
    for (const Vector<Rational>& row : X) {
      if (row.size() != columns || (rows != 0 && X.size() != rows))
        throw InputError("--x", "expected " + (rows == 0 ? "rows" : std::to_string(rows) + " rows (with ';' between)") +
                                    " of " + std::to_string(columns) + " numbers (with ',' between), found \"" + text +
                                    "\"");
    }
    inputs.push_back(Rows::from_rows(X));
  }
  return inputs;
}

void Comparison::add(const Rows& X, const Rows& network, const Rows& expected) {
  ++inputs;
  if (network == expected) {
    ++equal;
  } else if (!first_difference) {
    first_difference = {X, network, expected};
  }
}

Json Comparison::to_json() const {
  Json report = {{"inputs", inputs}, {"equal", equal}, {"first_difference", nullptr}};
  if (first_difference)
    report["first_difference"] = {{"X", command::to_json(first_difference->X)},
                                  {"network", command::to_json(first_difference->network)},
                                  {"expected", command::to_json(first_difference->expected)}};
  return report;
}

void Comparison::print(const std::string& what, std::ostream& out) const {
  out << "run at " << inputs << " inputs beside " << what << ": equal at " << equal << ", exactly\n";
  if (!first_difference) return;
  out << "  the first difference is at X = " << in_words(first_difference->X) << ": the network gives "
      << in_words(first_difference->network) << ", expected were " << in_words(first_difference->expected) << '\n';
}

std::string in_words(const Vector<Rational>& entries) {
  std::string text;
  for (const Rational& entry : entries) text += (text.empty() ? "(" : ", ") + entry.to_string();
  return text + ")";
}

std::string in_words(const Rows& X) {
  std::string text;
  for (const Vector<Rational>& row : X.to_rows()) {
    const std::string entries = in_words(row);
    text += (text.empty() ? "(" : "; ") + entries.substr(1, entries.size() - 2);
  }
  return text + ")";
}

std::string in_the_language(const Value& value) {
  struct Writer {
    std::string operator()(const Rational& x) const { return x.to_string(); }
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(const std::string& symbol) const { return '"' + symbol + '"'; }
    std::string operator()(const Value::List& list) const {
      std::string text;
      for (const Value& entry : list) text += (text.empty() ? "" : ", ") + in_the_language(entry);
      return "[" + text + "]";
    }
    std::string operator()(const Value::Record& record) const {
      std::string text;
      for (const auto& [name, entry] : record)
        text += (text.empty() ? "" : ", ") + name + ": " + in_the_language(entry);
      return "{" + text + "}";
    }
  };
  return std::visit(Writer{}, value.data());
}

Value value_of(const Rows& X) { return Value::matrix(X.to_rows()); }

void write_lemma_network(const LemmaOptions& options, const Network& network, const Rows& X, const LemmaClaim& claim,
                         Json& report) {
  constexpr std::size_t longest_claim = 1000000, most_runs = 100000;
  const std::string network_file = options.out + ".json", claim_file = options.out + ".claim";
  const std::string text = network_to_json(network, X, theory::Weighting::hardmax_uniform).dump() + "\n";
  report["files"] = Json::array({network_file});
  if (!options.claim) {
    system::write_file(network_file, text);
    return;
  }
  if (claim.runs > most_runs)
    throw InputError("--claim", "expected inputs times tokens times blocks of at most " + std::to_string(most_runs) +
                                    ", which both checkers can compute, found " + std::to_string(claim.runs));
  const std::string stated = claim_text(options.out, claim);
  if (stated.size() > longest_claim)
    throw InputError("--claim", "expected a network whose claim has at most " + std::to_string(longest_claim) +
                                    " characters, found " + std::to_string(stated.size()));
  write_both(network_file, text, claim_file, stated);
  report["files"].push_back(claim_file);
}

void print_files(const Json& report, std::ostream& out) {
  out << "written: " << report["files"][0].get<std::string>() << " (attest exact transformer evaluates it)";
  if (report["files"].size() > 1) out << ", " << report["files"][1].get<std::string>() << " (attest check decides it)";
  out << '\n';
}

}  // namespace attest::verify::command
