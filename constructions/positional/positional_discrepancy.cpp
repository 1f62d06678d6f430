// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/positional_discrepancy.hpp"

#include <cmath>

#include "theory/scalar/rational.hpp"

namespace attest::constructions {

using theory::Rational;

namespace {

double one_sample(double range_end, double n) {
  return 1 - 2 * std::pow(range_end / (range_end + 1), n) + std::pow((range_end - 1) / (range_end + 1), n);
}

Exhibit joint_probability() {
  Exhibit::Plot plot{"n", "probability that all samples hold both ends", false, {}, {}};
  for (int c = 1; c <= 3; ++c) {
    Exhibit::Curve curve{"m = n^" + std::to_string(c), {}};
    for (int n = 6; n <= 80; n += 2) {
      const double x = n;
      curve.points.emplace_back(x,
                                std::exp(std::pow(x, c) * (std::log(one_sample(3, x)) + std::log(one_sample(4, x)))));
    }
    plot.curves.push_back(std::move(curve));
  }
  plot.curves.push_back({"0.8", {{6, 0.8}, {80, 0.8}}});
  return {"Training and test samples together, L = 3 and z = 1", "Even n.", plot};
}

}  // namespace

Findings positional_discrepancy(const Effort&) {
  const std::string id = "positional.discrepancy";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/discrepancy.v", "polynomial_claim")},
      {id, "finding_example", true, theory::evaluate()},
  };
  findings.exhibits = {joint_probability(),
                       {"By hand: n = 2, m = 1, L = 3, z = 1", "One training and one test array that hold both ends.",
                        Exhibit::Text{{"training array (0, 3): maximum - minimum = 3", "test array (4, 0): 4",
                                       "difference of the means: 4 - 3 = z = 1"}}}};
  return findings;
}

}  // namespace attest::constructions
