// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/reflected.hpp"
#include "constructions/urpe/t5_networks.hpp"
#include "theory/attention/transformer.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// One step for each vocabulary of each length. `sizes`: the largest V for n = from, from + 1, ...
template <class Leaf>
Step for_sizes(long from, const std::vector<long>& sizes, Leaf leaf) {
  std::vector<Step> by_n;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    by_n.push_back(for_every("V", 1, sizes[k], [&](long V) { return leaf(from + static_cast<long>(k), V); }));
  }
  return range("n", from, from + static_cast<long>(sizes.size()) - 1, std::move(by_n));
}

// The heads of the explicit networks.
Step weights_from_biases() {
  Draw draw(95);
  return for_every("n", 2, 4, [&](long n) {
    const T5Network network = t5_even_token_network(n, 1);
    std::vector<Value> families;
    for (const Head& head : network.blocks.front().heads) families.push_back(head.parameters.front().second);
    return instances("t", std::move(families), instances("X", {Value::matrix(draw.matrix(n, 2))}, theory::evaluate()));
  });
}

Step reaches_its_ceiling(const std::vector<long>& sizes) {
  return for_sizes(2, sizes, [](long n, long V) {
    auto reached = [](const T5Network& network) {
      return witness("d", network.dimension, witness("net", network_value(network.blocks), theory::evaluate()));
    };
    return theory::split({{"position_identification", reached(t5_position_network(n, V))},
                          {"even_token_prediction", reached(t5_even_token_network(n, V))}});
  });
}

Step without_positions(const std::vector<long>& sizes) {
  Draw draw(96);
  return for_sizes(1, sizes, [&](long, long V) {
    std::vector<Value> weights = {Value::matrix(constant_matrix(V, V, 1))};
    RationalMatrix G = constant_matrix(V, V, 0);
    for (RationalVector& row : G)
      for (Rational& entry : row) entry = Rational(draw.integer(1, 9), draw.integer(10, 13));
    weights.push_back(Value::matrix(G));
    return instances("G", std::move(weights), theory::evaluate());
  });
}

// Every sequence and every rule.
Step over_the_rotations(const std::vector<long>& sizes) {
  return for_sizes(1, sizes, [](long, long) { return exhaustive("w", exhaustive("answer", theory::evaluate())); });
}

Step learnt_by_heart(long largest_n) {
  return for_every("n", 1, largest_n, [](long n) {
    RationalVector each;
    for (long i = 1; i <= n; ++i) each.emplace_back(i);
    return witness("V", n,
                   witness("w", Value::vector(each), witness("answer", Value::vector(each), theory::evaluate())));
  });
}

theory::Block<Rational> engine_block(const Block& block) {
  using Matrix = theory::Matrix<Rational>;
  theory::Block<Rational> result;
  for (const Head& head : block.heads) {
    theory::Head<Rational> engine_head;
    engine_head.A = Matrix::from_rows(head.attention);
    engine_head.WV = Matrix::from_rows(head.value);
    engine_head.WO = Matrix::from_rows(head.output);
    result.heads.push_back(std::move(engine_head));
  }
  result.ffn.W1 = Matrix::from_rows(block.W1);
  result.ffn.W2 = Matrix::from_rows(block.W2);
  return result;
}

// At the paper's length: a random sequence, and one in which a single token is different.
EngineCheck at_the_papers_length(long sequences) {
  const long n = 128, V = 3;
  const T5Network network = t5_position_network(n, V);
  std::vector<theory::Block<Rational>> blocks;
  for (const Block& block : network.blocks) blocks.push_back(engine_block(block));
  Draw draw(97);
  bool passed = true;
  for (long k = 0; k < sequences; ++k) {
    const long lone = draw.integer(0, n - 1);
    RationalMatrix X = constant_matrix(n, network.dimension, 0);
    for (long i = 0; i < n; ++i) {
      const long token = k % 2 == 0 ? (i == lone ? 1 : 0) : draw.integer(0, V - 1);
      X[static_cast<std::size_t>(i)][static_cast<std::size_t>(token)] = 1;
    }
    const RationalMatrix Y = theory::transformer<Rational>(blocks, theory::Matrix<Rational>::from_rows(X)).to_rows();
    for (long i = 0; i < n; ++i)
      for (long answer = 0; answer < n; ++answer)
        passed = passed && Y[static_cast<std::size_t>(i)][static_cast<std::size_t>(network.dimension - n + answer)] ==
                               Rational(answer == i ? 1 : 0);
  }
  return {"an RPE Transformer of 2 blocks with 2 heads identifies all 128 positions exactly", passed,
          std::to_string(sequences) + " sequences over 3 tokens; in every other one a single token is different"};
}

// 1 - x as the number of nines is too long to print: the exponent is what matters.
Exhibit ceilings_table() {
  Exhibit::Table table{{"class", "position identification", "even token prediction", "seen of position i"},
                       {{"without positions", "1/128", "1/2", "its token, the counts of all tokens"},
                        {"T5's relative positions", "1 - 127 / (128 V^127)", "1 - 1 / (2 V^127)",
                         "everything, unless all tokens are equal"},
                        {"URPE", "1", "1", "everything"}}};
  return {"The ceilings for n = 128",
          "For V = 10 one sequence in 10^127 is constant. The text reports less than 60 % for the first two rows, 100 "
          "% for "
          "the third.",
          table};
}

}  // namespace

// URPE, section 5.1 and figure 1: the best possible expected token accuracy of each model class on both synthetic
// tasks.
Findings urpe_synthetic_ceilings(const Effort& effort) {
  const std::string id = "urpe.synthetic-ceilings";
  const std::vector<long> enumerated =
      effort.thorough ? std::vector<long>{5, 5, 4, 3, 2} : std::vector<long>{3, 3, 2, 2};
  const std::vector<long> built = effort.thorough ? std::vector<long>{4, 3, 2, 2} : std::vector<long>{3, 2};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, instances("n", {2, 3, 128}, instances("V", {1, 2, 10, 1000, 10000}, theory::evaluate()))},
      {id, "step_the_limitation_explains_the_gap", false,
       witness("V", 10, theory::split_one("with_relative_positions", theory::evaluate()))},
      {id, "repaired", true,
       theory::split({{"by_enumeration", for_sizes(1, enumerated, [](long, long) { return theory::evaluate(); })},
                      {"in_figure_1", exhaustive("V", theory::evaluate())}})},
      {id, "finding_one_in_n_over_the_rotations", true, theory::proof("theory/proofs/bound_rotations.v", "one_in_n")},
      {id, "finding_one_in_n_over_the_rotations", true, over_the_rotations(enumerated)},
      {id, "finding_one_order_can_be_learnt", true,
       theory::proof("theory/proofs/bound_one_order.v", "one_order_can_be_learnt")},
      {id, "finding_one_order_can_be_learnt", true, learnt_by_heart(6)},
      reflected(id, "finding_bars_of_5_to_7_percent"),
      {id, "finding_bars_of_5_to_7_percent", true, exhaustive("V", theory::evaluate())},
      {id, "finding_weights_from_biases", true,
       theory::proof("theory/proofs/bound_one_order.v", "weights_from_biases")},
      {id, "finding_weights_from_biases", true, weights_from_biases()},
      {id, "finding_two_heads_tell_the_index", true,
       theory::proof("theory/proofs/bound_t5_index.v", "two_heads_tell_the_index")},
      {id, "finding_two_heads_tell_the_index", true,
       for_sizes(1, enumerated, [](long, long) { return exhaustive("w", exhaustive("i", theory::evaluate())); })},
      {id, "finding_rpe_reaches_its_ceiling", true, reaches_its_ceiling(built)},
      {id, "finding_no_more_is_seen_without_positions", true,
       theory::proof("theory/proofs/bound_blind_sights.v", "no_more_is_seen")},
      {id, "finding_no_more_is_seen_without_positions", true, without_positions(enumerated)},
  };
  findings.engine_checks = {at_the_papers_length(effort.brief ? 1 : 2)};
  findings.exhibits = {
      ceilings_table(),
      {"How RPE finds the index, n = 4, w = (x, y, x, x)",
       "Head N weighs j <= i with 1 and j > i with 1/2; head M weighs j = i with 1/2, too. Own token against others.",
       Exhibit::Text{{"i = 1: others (y) get (1/2) / (1 + 3/2) = 1/5 and (1/2) / 2 = 1/4: ratio 5/4",
                      "i = 2: others (x, x, x) get (1 + 1) / 3 = 2/3 and 2 / (5/2) = 4/5: ratio 6/5",
                      "i = 3: others (y) get 1 / (7/2) = 2/7 and 1 / 3: ratio 7/6",
                      "i = 4: others (y) get 1 / 4 and 1 / (7/2) = 2/7: ratio 8/7",
                      "the ratio is (n + i) / (n + i - 1), whatever the other tokens are",
                      "w = (x, x, x, x): others get 0 and 0, and nothing is known"}}}};
  findings.exhibits[0].sides = {"relative positions stay below 60 % because of Theorem 2",
                                "Theorem 2 allows them 1 - 127 / (128 * 10^127)"};
  return findings;
}

}  // namespace attest::constructions
