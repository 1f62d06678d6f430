// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/srpe/adding_problem.hpp"
#include "constructions/urpe/blocks.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::exhaustive;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The least integer c with (T - 2) / (2c + T - 2) < 1/25, which bounds the error of one layer.
long weight_of_marked(long T) { return 12 * (T - 2) + 1; }

Step one_layer(long T) {
  return witness("c", weight_of_marked(T), exhaustive("j", exhaustive("k", box("v", {{"-1", "1"}}, evaluate()))));
}

// Values at both ends, all 0, and random.
std::vector<Value> value_vectors(Draw& draw, long T) {
  RationalVector ends;
  for (long i = 0; i < T; ++i) ends.push_back(i % 3 == 1 ? -1 : 1);
  return {Value::vector(ends), Value::vector(RationalVector(static_cast<std::size_t>(T), 0)),
          Value::vector(draw_adding_problem(draw, T).values)};
}

Step every_pair_of_places(std::vector<Value> vectors) {
  return exhaustive("j", exhaustive("k", instances("v", std::move(vectors), theory::evaluate())));
}

// Element (v, m, 0, 0). First block, no heads: max(v + 2m - 1, 0) - max(2m - 1, 0), which is v where m = 1 and 0 where
// m = 0 or -1, goes to column 3. Second block: uniform attention, T/4 times the mean of column 3, and 1/2, go to
// column 4.
std::vector<Block> adding_network(long T) {
  Block select = identity_block(4, 2);
  select.W1 = {{1, 0}, {2, 2}, {0, 0}, {0, 0}};
  select.b1 = {-1, -1};
  select.W2 = {{0, 0, 1, 0}, {0, 0, -1, 0}};
  Block average = identity_block(4, 1);
  Head head;
  head.attention = constant_matrix(T, T, Rational(1, T));
  head.value = {{0}, {0}, {1}, {0}};
  head.value_bias = {0};
  head.output = {{0, 0, 0, Rational(T, 4)}};
  average.heads = {head};
  average.output_bias = {0, 0, 0, Rational(1, 2)};
  return {select, average};
}

Step adding_without_positions(long largest_T) {
  Draw draw(99);
  return for_every("T", 4, largest_T, [&](long T) {
    return witness("net", network_value(adding_network(T)), every_pair_of_places(value_vectors(draw, T)));
  });
}

}  // namespace

// SRPE, Artificial Tasks: the adding problem relies on no position, and a layer without positions solves it.
Findings srpe_adding(const Effort& effort) {
  const std::string id = "srpe.adding";
  Findings findings;
  findings.certificates = {
      {id, "printed", true,
       theory::split({{"relies_on_no_position", exhaustive("j", exhaustive("k", evaluate()))},
                      {"one_layer_solves_it", one_layer(100)}})},
      {id, "finding_every_length", true, theory::proof("theory/proofs/bound_adding.v", "every_length")},
      {id, "finding_every_length", true, for_every("T", 4, effort.thorough ? 40 : 16, one_layer)},
      {id, "finding_two_blocks_are_exact", true,
       theory::proof("theory/proofs/bound_adding_blocks.v", "two_blocks_are_exact")},
      {id, "finding_two_blocks_are_exact", true, adding_without_positions(effort.thorough ? 12 : 6)},
      {id, "finding_one_place_twice", false,
       witness("T", 4, witness("j", 1, witness("k", 1, witness("i", 1, evaluate()))))},
      {id, "finding_constant_answer", true, evaluate()},
  };
  findings.exhibits = {
      {"One layer at T = 100", "c = 1177, a score of log 1177 = 7.07 for the marker 1, 0 for 0 and -7.07 for -1.",
       Exhibit::Text{{"the weights: 1177 at the two marked places, 1 at most at the 98 others, 2452 at most together",
                      "v = 1 at the marked places, -1 elsewhere: the layer gives at least 1/2 + (2354 - 98) / 2452 / 2",
                      "target 1: the error is at most 98 / 2452 = 0.03997 < 0.04"}}},
      {"Two blocks by hand, T = 4, j = 2, k = 1",
       "v = (1/2, -1, 1, 0), markers (1, 1, 0, -1), target 1/2 + (1/2 - 1)/4 = 3/8.",
       Exhibit::Text{{"row 1: max(1/2 + 1, 0) - max(1, 0) = 1/2; row 2: max(-1 + 1, 0) - max(1, 0) = -1",
                      "row 3: max(1 - 1, 0) - max(-1, 0) = 0; row 4: max(0 - 3, 0) - max(-3, 0) = 0",
                      "mean -1/8, times T/4 = 1: -1/8; plus 1/2: 3/8"}}}};
  return findings;
}

}  // namespace attest::constructions
