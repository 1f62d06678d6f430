// SPDX-License-Identifier: Apache-2.0
// Five statements whose notation was looked at, as LaTeX and as MathML (rendered by a browser), and is kept in
// samples/golden.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "theory/statement/notation.hpp"

namespace attest::theory {
namespace {

const std::string samples = "tests/theory/statement/samples/";

std::string golden(const std::string& name) {
  std::ifstream stream(samples + "golden/" + name);
  REQUIRE(stream);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST_CASE("the notation of five statements is what was looked at") {
  const LoadedClaim claim = load_claim(samples + "sample.claim", samples + "definitions");
  REQUIRE(claim.statements.size() == 5);
  for (const syntax::Statement& statement : claim.statements) {
    INFO(statement.name);
    CHECK(to_latex(claim, statement.name) + "\n" == golden(statement.name + ".tex"));
    CHECK(to_mathml(claim, statement.name) + "\n" == golden(statement.name + ".mathml"));
  }
}

}  // namespace
}  // namespace attest::theory
