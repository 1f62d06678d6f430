// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/srpe/adding_problem.hpp"
#include "constructions/srpe/reber.hpp"
#include "constructions/urpe/blocks.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// An example as the claim writes it, its letters as symbols.
Value example_value(char label, const ReberString& first, const ReberString& second) {
  const ReberExample example = embedded_reber(label, first.text, second.text);
  Value::List text;
  for (const char letter : example.input) text.emplace_back(std::string(1, letter));
  return Value::Record{{"text", std::move(text)},
                       {"label", std::string(1, label)},
                       {"p", first.probability * second.probability / Rational(2)}};
}

// The smallest pair: the same shortest string twice, with either label.
Step same_letters(long largest_N) {
  const ReberString shortest = reber_strings(5).front();
  return range("N", 5, largest_N,
               witness("s", example_value('P', shortest, shortest),
                       witness("t", example_value('T', shortest, shortest), theory::evaluate())));
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

Step adding(long largest_T) {
  Draw draw(98);
  return for_every("T", 4, largest_T, [&](long T) { return every_pair_of_places(value_vectors(draw, T)); });
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

EngineCheck long_strings(long draws) {
  Draw draw(100);
  bool passed = true;
  std::size_t longest = 0;
  for (long k = 0; k < draws; ++k) {
    const ReberExample example =
        embedded_reber(draw.integer(0, 1) == 0 ? 'P' : 'T', draw_reber_string(draw), draw_reber_string(draw));
    longest = std::max(longest, example.input.size());
    passed = passed && label_from_neighbours(example.input) == example.label;
  }
  return {"the letter after the first E gives the label of strings drawn from the grammar", passed,
          std::to_string(draws) + " strings, the longest of " + std::to_string(longest) + " letters"};
}

}  // namespace

// SRPE, Artificial Tasks: what the embedded Reber task and the adding problem need to know of positions.
Findings srpe_reber(const Effort& effort) {
  const std::string id = "srpe.reber";
  const auto evaluate = theory::evaluate();
  const long largest_N = effort.thorough ? 8 : 6, largest_T = effort.thorough ? 24 : 8;
  Findings findings;
  findings.certificates = {
      {id, "printed", false, theory::split_one("reber_relies_on_absolute_position", witness("N", 7, evaluate))},
      {id, "repaired", true,
       theory::split({{"reber_relies_on_neighbours", range("N", 5, largest_N, exhaustive("s", evaluate))},
                      {"adding_relies_on_no_position", adding(largest_T)}})},
      {id, "finding_same_letters", true, same_letters(largest_N)},
      {id, "finding_without_order_it_is_chance", true, range("N", 5, largest_N, evaluate)},
      {id, "finding_classical_is_chance", false, witness("N", 5, evaluate)},
      {id, "finding_one_place_twice", false,
       witness("T", 4, witness("j", 1, witness("k", 1, witness("v", Value::vector({1, 0, 0, 0}), evaluate))))},
      {id, "finding_adding_without_positions", true, adding_without_positions(effort.thorough ? 12 : 6)},
  };
  findings.engine_checks = {long_strings(effort.brief ? 1000 : 20000)};
  Exhibit::Table strings{{"Reber string", "probability"}, {}};
  for (const ReberString& reber : reber_strings(7)) strings.rows.push_back({reber.text, reber.probability.to_string()});
  findings.exhibits = {
      {"The shortest Reber strings", "All strings of at most 7 letters.", strings},
      {"The smallest pair by hand", "The same letters, different labels; neighbours tell.",
       Exhibit::Text{{"P BTXSE T BTXSE   label P: after the first E comes T",
                      "T BTXSE P BTXSE   label T: after the first E comes P",
                      "E stands only at the end of a Reber string, so there is one letter after an E"}}},
      {"The adding problem by hand, T = 4, j = 2, k = 1",
       "v = (1/2, -1, 1, 0), markers (1, 1, 0, -1), target 1/2 + (1/2 - 1)/4 = 3/8.",
       Exhibit::Text{{"row 1: max(1/2 + 1, 0) - max(1, 0) = 1/2; row 2: max(-1 + 1, 0) - max(1, 0) = -1",
                      "row 3: max(1 - 1, 0) - max(-1, 0) = 0; row 4: max(0 - 3, 0) - max(-3, 0) = 0",
                      "mean -1/8, times T/4 = 1: -1/8; plus 1/2: 3/8"}}}};
  return findings;
}

}  // namespace attest::constructions
