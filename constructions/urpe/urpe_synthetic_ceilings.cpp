// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/urpe_synthetic_ceilings.hpp"

#include <algorithm>

#include "constructions/urpe/t5_lookup.hpp"

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
    std::vector<Step> by_V;
    for (long V = 1; V <= sizes[k]; ++V) by_V.push_back(leaf(from + static_cast<long>(k), V));
    by_n.push_back(range("V", 1, sizes[k], std::move(by_V)));
  }
  return range("n", from, from + static_cast<long>(sizes.size()) - 1, std::move(by_n));
}

Step weights_from_biases() {
  Draw draw(95);
  std::vector<Step> by_n;
  for (long n = 1; n <= 3; ++n) {
    by_n.push_back(instances("t", {Value::vector(telling_weights(n))},
                             instances("X", {Value::matrix(draw.matrix(n, 2))}, theory::evaluate())));
  }
  return range("n", 1, 3, std::move(by_n));
}

Step reaches_its_ceiling(const std::vector<long>& sizes) {
  return for_sizes(2, sizes, [](long n, long V) {
    const Block identification = t5_lookup_block(
        n, V, n, [](const Tokens&, long i) { return i; }, [](const Tokens&) { return 1L; });
    const Block even = t5_lookup_block(
        n, V, V + 1,
        [&](const Tokens& w, long i) { return i <= n / 2 ? w[static_cast<std::size_t>(2 * i - 1)] : V + 1; },
        [&](const Tokens&) { return V + 1; });
    auto reached = [](const Block& block, long d) {
      return witness("d", d, witness("net", network_value({block}), theory::evaluate()));
    };
    return theory::split({{"position_identification", reached(identification, 2 * V + n)},
                          {"even_token_prediction", reached(even, 2 * V + V + 1)}});
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

// At the paper's length: no two positions of a sequence get equal outputs, not even if one token alone is different.
EngineCheck at_the_papers_length(long sequences_of_each_kind) {
  const long n = 128, V = 10;
  const RationalMatrix attention = t5_matrix(telling_weights(n), n);
  Draw draw(97);
  bool passed = true;
  for (long k = 0; k < sequences_of_each_kind; ++k) {
    Tokens lone(static_cast<std::size_t>(n), 1), drawn;
    lone[static_cast<std::size_t>(draw.integer(0, n - 1))] = 2;
    for (long i = 0; i < n; ++i) drawn.push_back(draw.integer(1, V));
    for (const Tokens& w : {lone, drawn}) {
      RationalMatrix outputs = t5_outputs(attention, w, V);
      std::sort(outputs.begin(), outputs.end());
      passed = passed && std::adjacent_find(outputs.begin(), outputs.end()) == outputs.end();
    }
  }
  return {
      "one T5 head with t_k = 3^k + 1 gives 128 different outputs on sequences of 128 tokens", passed,
      std::to_string(sequences_of_each_kind) + " random sequences over 10 tokens, as many with one token different"};
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

Findings urpe_synthetic_ceilings(const Effort& effort) {
  const std::string id = "urpe.synthetic-ceilings";
  const std::vector<long> enumerated =
      effort.thorough ? std::vector<long>{5, 5, 4, 3, 2} : std::vector<long>{4, 4, 3, 2};
  const std::vector<long> told_apart = effort.thorough ? std::vector<long>{4, 3, 2, 2} : std::vector<long>{3, 3, 2};
  const std::vector<long> built = effort.thorough ? std::vector<long>{3, 3, 2} : std::vector<long>{3, 2};
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witness("V", 10, theory::split_one("with_relative_positions", theory::evaluate()))},
      {id, "repaired", true,
       theory::split({{"by_enumeration", for_sizes(1, enumerated, [](long, long) { return theory::evaluate(); })},
                      {"in_figure_1", exhaustive("V", theory::evaluate())}})},
      {id, "finding_weights_from_biases", true, weights_from_biases()},
      {id, "finding_one_head_sees_all_but_constants", true,
       for_sizes(2, told_apart,
                 [](long n, long) { return witness("t", Value::vector(telling_weights(n)), theory::evaluate()); })},
      {id, "finding_rpe_reaches_its_ceiling", true, reaches_its_ceiling(built)},
      {id, "finding_no_more_is_seen_without_positions", true, without_positions(enumerated)},
  };
  findings.engine_checks = {at_the_papers_length(effort.brief ? 1 : 4)};
  findings.exhibits = {
      ceilings_table(),
      {"The smallest case by hand: n = 2, V = 2",
       "t = (2, 4, 10) for i - j = -1, 0, 1. What each position gives to token 2.",
       Exhibit::Text{
           {"row 1 weighs positions 1, 2 with 4/6, 2/6; row 2 with 10/14, 4/14",
            "(1,2): 1/3 and 2/7     (2,1): 2/3 and 5/7     four different numbers: all four positions are known",
            "(1,1): 0 and 0         (2,2): 1 and 1         the position is not known",
            "position identification: (4 + 1 + 1) / 8 = 3/4 = 1 - (1/2) * 2/4"}}}};
  return findings;
}

}  // namespace attest::constructions
