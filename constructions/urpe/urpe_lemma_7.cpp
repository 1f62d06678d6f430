// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/modified_blocks.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Where rounding goes wrong first: every step's lower end, just below its upper end, and inside; and 1.
RationalVector entries(long m) {
  RationalVector list;
  for (long k = 0; k < m; ++k) {
    for (const Rational& inside : {Rational(0), Rational(2, 5), Rational(999999, 1000000)}) {
      list.push_back((Rational(k) + inside) / Rational(m));
    }
  }
  list.push_back(1);
  return list;
}

// n x d matrices that have every one of those entries in every place.
std::vector<Value> inputs(long m, long n, long d) {
  const RationalVector list = entries(m);
  std::vector<Value> matrices;
  for (std::size_t start = 0; start < list.size(); ++start) {
    RationalMatrix X;
    for (long i = 0; i < n; ++i) {
      RationalVector row;
      for (long j = 0; j < d; ++j) row.push_back(list[(start + static_cast<std::size_t>(i * d + j)) % list.size()]);
      X.push_back(std::move(row));
    }
    matrices.push_back(Value::matrix(X));
  }
  return matrices;
}

Step every_size(long largest_m, long largest_n, long largest_d) {
  return for_every("m", 1, largest_m, [&](long m) {
    return for_every("n", 1, largest_n, [&](long n) {
      return for_every("d", 1, largest_d, [&](long d) {
        return witness("blocks", value_of(quantizer(d, m)), instances("X", inputs(m, n, d), evaluate()));
      });
    });
  });
}

Step every_entry(long largest_m) {
  return for_every("m", 1, largest_m, [&](long m) {
    std::vector<Value> values;
    for (const Rational& t : entries(m)) values.emplace_back(t);
    return instances("t", std::move(values), evaluate());
  });
}

}  // namespace

// URPE, Lemma 7: eq. 15 with k from 0 and from 1, t = 1, the order of the layers, the grid.
Findings urpe_lemma_7(const Effort& effort) {
  const std::string id = "urpe.lemma-7";
  const long largest_m = effort.thorough ? 24 : 8;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_rounding_blocks.v", "rounding")},
      {id, "printed", true, effort.thorough ? every_size(5, 3, 3) : every_size(3, 2, 2)},
      {id, "literal", false,
       witness("m", 1, witness("d", 1, witness("X", Value::matrix({{Rational(1, 2)}}), evaluate())))},
      {id, "finding_one_entry", true, theory::proof("theory/proofs/bound_rounding.v", "one_entry")},
      {id, "finding_one_entry", true, every_entry(largest_m)},
      {id, "finding_any_order", true, theory::proof("theory/proofs/bound_rounding.v", "any_order")},
      {id, "finding_any_order", true,
       range("m", 1, effort.thorough ? 5 : 4, theory::exhaustive("ks", theory::exhaustive("t", evaluate())))},
      {id, "finding_half_open_grid", false, witness("m", 1, witness("t", 1, evaluate()))},
      {id, "finding_closed_grid", true, theory::proof("theory/proofs/bound_rounding.v", "on_the_closed_grid")},
      {id, "finding_closed_grid", true, every_entry(largest_m)},
      {id, "finding_grid_to_n", false, witness("m", 1, witness("n", 1, witness("t", 1, evaluate())))},
      {id, "finding_one_block_for_two_steps", true, evaluate()},
  };
  findings.exhibits = {{"Three layers round down to thirds",
                        "delta = 1/3, k = 0, 1, 2; the layer that acts on an entry is the one whose step it lies in.",
                        Exhibit::Table{{"t", "after k = 0", "after k = 1", "after k = 2", "delta floor(t / delta)"},
                                       {{"1/5", "0", "0", "0", "0"},
                                        {"1/2", "1/2", "1/3", "1/3", "1/3"},
                                        {"2/3", "2/3", "2/3", "2/3", "2/3"},
                                        {"9/10", "9/10", "9/10", "2/3", "2/3"},
                                        {"1", "1", "1", "1", "1"}}}},
                       {"Counted from 1, the first step is left out", "delta = 1, so there is one layer, k = 1.",
                        Exhibit::Text{{"t = 1/2: t - k delta = -1/2 is not in [0, 1), so phi is 0 and 1/2 stays 1/2",
                                       "delta floor(t / delta) = 0"}}}};
  return findings;
}

}  // namespace attest::constructions
