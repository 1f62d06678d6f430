// SPDX-License-Identifier: Apache-2.0
#include "theory/scalar/truth.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace attest::theory;

namespace {

const std::vector<Truth> all = {Truth::no, Truth::yes, Truth::unknown};

/// The booleans that a truth value may stand for.
std::vector<bool> readings(Truth a) {
  if (a == Truth::unknown) return {false, true};
  return {a == Truth::yes};
}

/// What is known of a result that takes the given values over all readings.
Truth known(const std::vector<bool>& results) {
  for (bool result : results) {
    if (result != results.front()) return Truth::unknown;
  }
  return truth(results.front());
}

}  // namespace

TEST_CASE("Kleene's connectives are unknown exactly if the unknowns matter") {
  for (Truth a : all) {
    std::vector<bool> negations;
    for (bool x : readings(a)) negations.push_back(!x);
    CHECK((!a) == known(negations));
    for (Truth b : all) {
      std::vector<bool> conjunctions, disjunctions;
      for (bool x : readings(a)) {
        for (bool y : readings(b)) {
          conjunctions.push_back(x && y);
          disjunctions.push_back(x || y);
        }
      }
      CHECK((a & b) == known(conjunctions));
      CHECK((a | b) == known(disjunctions));
    }
  }
}

TEST_CASE("decide doubles the precision until it is known, or passes the limit") {
  std::vector<long> tried;
  const Decision found = decide(64, 1024, [&](long precision) {
    tried.push_back(precision);
    if (precision < 128) throw Undecided("not yet");
    return precision < 256 ? Truth::unknown : Truth::no;
  });
  CHECK(tried == std::vector<long>{64, 128, 256});
  CHECK(found.truth == Truth::no);
  CHECK(found.precision == 256);

  const Decision lost = decide(64, 300, [](long) { return Truth::unknown; });
  CHECK(lost.truth == Truth::unknown);
  CHECK(lost.precision == 256);
  CHECK_THROWS_AS(decide(64, 63, [](long) { return Truth::yes; }), std::invalid_argument);
}
