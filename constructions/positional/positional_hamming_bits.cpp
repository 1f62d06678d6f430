// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"

namespace attest::constructions {

using theory::Rational;

namespace {

long bits(long n) {
  long t = 0;
  while ((1L << t) < n) ++t;
  return t;
}
// The number that the last k digits of x stand for.
long represented(long x, long k) { return x % (1L << k); }

std::string in_binary(long x, long digits) {
  std::string word;
  for (long k = digits; k-- > 0;) word += (x >> k) % 2 == 1 ? '1' : '0';
  return word.empty() ? "(no digit)" : word;
}

// The smallest n, and x <= n, that ceil(log2 n) bits do not represent.
std::pair<long, long> first_failure() {
  for (long n = 1;; ++n) {
    for (long x = 0; x <= n; ++x) {
      if (represented(x, bits(n)) != x) return {n, x};
    }
  }
}

}  // namespace

// positional.hamming-bits: every x < 2^k is the number of its k last digits; n itself is not, for n = 2^k.
Findings positional_hamming_bits(const Effort& effort) {
  const std::string id = "positional.hamming-bits", proofs = "theory/proofs/bound_powers_of_two.v";
  const long largest = effort.thorough ? 64 : 20;
  const auto [n, x] = first_failure();
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(proofs, "bits_represent_labels")},
      {id, "printed", true, range("n", 1, largest, exhaustive("x", theory::evaluate()))},
      {id, "literal", false, witness("n", n, witness("x", x, theory::evaluate()))},
      {id, "finding_fails_exactly_for_powers_of_two", true, theory::proof(proofs, "fails_exactly_for_powers_of_two")},
      {id, "finding_fails_exactly_for_powers_of_two", true, range("n", 1, largest, theory::evaluate())},
      {id, "repaired", true, theory::proof(proofs, "one_more_label")},
      {id, "repaired", true, range("n", 1, largest, exhaustive("x", theory::evaluate()))},
  };
  Exhibit::Table table{
      {"n", "ceil(log2 n)", "the labels 0, ..., n-1 with as many digits", "n in binary", "its last digits stand for"},
      {}};
  for (long m : {1L, 2L, 3L, 4L, 5L, 8L}) {
    std::string labels;
    for (long label = 0; label < m; ++label) labels += (label > 0 ? " " : "") + in_binary(label, bits(m));
    const long read = represented(m, bits(m));
    table.rows.push_back({std::to_string(m), std::to_string(bits(m)), labels, in_binary(m, bits(m + 1)),
                          std::to_string(read) + (read == m ? "" : ": not " + std::to_string(m))});
  }
  findings.exhibits = {{"Which numbers ceil(log2 n) binary digits tell apart",
                        "Definition A.3 speaks of 1, ..., n and 0. All labels up to n - 1 have different digits; a "
                        "power of two needs one digit more, and without it n and 0 look the same.",
                        table}};
  return findings;
}

}  // namespace attest::constructions
