// SPDX-License-Identifier: Apache-2.0
// Statements that were read by people and decided by certificates: whatever else lint says of them, none is vacuous.
#include <catch2/catch.hpp>
#include <iostream>

#include "constructions/claim.hpp"
#include "theory/statement/load.hpp"
#include "theory/statement/record.hpp"
#include "verify/lint/lint.hpp"

using namespace attest;

TEST_CASE("lint: no sound statement is called vacuous") {
  std::size_t looked_at = 0, defects = 0, met = 0;
  for (const constructions::Claim& ours : constructions::registry()) {
    // Every fourth claim: all three papers and the variants are among them.
    if ((&ours - constructions::registry().data()) % 4 != 0) continue;
    const theory::LoadedClaim claim = theory::load_claim(theory::claim_of_record(ours.stem), "theory/definitions");
    const verify::lint::Hints hints = verify::lint::hints_of(ours.construct({.brief = true}).certificates);
    for (const theory::syntax::Statement& statement : claim.statements) {
      if (statement.name != "printed" && statement.name != "repaired") continue;
      const verify::lint::StatementReport report = verify::lint::lint(claim, statement, hints, {});
      bool defect = false;
      for (const verify::lint::Finding& finding : report.findings) {
        INFO(ours.id << " " << statement.name << ": " << finding.kind << ": " << finding.text);
        CHECK(finding.kind != "vacuous");
        CHECK(finding.kind != "empty-range");
        defect = defect || finding.level == verify::lint::Finding::Level::defect;
      }
      ++looked_at;
      defects += defect;
      met += !report.satisfied_by.empty();
    }
  }
  std::cout << looked_at << " sound statements: none vacuous, hypotheses met by an element in " << met
            << ", called defective " << defects << "\n";
  CHECK(looked_at >= 45);
  CHECK(met >= looked_at * 3 / 4);
}
