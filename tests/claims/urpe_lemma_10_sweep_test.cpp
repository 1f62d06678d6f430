// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "constructions/urpe/contextual_mapping.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/constructions/urpe/odometer_inputs.hpp"

using attest::tests::require_accepted;
using namespace attest::constructions;
using attest::theory::Rational;

// Another route: where each token is shifted once, the last value is the linear form
// (1 - a) (a^(n-1) l_1 + ... + a l_(n-1) + l_n) + a^n l_n of the sorted tokens' values l. No block is simulated.
TEST_CASE("urpe.lemma-10-sweep: the repaired sweep ends at the linear form, which is one-to-one") {
  for (const auto& [n, m, d] : {std::tuple(2L, 2L, 1L), {2L, 3L, 1L}, {2L, 2L, 2L}, {3L, 2L, 1L}, {4L, 2L, 1L}}) {
    for (RationalVector u : position_vectors(n)) {
      std::sort(u.begin(), u.end());
      for (ContextualConstruction c : {half_open_construction(u, m, d), closed_construction(u, m, d)}) {
        c.last.reset();
        const Rational a = c.shifts.front().multiplier;
        std::set<Rational> ends;
        const auto inputs = attest::tests::odometer_inputs(c.grid, n, d, m);
        for (const RationalMatrix& X : inputs) {
          Rational end = 0;
          for (long i = 0; i < n; ++i) {
            const std::size_t place = static_cast<std::size_t>(i);
            Rational l = u[place] * total(c.z);
            for (std::size_t j = 0; j < c.z.size(); ++j) l += X[place][j] * c.z[j];
            end += l * (Rational(1) - a) * pow(a, n - 1 - i);
            if (i == n - 1) end += l * pow(a, n);
          }
          CHECK(contextual_values(c, X).back() == end);
          ends.insert(end);
        }
        CHECK(ends.size() == inputs.size());
      }
    }
  }
}

TEST_CASE("urpe.lemma-10-sweep: every certificate is accepted") {
  const auto shown = require_accepted("urpe.lemma-10-sweep");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_all_tokens_meet"));
  CHECK(shown.at("finding_cited_multiplier"));
  CHECK(!shown.at("finding_cited_multiplier_closed"));
  CHECK(shown.at("finding_no_smaller_multiplier"));
  CHECK(!shown.at("finding_unsorted"));
  CHECK(!shown.at("finding_shifted_once_with_the_cited_multiplier"));
  CHECK(shown.at("finding_shifted_once"));
}
