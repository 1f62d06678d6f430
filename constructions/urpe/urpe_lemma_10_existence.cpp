// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "constructions/claim.hpp"
#include "constructions/urpe/contextual_instances.hpp"
#include "constructions/urpe/contextual_stack.hpp"
#include "constructions/urpe/modified_blocks.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The same stack serves both statements; `then` is what follows it.
Step stacks(const Sizes& sizes, const Step& then) {
  return sizes([&](long n, long m, long d) {
    std::vector<Value> vectors;
    std::vector<Step> by_u;
    for (const RationalVector& u : position_vectors(n, d)) {
      const ContextualStack stack = contextual_stack(u, m, d);
      vectors.push_back(Value::vector(u));
      by_u.push_back(witness("z", Value::vector(stack.z), witness("blocks", value_of(stack.blocks), then)));
    }
    return instances("u", std::move(vectors), std::move(by_u));
  });
}

Step equal_entries() {
  Draw draw(78);
  std::vector<Step> by_n;
  for (long n = 2; n <= 4; ++n) {
    RationalVector u = draw.distinct_vector(n);
    u.back() = u.front();
    std::vector<Step> by_d;
    for (long d = 1; d <= 2; ++d) {
      RationalVector apart = position_vectors(n)[1];
      by_d.push_back(instances("u", {Value::vector(u)},
                               instances("blocks", {value_of(contextual_stack(apart, 2, d).blocks)}, evaluate())));
    }
    by_n.push_back(theory::range("d", 1, 2, by_d));
  }
  return theory::range("n", 2, 4, by_n);
}

// Every input of the grid through the stack, in plain rationals (theory/attention/modified_block.hpp).
bool is_contextual_mapping(const ContextualStack& stack, const RationalVector& u, long m) {
  const long n = static_cast<long>(u.size()), d = static_cast<long>(stack.z.size());
  RationalVector values;
  for (const RationalMatrix& X : grid_inputs(GridKind::closed, n, d, m)) {
    RationalMatrix positioned = X;
    for (std::size_t i = 0; i < positioned.size(); ++i) {
      for (Rational& e : positioned[i]) e += u[i];
    }
    const auto image = modified_network(stack.blocks, theory::Matrix<Rational>::from_rows(positioned));
    for (const RationalVector& row : image.to_rows()) values.push_back(dot(row, stack.z));
  }
  std::sort(values.begin(), values.end());
  return std::adjacent_find(values.begin(), values.end()) == values.end();
}

EngineCheck larger_grids(const Effort& effort) {
  const std::string what = "the stack of n + 1 blocks is a contextual mapping of {0, ..., 1}";
  const long most = effort.thorough ? 4096 : effort.brief ? 30 : 256;
  long grids = 0;
  for (long n = 1; n <= 6; ++n) {
    for (long m = 1; m <= 15; ++m) {
      for (long d = 1; d <= 3 && grid_size(GridKind::closed, n, d, m, most) <= most; ++d) {
        for (const RationalVector& u : position_vectors(n)) {
          if (!effort.may_continue()) break;
          if (!is_contextual_mapping(contextual_stack(u, m, d), u, m))
            return {what, false,
                    "n = " + std::to_string(n) + ", delta = 1/" + std::to_string(m) + ", d = " + std::to_string(d)};
          ++grids;
        }
      }
    }
  }
  return {what, true,
          (effort.may_continue() ? "" : "stopped early: ") + std::to_string(grids) + " grids of up to " +
              std::to_string(most) + " inputs, n <= 6, delta >= 1/15, d <= 3"};
}

std::vector<Exhibit> existence_exhibits() {
  const ContextualStack stack = contextual_stack({0, 2}, 2, 1);
  const Rational half(1, 2);
  Exhibit::Table table{{"X", "X + u", "after block 0", "after block 1", "q(X), after block 2"}, {}};
  for (const RationalMatrix& X : {RationalMatrix{{0}, {0}}, {{0}, {1}}, {{half}, {0}}, {{1}, {1}}}) {
    theory::Matrix<Rational> Y = theory::Matrix<Rational>::from_rows({{X[0][0]}, {X[1][0] + Rational(2)}});
    const auto text = [&] { return Y(0, 0).to_string() + ", " + Y(1, 0).to_string(); };
    std::vector<std::string> row = {X[0][0].to_string() + ", " + X[1][0].to_string(), text()};
    for (const theory::ModifiedBlock& block : stack.blocks) {
      Y = modified_block(block, Y);
      row.push_back(text());
    }
    table.rows.push_back(std::move(row));
  }
  return {{"Three blocks for two tokens, d = 1, delta = 1/2, u = (0, 2)",
           "Block 0 lifts the first token above the second. Block 1 adds 1/36 of the first token to both, up to a "
           "constant, "
           "and lifts the second; block 2 adds 1/6 of that one. What was added is smaller than 1/2 and different for "
           "each input.",
           table}};
}

}  // namespace

// URPE, Lemma 10: some stack of modified blocks computes a contextual mapping.
Findings urpe_lemma_10_existence(const Effort& effort) {
  const std::string id = "urpe.lemma-10-existence";
  Findings findings;
  findings.certificates = {
      {id, "finding_equal_entries", true, theory::proof("theory/proofs/bound_equal_entries.v", "equal_entries")},
      {id, "finding_equal_entries", true, equal_entries()}};
  for (const Sizes& sizes : certified_sizes(GridKind::closed, 1, 1, effort.thorough)) {
    findings.certificates.push_back({id, "printed", true, stacks(sizes, exhaustive("ties", evaluate()))});
    // The same stacks again: one box is enough.
    if (sizes.to_d == 1) findings.certificates.push_back({id, "finding_depth", true, stacks(sizes, evaluate())});
  }
  findings.engine_checks = {larger_grids(effort)};
  findings.exhibits = existence_exhibits();
  return findings;
}

}  // namespace attest::constructions
