// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/staged_even_tokens.hpp"
#include "constructions/urpe/synthetic_networks.hpp"
#include "theory/attention/transformer.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Step at_identical_rows(long from, long to, std::uint64_t seed) {
  Draw draw(seed);
  return for_every("n", from, to,
                   [&](long n) { return for_every("V", 1, 2, [&](long) { return rpe_at_identical_rows(n, draw); }); });
}

Step in_stages(long largest_n) {
  return for_every("n", 2, largest_n, [&](long n) {
    return for_every("V", 1, 2, [&](long V) {
      const StagedNetwork network = staged_even_token_network(n, V, binary_strides(n));
      return witness("d", network.dimension,
                     witness("net", network_value(network.blocks), exhaustive("w", theory::evaluate())));
    });
  });
}

// A block for the exact engine. Its heads attend uniformly, so their attention matrices are C/n.
theory::Block<Rational> engine_block(const Block& block, long n) {
  theory::Block<Rational> result;
  for (const Head& head : block.heads) {
    RationalVector c;
    for (const auto& [name, value] : head.parameters)
      if (name == "c")
        for (const Value& entry : std::get<Value::List>(value.data())) c.push_back(std::get<Rational>(entry.data()));
    for (Rational& entry : c) entry /= Rational(n);
    theory::Head<Rational> engine_head;
    engine_head.A = theory::toeplitz<Rational>(c, static_cast<std::size_t>(n));
    engine_head.WV = theory::Matrix<Rational>::from_rows(head.value);
    engine_head.WO = theory::Matrix<Rational>::from_rows(head.output);
    result.heads.push_back(std::move(engine_head));
  }
  result.ffn.W1 = theory::Matrix<Rational>::from_rows(block.W1);
  result.ffn.W2 = theory::Matrix<Rational>::from_rows(block.W2);
  return result;
}

// The length, the layers and the heads of figure 1: strides 1 and 8 give 3 blocks with 1, 7 and 8 heads.
EngineCheck at_the_papers_size(long sequences) {
  const long n = 128, V = 3;
  const StagedNetwork network = staged_even_token_network(n, V, {1, 8});
  std::vector<theory::Block<Rational>> blocks;
  std::size_t most_heads = 0;
  for (const Block& block : network.blocks) {
    blocks.push_back(engine_block(block, n));
    most_heads = std::max(most_heads, block.heads.size());
  }
  Draw draw(101);
  bool passed = blocks.size() == 3 && most_heads <= 12;
  for (long k = 0; k < sequences; ++k) {
    std::vector<long> w;
    RationalMatrix X = constant_matrix(n, network.dimension, 0);
    for (long i = 0; i < n; ++i) {
      w.push_back(k == 0 ? 1 : draw.integer(1, V));
      X[static_cast<std::size_t>(i)][static_cast<std::size_t>(w.back() - 1)] = 1;
    }
    const RationalMatrix Y = theory::transformer<Rational>(blocks, theory::Matrix<Rational>::from_rows(X)).to_rows();
    for (long i = 1; i <= n; ++i) {
      const long target = i <= n / 2 ? w[static_cast<std::size_t>(2 * i - 1)] : V + 1;
      for (long answer = 1; answer <= V + 1; ++answer)
        passed = passed &&
                 Y[static_cast<std::size_t>(i - 1)][static_cast<std::size_t>(network.dimension - V - 2 + answer)] ==
                     Rational(answer == target ? 1 : 0);
    }
  }
  return {"a URPE Transformer of 3 layers with at most 12 heads solves the task for n = 128 exactly", passed,
          std::to_string(sequences) + " sequences over 3 tokens, one of them constant; " + std::to_string(most_heads) +
              " heads at most, d = " + std::to_string(network.dimension)};
}

}  // namespace

// URPE, eq. 10: no RPE Transformer predicts even tokens on identical tokens; an explicit URPE Transformer does on
// every sequence.
Findings urpe_even_token_prediction(const Effort& effort) {
  const std::string id = "urpe.even-token-prediction";
  Findings findings;
  findings.certificates = {
      {id, "printed", true,
       theory::split({{"no_rpe_transformer", at_identical_rows(2, effort.thorough ? 8 : 4, 93)},
                      {"a_urpe_transformer", urpe_on_every_sequence(even_token_network, effort.thorough ? 6 : 4, 2)}})},
      {id, "finding_best_accuracy_on_identical_tokens", true,
       theory::proof("theory/proofs/bound_even_tokens_accuracy.v", "best_accuracy")},
      {id, "finding_best_accuracy_on_identical_tokens", true, at_identical_rows(1, effort.thorough ? 8 : 5, 94)},
      {id, "finding_n_1", false,
       witness("n", 1,
               witness("V", 1,
                       witness("d", 1,
                               witness("x", Value::vector({0}),
                                       witness("net", network_value({constant_block({1})}), theory::evaluate())))))},
      {id, "finding_odd_n", true, theory::proof("theory/proofs/bound_even_tokens.v", "last_token")},
      {id, "finding_odd_n", true, range("n", 2, 40, theory::evaluate())},
      {id, "finding_one_head_in_each_block", true, in_stages(effort.thorough ? 8 : 4)},
  };
  findings.engine_checks = {at_the_papers_size(effort.brief ? 1 : 2)};
  findings.exhibits = {{"A head that moves tokens, n = 4, k = 1",
                        "Uniform weights 1/4 times C with entry 4 on the first upper diagonal: row i receives the "
                        "token of row i + 1, the "
                        "last row nothing.",
                        Exhibit::Matrix{{{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 0}}, {}, {}}},
                       {"The network by hand, n = 4, w = (a, b, c, d)", "s_k: the copy that distance k brings.",
                        Exhibit::Text{{"row 1: s_1 = b, s_2 = c; k = 1 = i is passed on: b = w_2",
                                       "row 2: s_1 = c, s_2 = d; k = 2 = i is passed on: d = w_4",
                                       "row 3: s_1 = d, s_2 = 0; no k equals 3: nothing, and i > 2 gives EOS",
                                       "row 4: s_1 = 0, s_2 = 0; EOS"}}}};
  return findings;
}

}  // namespace attest::constructions
