// SPDX-License-Identifier: Apache-2.0
// The hash of the last statement of every claim on record, by this reader and by a checker's own. (The others are
// compared whenever a certificate is checked.) The command that prints a checker's hash, without the claim and the
// statement, comes in the environment variable ATTEST_HASH_COMMAND.
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "tests/theory/statement/on_record.hpp"
#include "theory/statement/hash.hpp"

namespace attest::theory {
namespace {

std::string first_line_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  char line[256] = "";
  const bool printed = std::fgets(line, sizeof line, pipe) != nullptr;
  REQUIRE(pclose(pipe) == 0);
  REQUIRE(printed);
  const std::string text = line;
  return text.substr(0, text.find('\n'));
}

TEST_CASE("a checker computes the same hash for statements on record") {
  const char* command = std::getenv("ATTEST_HASH_COMMAND");
  REQUIRE(command != nullptr);
  std::size_t statements = 0;
  const std::string samples = "tests/theory/statement/samples";
  using Files = std::vector<std::filesystem::path>;
  // What is on record finds its definitions beside it, by the checker's own rule.
  for (const auto& [files, definitions] : {std::pair<Files, std::string>(tests::claims_on_record(), ""),
                                           {tests::files_of(samples), samples + "/definitions"}}) {
    const std::string named = definitions.empty() ? "" : " --definitions " + definitions;
    for (const std::filesystem::path& path : files) {
      if (path.extension() != ".claim") continue;
      const LoadedClaim claim = load_claim(path, definitions.empty() ? "theory/definitions" : definitions);
      const syntax::Statement& statement = claim.statements.back();
      INFO(path << " " << statement.name);
      const std::string call = std::string(command) + named + " --hash " + path.string() + " " + statement.name;
      CHECK(first_line_of(call) == statement_hash(claim, statement.name));
      ++statements;
    }
  }
  CHECK(statements > 5);
}

}  // namespace
}  // namespace attest::theory
