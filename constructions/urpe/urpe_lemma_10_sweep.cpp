// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/urpe_lemma_10_sweep.hpp"

#include "constructions/urpe/contextual_instances.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Step everywhere(const GridRange& range, const std::function<std::vector<RationalVector>(long n)>& vectors) {
  return range([&](long n, long, long) { return at_positions(vectors(n)); });
}

}  // namespace

Findings urpe_lemma_10_sweep(const Effort& effort) {
  const std::string id = "urpe.lemma-10-sweep";
  const long largest = effort.thorough ? 256 : effort.brief ? 9 : 27;
  const Step half_open = everywhere({Grid::half_open, 1, 1, largest}, position_vectors);
  const Step half_open_from_2 = everywhere({Grid::half_open, 2, 2, largest}, position_vectors);
  const Step half_open_sorted = everywhere({Grid::half_open, 2, 2, largest}, sorted_position_vectors);
  const Step closed = everywhere({Grid::closed, 1, 1, largest}, position_vectors);
  const Step closed_from_2 = everywhere({Grid::closed, 2, 2, largest}, position_vectors);
  const GridRange three_tokens{Grid::half_open, 3, 2, 27};
  const Step smaller_multipliers =
      three_tokens([](long n, long, long) { return exhaustive("a", at_positions({sorted_position_vectors(n)[1]})); });
  Findings findings;
  findings.certificates = {
      {id, "printed", false, counterexample(2, 2, 1, {0, 2})},
      {id, "repaired", true, theory::split({{"half_open", half_open}, {"closed", closed}})},
      {id, "finding_all_tokens_meet", true, half_open_from_2},
      {id, "finding_cited_multiplier", true, half_open_sorted},
      {id, "finding_cited_multiplier_closed", false, counterexample(2, 2, 1, {0, 2})},
      {id, "finding_no_smaller_multiplier", true, smaller_multipliers},
      {id, "finding_unsorted", false, witness("n", 3, witness("u", Value::vector({4, 2, 0}), evaluate()))},
      {id, "finding_shifted_once_with_the_cited_multiplier", false, counterexample(2, 2, 1, {0, Rational(9, 8)})},
      {id, "finding_shifted_once", true, theory::split({{"half_open", half_open_from_2}, {"closed", closed_from_2}})},
  };
  findings.exhibits = {
      {"The printed sweep by hand", "n = 2, d = 1, delta = 1/2, u = (0, 2).",
       Exhibit::Text{
           {"X = (0, 0): the tokens' values are 0 and 2",
            "the window around 0 catches the first: 0 + (2 - 0) = 2; both are 2, greatest minus least is 0, nothing "
            "moves any more",
            "X = (1/2, 0): 1/2 and 2; the first becomes 1/2 + (2 - 1/2) = 2",
            "both inputs end in (2, 2): adding greatest minus least always leads to the greatest",
            "with the multiplier 2 = delta^-d: (0, 2) -> (4, 2) -> (4, 6), and (1/2, 2) -> (7/2, 2) -> (7/2, 5)"}}}};
  return findings;
}

}  // namespace attest::constructions
