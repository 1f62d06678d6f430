// SPDX-License-Identifier: Apache-2.0
// What a report embeds so that it can check itself again.
#include "verify/report/recheck.hpp"

#include <zlib.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "theory/statement/sha256.hpp"
#include "verify/report/markup.hpp"
#include "verify/report/outline.hpp"
#include "verify/results/vocabulary.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::report {

using results::CheckedCertificate;
using results::ClaimResult;
using results::Results;
using results::StatementResult;

namespace {

using Json = nlohmann::ordered_json;

/// What is no UTF-8 becomes a sign for that: its hash is then another one, and the page says so.
std::string dumped(const Json& data) { return data.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string base64(const std::string& bytes) {
  static constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t size = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i) three = three << 8 | (i < size ? std::uint8_t(bytes[at + i]) : 0);
    for (std::size_t i = 0; i < 4; ++i) out += i <= size ? digits[three >> (18 - 6 * i) & 63] : '=';
  }
  return out;
}

/// zlib's format, which browsers call "deflate".
std::string compressed(const std::string& text) {
  uLongf size = compressBound(text.size());
  std::string out(size, '\0');
  compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(),
            Z_BEST_COMPRESSION);
  out.resize(size);
  return out;
}

std::string island(const std::string& id, const std::string& text) {
  return "<script type=\"application/octet-stream\" id=\"" + escaped(id) + "\">" + base64(compressed(text)) +
         "</script>\n";
}

/// Every line once, in the order of its first appearance; a text is ranges of them, since texts share whole files.
class Lines {
 public:
  Json ranges_of(const std::string& text) {
    Json ranges = Json::array();
    std::size_t begin = 0, count = 0;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      const auto [place, added] = numbers_.emplace(line, numbers_.size());
      if (added) all_.push_back(line);
      if (count > 0 && place->second == begin + count) {
        ++count;
        continue;
      }
      if (count > 0) ranges.insert(ranges.end(), {begin, count});
      begin = place->second;
      count = 1;
    }
    if (count > 0) ranges.insert(ranges.end(), {begin, count});
    return ranges;
  }
  std::string all() const { return dumped(all_); }

 private:
  std::map<std::string, std::size_t> numbers_;
  Json all_ = Json::array();
};

void collect_rules(const nlohmann::json& value, std::set<std::string>& rules) {
  if (value.is_object() && value.contains("rule") && value["rule"].is_string()) rules.insert(value["rule"]);
  if (value.is_object() && value.contains("cells"))
    for (const auto& cell : value["cells"])
      if (cell.size() == 3) rules.insert("box with an order");
  if (value.is_structured())
    for (const auto& part : value) collect_rules(part, rules);
}

/// Why the proved checker is not asked; empty if it is.
std::string uncovered(const CheckedCertificate& certificate, const std::string& text) {
  if (certificate.is_proof) return "a theorem, which Coq checks and a browser cannot";
  if (text.empty()) return "its file is not the run's any more, or not there";
  if (text.size() > longest_embedded) return "too long for this file: " + std::to_string(text.size()) + " bytes";
  std::set<std::string> rules;
  collect_rules(nlohmann::json::parse(text, nullptr, false), rules);
  for (const char* rule : {"statement", "proof", "box with an order"})
    if (rules.contains(rule)) return "not covered by the proved checker: rule " + std::string(rule);
  return "";
}

Json statement_data(const StatementResult& statement, const Recheck& recheck) {
  Json data = {{"name", statement.name}, {"spoken", results::spoken_name(statement.name)}, {"hash", statement.hash}};
  // These two stand in the claim's part of the page, and are read from there.
  if (statement.name != "printed" && statement.name != "repaired") data["text"] = statement.formal;
  data["certificates"] = Json::array();
  for (const CheckedCertificate& certificate : statement.certificates) {
    const auto found = recheck.certificates.find(certificate.path);
    const std::string text = found == recheck.certificates.end() ? "" : found->second;
    Json one = {{"path", certificate.path}, {"goal", certificate.goal}};
    if (const std::string why = uncovered(certificate, text); !why.empty()) {
      one["why"] = why;
    } else {
      one["sha256"] = certificate.sha256;
      one["text"] = text;
    }
    data["certificates"].push_back(std::move(one));
  }
  return data;
}

}  // namespace

Recheck read_recheck(const Results& results, const std::filesystem::path& script, const std::filesystem::path& out) {
  Recheck recheck;
  if (!std::filesystem::exists(script)) return recheck;
  recheck.checker = system::read_file(script);
  for (const ClaimResult& claim : results.claims)
    for (const StatementResult& statement : claim.statements)
      for (const CheckedCertificate& certificate : statement.certificates) {
        if (certificate.is_proof || !std::filesystem::exists(out / certificate.path)) continue;
        std::string text = system::read_file(out / certificate.path);
        if (theory::sha256(text) == certificate.sha256) recheck.certificates.emplace(certificate.path, std::move(text));
      }
  return recheck;
}

std::string recheck_section(const Recheck& recheck) {
  const std::string head = "<section id=\"recheck\">\n<h2>Check it again, here</h2>\n";
  if (recheck.checker.empty())
    return head +
           "<p>This report cannot check itself again in a browser: the proved checker's script was not there when it "
           "was written. <code>.ci/install report proofs proved</code>, then <code>cmake --preset default &amp;&amp; "
           "cmake --build build --target attest attest-check attest-check-proved</code> and <code>build/bin/attest "
           "report</code> write one that can. The checkers themselves are asked by <code>attest recheck</code>.</p>\n"
           "</section>\n";
  return head +
         "<p>This file holds certificates of the claims and a third checker, of which Coq has proved that a statement "
         "whose certificate it accepts as complete is so. Each claim below has a button by which it runs in this "
         "browser, without a network, on the statement and the definitions that stand here: the ticks are computed at "
         "your click, and no verdict rests on them. Where it accepts some elements only, these were met, and the "
         "theorem says nothing of others. It knows fewer rules than the checkers of the run, and says so where it does "
         "not know; a claim has 10 seconds.</p>\n"
         "<p>Believed, not proved: what reads the statements and certificates, the compilers (Coq's extraction, OCaml, "
         "js_of_ocaml) and this browser (<code>theory/semantics/README.md</code>).</p>\n"
         "<noscript><p><strong>Scripts are off: nothing is checked again here, and nothing else is "
         "missing.</strong> <code>attest recheck</code> asks the checkers themselves.</p></noscript>\n"
         "<p id=\"recheck-all\" hidden><button type=\"button\">Re-check every claim</button> <output></output></p>\n"
         "<p>The checker's script has the SHA-256 <code>" +
         theory::sha256(recheck.checker) +
         "</code>; <code>cmake --build build --target attest-check-proved</code> makes it again, as "
         "<code>build/bin/proved/recheck.js</code>.</p>\n</section>\n";
}

std::string recheck_data(const Results& results, const Recheck& recheck) {
  if (recheck.checker.empty()) return "";
  Lines lines;
  std::string claims;
  for (const ClaimResult& claim : results.claims) {
    Json statements = Json::array();
    for (const StatementResult& statement : claim.statements)
      if (!statement.certificates.empty()) statements.push_back(statement_data(statement, recheck));
    if (statements.empty()) continue;
    std::string entries;
    for (const auto& [key, value] : claim.header) entries += "\"" + key + "\": \"" + value + "\"\n";
    const Json data = {{"id", claim.id},
                       {"entries", entries},
                       {"definitions", lines.ranges_of(claim.definitions)},
                       {"statements", statements}};
    claims += island("recheck-" + anchor(claim.id), dumped(data));
  }
  return island("recheck-checker", recheck.checker) + island("recheck-lines", lines.all()) + claims;
}

}  // namespace attest::verify::report
