// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/urpe/contextual_checks.hpp"
#include "constructions/urpe/contextual_instances.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

using Vectors = std::vector<RationalVector>(long n, long d);

// One certificate for each box of sizes.
void add(Findings& findings, const std::string& statement, const std::vector<Sizes>& boxes, Vectors* vectors) {
  for (const Sizes& sizes : boxes) {
    findings.certificates.push_back({"urpe.lemma-10-sweep", statement, true,
                                     sizes([&](long n, long, long d) { return at_positions(vectors(n, d)); })});
  }
}

Step at_every_u(long n, long, long d) { return at_positions(position_vectors(n, d)); }

// The parts half_open and closed, one certificate for each pair of boxes.
void add_both(Findings& findings, const std::string& statement, long from_n, long from_m, bool thorough) {
  const std::vector<Sizes> half_open = certified_sizes(GridKind::half_open, from_n, from_m, thorough),
                           closed = certified_sizes(GridKind::closed, from_n, from_m, thorough);
  for (std::size_t i = 0; i < closed.size(); ++i) {
    findings.certificates.push_back(
        {"urpe.lemma-10-sweep", statement, true,
         theory::split({{"half_open", half_open[i](at_every_u)}, {"closed", closed[i](at_every_u)}})});
  }
}

}  // namespace

// URPE, Lemma 10: what the sweep keeps of the input, with the printed multiplier and with others.
Findings urpe_lemma_10_sweep(const Effort& effort) {
  const std::string id = "urpe.lemma-10-sweep";
  const Sizes three_tokens{3, 3, 2, 3, 1};
  Findings findings;
  findings.certificates = {
      {id, "printed", false, counterexample(2, 2, 1, {0, 2})},
      {id, "repaired", true, theory::proof("theory/proofs/bound_sweep.v", "the_top_tells_the_input")},
      {id, "finding_all_tokens_meet", true, theory::proof("theory/proofs/bound_sweep_hits.v", "all_tokens_meet")},
      {id, "finding_shifted_once", true, theory::proof("theory/proofs/bound_sweep_hits.v", "shifted_once")},
      {id, "finding_cited_multiplier_closed", false, counterexample(2, 2, 1, {0, 2})},
      {id, "finding_unsorted", false, witness("n", 3, witness("u", Value::vector({4, 2, 0}), evaluate()))},
      {id, "finding_shifted_once_with_the_cited_multiplier", false, counterexample(2, 2, 1, {0, Rational(9, 8)})},
      {id, "finding_shifted_once", true,
       theory::split({{"half_open", certified_sizes(GridKind::half_open, 2, 2, effort.thorough)[0](at_every_u)},
                      {"closed", certified_sizes(GridKind::closed, 2, 2, effort.thorough)[0](at_every_u)}})},
      {id, "finding_no_smaller_multiplier", true,
       three_tokens([](long n, long, long) { return exhaustive("a", at_positions({sorted_position_vectors(n)[1]})); })},
  };
  const std::vector<Sizes> boxes = certified_sizes(GridKind::half_open, 2, 2, effort.thorough);
  add_both(findings, "repaired", 1, 1, effort.thorough);
  add(findings, "finding_all_tokens_meet", boxes, position_vectors);
  add(findings, "finding_cited_multiplier", boxes, sorted_position_vectors);
  findings.engine_checks = {
      distinct_on_grids("the repaired sweep is one-to-one on {0, ..., 1}", effort, Distinct::largest_position,
                        GridKind::closed, closed_construction),
      distinct_on_grids("the repaired sweep is one-to-one on {0, ..., 1 - delta}", effort, Distinct::largest_position,
                        GridKind::half_open, half_open_construction),
      distinct_on_grids("so is the sweep with the cited multiplier on {0, ..., 1 - delta}", effort,
                        Distinct::largest_position, GridKind::half_open, [](const RationalVector& u, long m, long d) {
                          return printed_construction(GridKind::half_open, u, m, d, pow(Rational(m), d));
                        })};
  findings.exhibits = {
      {"The printed sweep by hand", "n = 2, d = 1, delta = 1/2, u = (0, 2).",
       Exhibit::Text{
           {"X = (0, 0): the tokens' values are 0 and 2",
            "the window around 0 catches the first: 0 + (2 - 0) = 2; both are 2, greatest minus least is 0, nothing "
            "moves any more",
            "X = (1/2, 0): 1/2 and 2; the first becomes 1/2 + (2 - 1/2) = 2",
            "both inputs end in (2, 2): adding greatest minus least always leads to the greatest",
            "with the multiplier 2 = delta^-d: (0, 2) -> (4, 2) -> (4, 6), and (1/2, 2) -> (7/2, 2) -> (7/2, 5)"}}}};
  findings.exhibits[0].sides = {"X = (0, 0) and X = (1/2, 0) end with different last tokens", "both end as (2, 2)"};
  return findings;
}

}  // namespace attest::constructions
