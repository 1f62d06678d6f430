// SPDX-License-Identifier: Apache-2.0
// Every word of the audit, and every two of different keys together: each answer has a certificate that shows it and
// not its opposite, or a reason why there is none.
#include "tests/verify/audit/words.hpp"
#include "tests/verify/audit/written.hpp"

using namespace attest;

TEST_CASE("every answer about every word has a certificate that shows it and not its opposite") {
  int certificates = 0;
  const auto words = tests::single_words();
  for (const auto& [name, attention] : words)
    for (const constructions::WrittenAnswer& answer : constructions::written_answers(attention)) {
      certificates += tests::check_written(answer, name);
    }
  CHECK(certificates == 6 * static_cast<int>(words.size()));
}

// Six minutes: build/tests/test_verify_audit_answers "[.pairs]".
TEST_CASE("every answer about every two words that has a certificate has one that shows it and not its opposite",
          "[.pairs]") {
  int answers = 0, without = 0;
  for (const auto& [name, attention] : tests::pairs_of_words())
    for (const constructions::WrittenAnswer& answer : constructions::written_answers(attention)) {
      ++answers;
      if (tests::check_written(answer, name)) continue;
      ++without;
      // The others are not decided, or what would show them is irrational.
      const bool irrational = attention.numbers_may_be_irrational();
      if (!irrational && answer.question != "attentive_condition") FAIL_CHECK(name << " " << answer.question);
    }
  INFO(without << " of " << answers << " answers about two words have no certificate");
  CHECK(10 * without < answers);
}
