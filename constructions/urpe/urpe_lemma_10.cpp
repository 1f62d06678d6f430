// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/urpe_lemma_10.hpp"

#include "constructions/urpe/contextual_instances.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;

namespace {

Step everywhere(const GridRange& range) {
  return range([](long n, long, long) { return at_positions(position_vectors(n)); });
}

}  // namespace

Findings urpe_lemma_10(const Effort& effort) {
  const std::string id = "urpe.lemma-10";
  const long largest = effort.thorough ? 256 : effort.brief ? 9 : 27;
  const GridRange own{Grid::half_open, 2, 2, largest};
  Findings findings;
  findings.certificates = {
      {id, "printed", false, counterexample(2, 2, 1, {0, 2})},
      {id, "repaired", true, everywhere({Grid::closed, 1, 1, largest})},
      {id, "finding_half_open", true, everywhere({Grid::half_open, 1, 1, largest})},
      {id, "finding_cited_multiplier", false, counterexample(2, 2, 1, {0, 2})},
      {id, "finding_cited_multiplier_half_open", false, counterexample(2, 2, 1, {0, Rational(33, 2)})},
      {id, "finding_own_u", true, own([](long, long, long) { return evaluate(); })},
  };
  return findings;
}

}  // namespace attest::constructions
