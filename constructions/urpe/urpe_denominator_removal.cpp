// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/samples.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

using Entry = std::function<Rational(long difference)>;

// The family m_t for t = -(n-1), ..., n-1.
RationalVector family(long n, const Entry& entry) {
  RationalVector result;
  for (long difference = -(n - 1); difference <= n - 1; ++difference) result.push_back(entry(difference));
  return result;
}

// m_t = 1 for t > 0, else 0: row i has i-1 entries e and n-i+1 entries 1.
Rational step(long difference) { return difference > 0 ? 1 : 0; }

Step one_for_every_n(long from, long to, const Entry& entry, const Step& then) {
  return for_every("n", from, to, [&](long n) { return witness("m", Value::vector(family(n, entry)), then); });
}

Step identical_rows(long largest_n) {
  Draw draw(451);
  return for_every("n", 1, largest_n, [&](long) {
    return for_every("d", 1, 2, [&](long d) {
      return for_every("dH", 1, 2, [&](long dH) {
        return instances(
            "WQ", sample_matrices(draw, d, dH, 2),
            instances("WK", sample_matrices(draw, d, dH, 2), instances("x", sample_vectors(draw, d, 2), evaluate())));
      });
    });
  });
}

// Every real parameter at once: 0 times anything is 0.
Step zero_input(long largest_n) {
  Step steps = evaluate();
  for (const char* parameter : {"s", "r", "WK", "WQ"}) steps = box(parameter, theory::whole_line, std::move(steps));
  return range("n", 1, largest_n, range("d", 1, 2, range("dH", 1, 2, std::move(steps))));
}

Step transformer_xl(long largest_n) {
  Draw draw(452);
  return for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long) {
      return for_every("dH", 1, 2, [&](long dH) {
        return for_every("dR", 1, 2, [&](long dR) {
          Step steps = instances("v", sample_vectors(draw, dH, 1), box("X", theory::whole_line, evaluate()));
          steps = instances("WR", sample_matrices(draw, dR, dH, 1),
                            instances("u", sample_vectors(draw, dH, 1), std::move(steps)));
          return instances("r", sample_matrices(draw, 2 * n - 1, dR, 1), std::move(steps));
        });
      });
    });
  });
}

Step symmetric(long largest_n) {
  Draw draw(453);
  return for_every("n", 2, largest_n, [&](long n) {
    const RationalVector half = draw.distinct_vector(n);
    const RationalVector m = family(n, [&](long t) { return half[static_cast<std::size_t>(t < 0 ? -t : t)]; });
    return instances("m", {Value::vector(m)}, evaluate());
  });
}

}  // namespace

// URPE, section 3: attention without the softmax denominator, with and without an encoding.
Findings urpe_denominator_removal(const Effort& effort) {
  const std::string id = "urpe.denominator-removal";
  const long largest_n = effort.thorough ? 10 : 5;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_no_denominator.v", "removal_breaks_the_limitation")},
      {id, "printed", true,
       one_for_every_n(2, largest_n, step,
                       range("d", 1, 3, range("dH", 1, 3, box("X", theory::whole_line, evaluate()))))},
      {id, "finding_without_an_encoding", true,
       theory::proof("theory/proofs/bound_no_denominator.v", "without_an_encoding")},
      {id, "finding_without_an_encoding", true, identical_rows(4)},
      {id, "finding_shaw_and_deberta_at_0", true,
       theory::proof("theory/proofs/bound_no_denominator.v", "shaw_and_deberta_at_0")},
      {id, "finding_shaw_and_deberta_at_0", true, zero_input(4)},
      {id, "finding_transformer_xl", true,
       theory::proof("theory/proofs/bound_no_denominator.v", "transformer_xl_is_t5")},
      {id, "finding_transformer_xl", true, transformer_xl(4)},
      {id, "finding_symmetric", true, theory::proof("theory/proofs/bound_symmetric_tables.v", "symmetric_tables")},
      {id, "finding_symmetric", true, symmetric(largest_n)},
      // Only the neighbours' entry differs from 0: the first token has one neighbour, the second has two.
      {id, "finding_symmetric_three", true,
       theory::proof("theory/proofs/bound_symmetric_tables.v", "symmetric_from_three_on")},
      {id, "finding_symmetric_three", true,
       one_for_every_n(
           3, largest_n, [](long t) { return Rational(t == 1 || t == -1 ? 1 : 0); }, evaluate())},
      {id, "finding_unbounded", true, theory::proof("theory/proofs/bound_no_denominator.v", "no_bound")},
      {id, "finding_unbounded", true, range("K", 1, 6, evaluate())},
  };
  findings.exhibits = {{"Two tokens by hand", "A = exp(B), T5's encoding with m_-1 = m_0 = 0, m_1 = 1, WQ = WK = 0.",
                        Exhibit::Text{{"A = ((1, 1), (e, 1)): row sums v = (2, 1 + e), different, for every X",
                                       "with the denominator: ((1/2, 1/2), (e/(1+e), 1/(1+e))): row sums (1, 1)",
                                       "symmetric m, m_-1 = m_1: A = ((a, b), (b, a)): row sums a + b twice"}}},
                       {"What removing the denominator breaks", "Identical rows in; do they stay identical?",
                        Exhibit::Table{{"encoding", "with denominator", "without"},
                                       {{"none", "yes", "yes"},
                                        {"T5, symmetric, n = 2", "yes", "yes"},
                                        {"T5, m_1 != m_-1", "yes", "no"},
                                        {"Shaw, DeBERTa, at X = 0", "yes", "yes"},
                                        {"Transformer-XL", "yes", "no (by its last term)"}}}}};
  return findings;
}

}  // namespace attest::constructions
