// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// min over i != j of |v_i - v_j|; 1 for a single entry, where there is no pair and any constant will do.
Rational smallest_gap(const RationalVector& v) {
  Rational gap = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (std::size_t j = i + 1; j < v.size(); ++j) {
      const Rational next = abs(v[i] - v[j]);
      if (gap == Rational(0) || next < gap) gap = next;
    }
  }
  return v.size() < 2 ? Rational(1) : gap;
}

RationalVector scaled(const RationalVector& v, const Rational& factor) {
  RationalVector result = v;
  for (Rational& entry : result) entry *= factor;
  return result;
}

// The kinds of v that meet the condition: URPE's own (eq. 25), spread out, close together, of either sign, unsorted,
// huge.
std::vector<RationalVector> position_vectors(long n, Draw& draw) {
  RationalVector own, close, large;
  for (long i = 1; i <= n; ++i) {
    own.push_back(Rational(n - i + 1, n));
    close.push_back(Rational(1) + Rational(i * i, 1000000));
    large.push_back((i % 2 ? Rational(1) : Rational(-1)) * pow(Rational(10), i));
  }
  return {own, close, large, draw.distinct_vector(n)};
}

// cV: the constants of the heads. u = (sum of cV) v.
Step block_from_v(long largest_n, long heads, const Rational& total_over_gap) {
  Draw draw(41);
  return for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long) {
      std::vector<Value> vectors;
      std::vector<Step> by_v;
      for (const RationalVector& v : position_vectors(n, draw)) {
        const Rational total = total_over_gap / smallest_gap(v);
        std::vector<Value> matrices = {Value::matrix(draw.with_row_sums(v))};
        if (n > 1) matrices.push_back(Value::matrix(draw.with_row_sums(v)));
        vectors.push_back(Value::vector(v));
        // Every real X at once: WV = 0 leaves nothing of X, and the checker decides the one cell (-inf, inf).
        by_v.push_back(
            witness("cV", Value::vector(RationalVector(static_cast<std::size_t>(heads), total / Rational(heads))),
                    witness("u", Value::vector(scaled(v, total)),
                            instances("A", std::move(matrices), box("X", theory::whole_line, theory::evaluate())))));
      }
      return instances("v", std::move(vectors), std::move(by_v));
    });
  });
}

Step smallest_gaps(long largest_n) {
  Draw draw(42);
  return for_every("n", 2, largest_n, [&](long n) {
    std::vector<Value> vectors;
    for (const RationalVector& v : position_vectors(n, draw)) vectors.push_back(Value::vector(v));
    return instances("v", std::move(vectors), range("H", 1, 4, theory::evaluate()));
  });
}

Step repeated_entries(long largest_n) {
  Draw draw(43);
  return for_every("n", 2, largest_n, [&](long n) {
    RationalVector all_equal(static_cast<std::size_t>(n), 1), two_equal = draw.distinct_vector(n);
    two_equal.back() = two_equal.front();
    std::vector<Value> vectors = {Value::vector(all_equal)};
    if (two_equal != all_equal) vectors.push_back(Value::vector(two_equal));
    return instances(
        "v", std::move(vectors),
        instances("cV", {Value::vector({0, 0}), Value::vector({1, 1}), Value::vector({Rational(-7, 3), 5})},
                  theory::evaluate()));
  });
}

}  // namespace

// URPE, Lemma 8: the block of eqs. 16 and 17 from v, its exact smallest gap, one and two heads.
Findings urpe_lemma_8(const Effort& effort) {
  const std::string id = "urpe.lemma-8";
  const long largest_n = effort.thorough ? 12 : 6;
  const Step every_matrix =
      box("A", theory::whole_line, box("P", theory::whole_line, box("R", theory::whole_line, theory::evaluate())));
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_lemma_8.v", "lemma_8")},
      {id, "printed", true, block_from_v(largest_n, 2, 2)},
      {id, "finding_smallest_gap", true, theory::proof("theory/proofs/bound_lemma_8.v", "smallest_gap")},
      {id, "finding_smallest_gap", true, smallest_gaps(largest_n)},
      {id, "finding_one_head_is_enough", true, theory::proof("theory/proofs/bound_lemma_8.v", "one_head_is_enough")},
      {id, "finding_one_head_is_enough", true, block_from_v(largest_n, 1, 2)},
      {id, "finding_one_head_with_the_printed_constant", false,
       witness("n", 2, witness("v", Value::vector({0, 1}), theory::evaluate()))},
      {id, "finding_distinct_is_needed", true, theory::proof("theory/proofs/bound_lemma_8.v", "distinct_is_needed")},
      {id, "finding_distinct_is_needed", true, repeated_entries(largest_n)},
      {id, "finding_bias_free", true,
       theory::proof("theory/proofs/bound_attention_matrices.v", "nothing_without_biases")},
      {id, "finding_bias_free", true, range("n", 2, largest_n, range("d", 1, 3, every_matrix))},
  };

  const RationalVector v = {1, Rational(2, 3), Rational(1, 3)};
  RationalMatrix added;
  for (const Rational& entry : scaled(v, 6)) added.push_back({entry, entry});
  findings.exhibits = {
      {"URPE's own v for n = 3", "The matrix A = (1/3) C of eqs. 23 and 24; its row sums are v = (1, 2/3, 1/3).",
       Exhibit::Matrix{{{Rational(1, 3), Rational(1, 3), Rational(1, 3)},
                        {0, Rational(1, 3), Rational(1, 3)},
                        {0, 0, Rational(1, 3)}},
                       {},
                       {}}},
      {"What the block adds, d = 2", "U = u 1^T with u = (6, 4, 2): neighbouring rows are exactly 2 apart.",
       Exhibit::Matrix{added, {}, {}}},
      {"The block by hand", "Two heads, the printed constant.",
       Exhibit::Text{{"min |v_i - v_j| = 1/3, so c_V = 3 in each head",
                      "each head adds A (X 0 + 3 1) 1^T = 3 A 1 1^T = 3 v 1^T",
                      "two heads: u = 6 v = (6, 4, 2), smallest gap 2 = H, more than 1",
                      "one head: u = 3 v = (3, 2, 1), smallest gap 1, which is not more than 1",
                      "one head with c_V = 6: u = (6, 4, 2) again"}}}};
  return findings;
}

}  // namespace attest::constructions
