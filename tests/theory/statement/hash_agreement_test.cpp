// SPDX-License-Identifier: Apache-2.0
// The hash of the last statement of every claim on record, by this reader and by a checker's own. (The others are
// compared whenever a certificate is checked.) The command that prints a checker's hash, without the claim and the
// statement, comes in the environment variable ATTEST_HASH_COMMAND.
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

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
  for (const std::filesystem::path folder : {"theory/claims", "tests/theory/statement/samples"}) {
    const std::filesystem::path definitions =
        folder == "theory/claims" ? std::filesystem::path("theory/definitions") : folder / "definitions";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".claim") continue;
      const LoadedClaim claim = load_claim(entry.path(), definitions);
      const syntax::Statement& statement = claim.statements.back();
      INFO(entry.path() << " " << statement.name);
      const std::string call = std::string(command) + " --definitions " + definitions.string() + " --hash " +
                               entry.path().string() + " " + statement.name;
      CHECK(first_line_of(call) == statement_hash(claim, statement.name));
      ++statements;
    }
  }
  CHECK(statements > 5);
}

}  // namespace
}  // namespace attest::theory
