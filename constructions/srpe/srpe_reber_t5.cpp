// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/reflected.hpp"
#include "theory/attention/relative_bucket.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::exhaustive;
using theory::Value;
using theory::witness;

namespace {

// B P T ... T V V E of so many letters.
Value reber_string_of(long size) {
  Value::List text = {"B", "P"};
  while (static_cast<long>(text.size()) < size - 3) text.emplace_back("T");
  for (const char* letter : {"V", "V", "E"}) text.emplace_back(letter);
  return text;
}

Value letters_of(const std::string& text) {
  Value::List letters;
  for (const char letter : text) letters.emplace_back(std::string(1, letter));
  return letters;
}

// The least distance in the last bucket: from there on x and y are in one bucket.
long first_of_last_bucket(long B, long M) {
  const theory::RelativeBuckets buckets({B, M, true});
  long l = 0;
  while (buckets(-l) < B / 2 - 1) ++l;
  return l;
}

}  // namespace

// SRPE, Artificial Tasks: what relative positions, and T5's buckets of them, tell of an embedded Reber string.
Findings srpe_reber_t5(const Effort&) {
  const std::string id = "srpe.reber-t5";
  const long size = first_of_last_bucket(32, 50);
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::range("N", 5, 6, evaluate())},
      {id, "finding_long_strings", true,
       witness("first", reber_string_of(6), witness("second", reber_string_of(size), evaluate()))},
      reflected(id, "finding_short_strings"),
      {id, "finding_short_strings", true, exhaustive("first", exhaustive("second", evaluate()))},
      {id, "step_t5_sees_the_label", false,
       witness("first", letters_of("BPTTVPXTVPSE"),
               witness("second", letters_of("BTXXTTTTTVVE"),
                       witness("third", letters_of("BPTVPXTVPSE"),
                               witness("fourth", letters_of("BTXXTTTTTTVVE"), evaluate()))))},
  };
  findings.exhibits = {
      {"x and y in one bucket", "B = 32, M = 50; the last bucket of a side begins at " + std::to_string(size) + ".",
       Exhibit::Text{
           {"P BPTVVE T BPT...TVVE and T BPTVVE P BPT...TVVE, the last string of " + std::to_string(size) + " letters",
            "from the last place y is " + std::to_string(size) + " and x " + std::to_string(size + 7) +
                " places away: both in bucket 15"}}}};
  findings.exhibits[0].sides = {"T5 sees where x and y stand, so it sees the label",
                                "bucket 15 for both: labels P and T look the same"};
  return findings;
}

}  // namespace attest::constructions
