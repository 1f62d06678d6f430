// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/urpe_lemma_10_existence.hpp"

#include "constructions/urpe/contextual_instances.hpp"
#include "constructions/urpe/contextual_stack.hpp"
#include "constructions/urpe/modified_blocks.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;
using theory::Value;

namespace {

// The same stack serves both statements; `then` is what follows it.
Step stacks(const GridRange& range, const Step& then) {
  return range([&](long n, long m, long d) {
    std::vector<Value> vectors;
    std::vector<Step> by_u;
    for (const RationalVector& u : position_vectors(n)) {
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

}  // namespace

Findings urpe_lemma_10_existence(const Effort& effort) {
  const std::string id = "urpe.lemma-10-existence";
  const long largest = effort.thorough ? 256 : effort.brief ? 9 : 16;
  const GridRange range{Grid::closed, 1, 1, largest};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, stacks(range, exhaustive("ties", evaluate()))},
      {id, "finding_depth", true, stacks(range, evaluate())},
      {id, "finding_equal_entries", true, equal_entries()},
  };
  return findings;
}

}  // namespace attest::constructions
