// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/blocks.hpp"
#include "constructions/urpe/samples.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The paper's target: (2M, 0, ..., 0) as the first row, zeros below.
RationalMatrix target(long n, long d, const Rational& M) {
  RationalMatrix G = constant_matrix(n, d, 0);
  G[0][0] = Rational(2) * M;
  return G;
}

// Networks to try against the target: random ones, the one that attains the infimum, which sends everything to the row
// 2M/n, and the one that is 2M everywhere, which a target of equal rows would not escape.
std::vector<Value> networks(Draw& draw, long n, long d, const Rational& M, bool biases) {
  std::vector<Value> result;
  for (long layers = 1; layers <= 3; ++layers) {
    std::vector<Block> blocks;
    for (long layer = 0; layer < layers; ++layer)
      blocks.push_back(random_block(draw, n, d, draw.integer(1, 3), biases));
    result.push_back(network_value(blocks));
  }
  if (biases) {
    RationalVector row(static_cast<std::size_t>(d), 0);
    row[0] = Rational(2) * M / Rational(n);
    result.push_back(network_value({constant_block(row)}));
    result.push_back(network_value({constant_block(RationalVector(static_cast<std::size_t>(d), Rational(2) * M))}));
  }
  return result;
}

const std::vector<Rational>& sizes() {
  static const std::vector<Rational> values = {Rational(1, 3), Rational(1), Rational(1000)};
  return values;
}

std::vector<Value> as_values(const std::vector<Rational>& numbers) { return {numbers.begin(), numbers.end()}; }

// One step for each n, d and M, in the order of the statements' quantifiers.
template <class Leaf>
Step for_every_size_and_M(long from, long to, Leaf leaf) {
  return for_every("n", from, to, [&](long n) {
    return for_every("d", 1, 3, [&](long d) {
      std::vector<Step> by_M;
      for (const Rational& M : sizes()) by_M.push_back(leaf(n, d, M));
      return instances("M", as_values(sizes()), std::move(by_M));
    });
  });
}

Step printed_instances(long largest_n) {
  Draw draw(21);
  return for_every_size_and_M(3, largest_n, [&](long n, long d, const Rational& M) {
    return witness("G", Value::matrix(target(n, d, M)),
                   instances("net", networks(draw, n, d, M, true), theory::evaluate()));
  });
}

Step infimum(long largest_n) {
  Draw draw(22);
  return for_every_size_and_M(2, largest_n, [&](long n, long d, const Rational& M) {
    RationalVector row(static_cast<std::size_t>(d), 0);
    row[0] = Rational(2) * M / Rational(n);
    const Step below = instances("x",
                                 {Value::vector(RationalVector(static_cast<std::size_t>(d), 0)),
                                  Value::vector(RationalVector(static_cast<std::size_t>(d), Rational(1, 3)))},
                                 instances("net", networks(draw, n, d, M, true), theory::evaluate()));
    const Step attained = witness(
        "net", network_value({constant_block(row)}),
        instances("X", {Value::matrix(draw.matrix(n, d)), Value::matrix(draw.matrix(n, d))}, theory::evaluate()));
    return theory::split({{"no_network_is_below", below}, {"it_is_attained", attained}});
  });
}

Step infimum_without_biases(long largest_n) {
  Draw draw(25);
  return for_every_size_and_M(1, largest_n, [&](long n, long d, const Rational&) {
    const Value zero = network_value({constant_block(RationalVector(static_cast<std::size_t>(d), 0))});
    return witness("net", zero, instances("X", {Value::matrix(draw.matrix(n, d))}, theory::evaluate()));
  });
}

Step n_2() {
  Draw draw(23);
  return for_every("d", 1, 3, [&](long d) {
    std::vector<Step> by_M;
    for (const Rational& M : sizes())
      by_M.push_back(instances("net", networks(draw, 2, d, M, true), theory::evaluate()));
    return instances("M", as_values(sizes()), std::move(by_M));
  });
}

Step layers_to_the_letter(long largest_n) {
  Draw draw(24);
  return for_every_size_and_M(1, largest_n, [&](long n, long d, const Rational& M) {
    return instances("net", networks(draw, n, d, M, false), theory::evaluate());
  });
}

// FFN(X) = X + ReLU(X): the token 1 becomes 2, the token 0 stays. So the target with M = 1 is met at (1, 0)^T without
// attention.
Block doubling_block() {
  Block block = identity_block(1, 1);
  block.W1 = block.W2 = {{1}};
  return block;
}

RationalMatrix t5_attention(const RationalVector& t, long n) {
  RationalMatrix A = constant_matrix(n, n, 0);
  for (long i = 0; i < n; ++i) {
    Rational total = 0;
    for (long j = 0; j < n; ++j) total += t[static_cast<std::size_t>(i - j + n - 1)];
    for (long j = 0; j < n; ++j)
      A[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = t[static_cast<std::size_t>(i - j + n - 1)] / total;
  }
  return A;
}

// Multiples of T5's matrices that, with the skip connection, leave (x_1 - x_2, 0, ..., 0): n^2 - n + 1 of them span all
// matrices with equal row sums, and what is wanted has the row sums -1. Gauss' elimination; the last column is the
// right-hand side.
RationalVector multiples(const std::vector<RationalMatrix>& matrices, long n) {
  const std::size_t heads = matrices.size();
  RationalMatrix rows;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
    for (std::size_t j = 0; j < static_cast<std::size_t>(n); ++j) {
      rows.emplace_back();
      for (const RationalMatrix& A : matrices) rows.back().push_back(A[i][j]);
      rows.back().emplace_back(i == 0 ? (j == 1 ? -1 : 0) : (i == j ? -1 : 0));
    }
  }
  for (std::size_t column = 0; column < heads; ++column) {
    const auto pivot = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(column), rows.end(),
                                    [&](const RationalVector& row) { return row[column] != Rational(0); });
    if (pivot == rows.end()) throw std::logic_error("urpe.theorem-2: dependent heads");
    std::swap(*pivot, rows[column]);
    const Rational divisor = rows[column][column];
    for (Rational& entry : rows[column]) entry /= divisor;
    for (std::size_t other = 0; other < rows.size(); ++other) {
      const Rational factor = rows[other][column];
      if (other == column || factor == Rational(0)) continue;
      for (std::size_t k = 0; k <= heads; ++k) rows[other][k] -= factor * rows[column][k];
    }
  }
  RationalVector solution;
  for (std::size_t h = 0; h < heads; ++h) solution.push_back(rows[h][heads]);
  return solution;
}

// The heads, then z -> 2M min(|z| / s, 1) by four ReLUs.
Value met_off_a_strip(Draw& draw, long n, const Rational& M, const Rational& s) {
  std::vector<RationalVector> weights;
  std::vector<RationalMatrix> matrices;
  for (long h = 0; h < n * n - n + 1; ++h) {
    RationalVector t;
    for (long k = 0; k < 2 * n - 1; ++k) t.emplace_back(draw.integer(1, 12));
    weights.push_back(t);
    matrices.push_back(t5_attention(t, n));
  }
  const RationalVector factors = multiples(matrices, n);
  Block block = identity_block(1, 4);
  for (std::size_t h = 0; h < matrices.size(); ++h) {
    Head head;
    head.attention = matrices[h];
    head.value = {{1}};
    head.value_bias = {0};
    head.output = {{factors[h]}};
    head.parameters = {{"t", Value::vector(weights[h])}};
    block.heads.push_back(std::move(head));
  }
  const Rational slope = Rational(2) * M / s;
  block.W1 = {{1, -1, 1, -1}};
  block.b1 = {0, 0, -s, -s};
  block.W2 = {{slope - Rational(1)}, {slope + Rational(1)}, {-slope}, {-slope}};
  return network_value({block});
}

// On both sides of the strip, on its walls, in it and on the diagonal.
Step off_a_strip(long largest_n) {
  Draw draw(26);
  return for_every("n", 2, largest_n, [&](long n) {
    std::vector<Step> by_M;
    for (const Rational& M : sizes()) {
      std::vector<Value> widths;
      std::vector<Step> by_s;
      for (const Rational& s : {Rational(1, 2), Rational(1, 1000)}) {
        std::vector<Value> inputs;
        for (const Rational& apart : {Rational(2), -s, s, s / Rational(3), -s / Rational(2), Rational(0)}) {
          RationalMatrix X = draw.matrix(n, 1);
          X[0][0] = X[1][0] + apart;
          inputs.push_back(Value::matrix(X));
        }
        widths.emplace_back(s);
        by_s.push_back(witness("net", met_off_a_strip(draw, n, M, s),
                               instances("X", distinct_values(inputs), theory::evaluate())));
      }
      by_M.push_back(instances("s", std::move(widths), std::move(by_s)));
    }
    return instances("M", as_values(sizes()), std::move(by_M));
  });
}

Exhibit infimum_table() {
  Exhibit::Table table{{"n", "(infimum / M)^2 = 4 (n-1)/n", "nearest constant row, c / M = 2/n", "more than 1?"}, {}};
  for (long n = 1; n <= 6; ++n) {
    const Rational squared(4 * (n - 1), n);
    table.rows.push_back(
        {std::to_string(n), squared.to_string(), Rational(2, n).to_string(), squared > Rational(1) ? "yes" : "no"});
  }
  return {"The exact infimum of the error for each n",
          "At an input of identical rows every network gives n copies of one row; the best one is (2M/n, 0, ..., 0). "
          "The theorem's "
          "bound (more than M) holds from n = 2 on.",
          table};
}

}  // namespace

// URPE, Theorem 2: the constant target, the exact infimum, the smallest n, and what D must contain.
Findings urpe_theorem_2(const Effort& effort) {
  const std::string id = "urpe.theorem-2";
  const long largest_n = effort.thorough ? 8 : 5;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_identical_rows.v", "theorem_2")},
      {id, "printed", true, printed_instances(largest_n)},
      {id, "finding_infimum", true, theory::proof("theory/proofs/bound_theorem_2_infimum.v", "theorem_2_infimum")},
      {id, "finding_infimum", true, infimum(largest_n)},
      {id, "finding_infimum_without_biases", true,
       theory::proof("theory/proofs/bound_theorem_2_infimum.v", "infimum_without_biases")},
      {id, "finding_infimum_without_biases", true, infimum_without_biases(3)},
      {id, "finding_n_2", true, theory::proof("theory/proofs/bound_identical_rows.v", "theorem_2_at_2")},
      {id, "finding_n_2", true, n_2()},
      {id, "finding_n_1", false,
       witness("d", 1, witness("M", 1, witness("net", network_value({constant_block({2})}), theory::evaluate())))},
      {id, "finding_layers_to_the_letter", true,
       theory::proof("theory/proofs/bound_bias_free.v", "layers_to_the_letter")},
      {id, "finding_layers_to_the_letter", true, layers_to_the_letter(effort.thorough ? 6 : 3)},
      {id, "finding_identical_rows_in_D_are_needed", false,
       witness("n", 2,
               witness("X", Value::matrix({{1}, {0}}),
                       witness("net", network_value({doubling_block()}), theory::evaluate())))},
      {id, "finding_met_off_a_strip", true, theory::proof("theory/proofs/bound_off_a_strip.v", "met_off_a_strip")},
      {id, "finding_met_off_a_strip", true, off_a_strip(4)},
      {id, "finding_printed_shape_of_identical_rows", false,
       witness("n", 3, witness("d", 1, witness("c", Value::vector({0}), theory::evaluate())))},
  };
  findings.exhibits = {
      infimum_table(),
      {"The target, M = 1, n = 3, d = 2", "Only the first row differs from the others.",
       Exhibit::Matrix{target(3, 2, 1), {}, {}}},
      {"The smallest case by hand: n = 2, d = 1",
       "M = 1. A network gives two equal numbers c, c at an input of identical rows.",
       Exhibit::Text{{"error^2 = (2 - c)^2 + (0 - c)^2 = 2 (c - 1)^2 + 2 >= 2 > 1 = M^2",
                      "equality at c = 1 = 2M/n, which the block X -> X - ReLU(X) + ReLU(-X) + 1 gives",
                      "n = 1: error^2 = (2 - c)^2, which is 0 at c = 2"}}}};
  return findings;
}

}  // namespace attest::constructions
