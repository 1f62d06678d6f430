// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/positional_exact_routing.hpp"

#include "constructions/positional/routing.hpp"
#include "theory/scalar/enclosure.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// -n / (E - 1) and (E + n - 1) / (E - 1) for E = exp(1), to 40 digits: the middle of an enclosure, rounded.
std::pair<Rational, Rational> output_weights(long n) {
  using theory::Enclosure;
  const Enclosure e = exp(Enclosure(Rational(1), 256)), one(Rational(1), 256), size(Rational(n), 256);
  const Rational grid = pow(Rational(10), 40);
  const auto rounded = [&](const Enclosure& x) { return floor(x.lower() * grid) / grid; };
  return {rounded(-size / (e - one)), rounded((e + size - one) / (e - one))};
}

Step rational_weights(long largest_n) {
  Draw draw(491);
  std::vector<Step> by_n;
  for (long n = 1; n <= largest_n; ++n) {
    const auto [a, b] = output_weights(n);
    std::vector<Value> sources = {integers(std::vector<long>(static_cast<std::size_t>(n), n))};
    if (n > 1) sources.push_back(integers(draw.permutation(n)));
    RationalMatrix corners, spread;
    for (long i = 0; i < n; ++i) {
      corners.push_back({Rational(i % 2 == 0 ? 1 : -1)});
      spread.push_back({Rational(i - n / 2, n)});
    }
    by_n.push_back(instances(
        "source", std::move(sources),
        witness("a", a, witness("b", b, instances("X", {Value::matrix(corners), Value::matrix(spread)}, evaluate())))));
  }
  return range("n", 1, largest_n, std::move(by_n));
}

Exhibit by_hand() {
  return {
      "Three numbers x, y, z; node 1 wants y",
      "Scores 0, 0, 0 in the first head and 0, t, 0 in the second; E = exp(t) = 4.",
      Exhibit::Text{{"head 1: u = (x + y + z) / 3", "head 2: v = (x + 4 y + z) / 6",
                     "6 v - 3 u = 3 y, so y = 2 v - u, whatever x and z are",
                     "in general y = ((E + n - 1) v - n u) / (E - 1): the same two numbers for every node, so they can "
                     "stand in W_O or in the MLP's first matrix",
                     "no limit is taken: any t other than 0 will do; a small t makes the two numbers large"}}};
}

}  // namespace

Findings positional_exact_routing(const Effort& effort) {
  const std::string id = "positional.exact-routing";
  const std::string file = "theory/proofs/patterns.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "exact_routing")},
      {id, "finding_one_head_never", true, theory::proof(file, "one_head_never")},
      {id, "finding_rational_weights", true, rational_weights(effort.thorough ? 8 : 5)},
  };
  findings.exhibits = {by_hand()};
  return findings;
}

}  // namespace attest::constructions
