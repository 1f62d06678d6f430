// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/urpe_even_token_prediction.hpp"

#include "constructions/urpe/synthetic_networks.hpp"

namespace attest::constructions {

using theory::Step;
using theory::Value;

namespace {

// RPE Transformers at n identical rows: stacks of one, two and three random blocks with right stochastic attention.
Step at_identical_rows(long from, long to, std::uint64_t seed) {
  Draw draw(seed);
  std::vector<Step> by_n;
  for (long n = from; n <= to; ++n) {
    std::vector<Step> by_V;
    for (long V = 1; V <= 2; ++V) {
      std::vector<Step> by_d;
      for (long d = 1; d <= 2; ++d) {
        std::vector<Value> networks;
        for (long layers = 1; layers <= 3; ++layers) {
          std::vector<Block> blocks;
          for (long layer = 0; layer < layers; ++layer) blocks.push_back(random_block(draw, n, d, 2, true));
          networks.push_back(network_value(blocks));
        }
        by_d.push_back(instances("x", {Value::vector(RationalVector(static_cast<std::size_t>(d), 1))},
                                 instances("net", std::move(networks), theory::evaluate())));
      }
      by_V.push_back(range("d", 1, 2, std::move(by_d)));
    }
    by_n.push_back(range("V", 1, 2, std::move(by_V)));
  }
  return range("n", from, to, std::move(by_n));
}

Step urpe_on_every_sequence(long largest_n, long largest_V) {
  std::vector<Step> by_n;
  for (long n = 1; n <= largest_n; ++n) {
    std::vector<Step> by_V;
    for (long V = 1; V <= largest_V; ++V) {
      const SyntheticNetwork network = even_token_network(n, V);
      by_V.push_back(witness("d", network.dimension,
                             witness("net", network_value({network.block}), exhaustive("w", theory::evaluate()))));
    }
    by_n.push_back(range("V", 1, largest_V, std::move(by_V)));
  }
  return range("n", 1, largest_n, std::move(by_n));
}

}  // namespace

Findings urpe_even_token_prediction(const Effort& effort) {
  const std::string id = "urpe.even-token-prediction";
  Findings findings;
  findings.certificates = {
      {id, "printed", true,
       theory::split({{"no_rpe_transformer", at_identical_rows(2, effort.thorough ? 8 : 4, 93)},
                      {"a_urpe_transformer", urpe_on_every_sequence(effort.thorough ? 6 : 4, 2)}})},
      {id, "finding_best_accuracy_on_identical_tokens", true, at_identical_rows(1, effort.thorough ? 8 : 5, 94)},
      {id, "finding_n_1", false,
       witness("n", 1,
               witness("V", 1,
                       witness("d", 1,
                               witness("x", Value::vector({0}),
                                       witness("net", network_value({constant_block({1})}), theory::evaluate())))))},
      {id, "finding_odd_n", true, range("n", 2, 40, theory::evaluate())},
  };
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
