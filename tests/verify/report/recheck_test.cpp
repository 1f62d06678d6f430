// SPDX-License-Identifier: Apache-2.0
// What a report embeds to check itself again; recheck_test.py clicks it in a browser.
#include "verify/report/recheck.hpp"

#include <unistd.h>
#include <zlib.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/verify/results/synthetic.hpp"
#include "theory/statement/sha256.hpp"
#include "verify/report/html.hpp"
#include "verify/system/files.hpp"

using namespace attest;
using namespace attest::verify::report;
using Catch::Contains;

namespace {

std::string unpacked(const std::string& page, const std::string& id) {
  const std::string head = "<script type=\"application/octet-stream\" id=\"" + id + "\">";
  const std::size_t begin = page.find(head);
  REQUIRE(begin != std::string::npos);
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes, text(1'000'000, '\0');
  std::uint32_t bits = 0;
  int count = 0;
  for (std::size_t at = begin + head.size(); page[at] != '<' && page[at] != '='; ++at) {
    REQUIRE(digits.find(page[at]) != std::string::npos);
    bits = bits << 6 | std::uint32_t(digits.find(page[at]));
    if (count += 6; count >= 8) bytes += char(bits >> (count -= 8) & 255);
  }
  uLongf size = text.size();
  REQUIRE(uncompress(reinterpret_cast<Bytef*>(text.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                     bytes.size()) == Z_OK);
  text.resize(size);
  return text;
}

}  // namespace

TEST_CASE("a report without the checker's script says so and embeds nothing") {
  const std::string page = to_html(tests::synthetic_results());
  CHECK_THAT(page, Contains("cannot check itself again"));
  CHECK_THAT(page, !Contains("application/octet-stream") && !Contains("worker-src") && !Contains("id=\"recheck-all\""));
}

TEST_CASE("a report embeds the checker and the certificates that are the run's") {
  auto results = tests::synthetic_results();
  const auto folder = std::filesystem::temp_directory_path() / ("attest_recheck_" + std::to_string(getpid()));
  std::filesystem::remove_all(folder);
  const std::string script = "globalThis.attestRecheck = () => [];\n", text = R"({"steps": {"rule": "evaluate"}})";
  verify::system::write_file(folder / "recheck.js", script);
  auto& claim = results.claims.front();
  REQUIRE(!claim.statements.front().certificates.empty());
  auto& kept = claim.statements.front().certificates.front();
  kept.path = "certificates/kept.json";
  kept.is_proof = false;
  kept.sha256 = theory::sha256(text);
  verify::system::write_file(folder / kept.path, text);
  auto cited = kept, altered = kept;
  cited.path = "certificates/cited.json";
  const std::string citing = R"({"steps": {"rule": "split", "parts": {"a": {"rule": "statement"}}}})";
  cited.sha256 = theory::sha256(citing);
  verify::system::write_file(folder / cited.path, citing);
  altered.path = "certificates/altered.json";
  verify::system::write_file(folder / altered.path, text + " ");
  claim.statements.front().certificates.insert(claim.statements.front().certificates.end(), {cited, altered});

  const Recheck recheck = read_recheck(results, folder / "recheck.js", folder);
  std::filesystem::remove_all(folder);
  CHECK(recheck.certificates.size() == 2);
  const std::string page = to_html(results, "", {}, recheck);
  CHECK_THAT(page, Contains("worker-src blob:") && Contains("<noscript>") && Contains(theory::sha256(script)));
  CHECK(unpacked(page, "recheck-checker") == script);
  const std::string data = unpacked(page, "recheck-" + anchor(claim.id));
  CHECK_THAT(data, Contains(R"("path":"certificates/kept.json","goal":)") && Contains(R"({\"rule\": \"evaluate\"}})"));
  CHECK_THAT(data, Contains("not covered by the proved checker: rule statement") && Contains("not the run's any more"));
}
