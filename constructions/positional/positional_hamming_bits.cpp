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
  const std::string id = "positional.hamming-bits", proofs = "theory/proofs/machines.v";
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
  Exhibit::Table table{{"n", "bits", "labels 0, ..., n-1", "the number n", "n with these bits"}, {}};
  for (long m : {1L, 2L, 3L, 4L, 5L, 8L}) {
    table.rows.push_back({std::to_string(m), std::to_string(bits(m)), "all represented",
                          represented(m, bits(m)) == m ? "represented" : "not represented",
                          "reads as " + std::to_string(represented(m, bits(m)))});
  }
  findings.exhibits = {{"ceil(log2 n) bits and the number n",
                        "For a power of two, n reads as 0: the two have the same neighbours.", table}};
  return findings;
}

}  // namespace attest::constructions
