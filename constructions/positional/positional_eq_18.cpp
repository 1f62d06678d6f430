// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/bindings.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Random vectors and radii that are large enough for them.
Step random_vectors(long largest_d) {
  Draw draw(180);
  return for_every("d", 1, largest_d, [&](long d) {
    Bindings vectors;
    for (const char* name : {"w", "v", "x", "y"}) vectors.emplace_back(name, Value::vector(draw.vector(d)));
    return one_instance(vectors,
                        theory::split({{"triangle", theory::evaluate()},
                                       {"radius", one_instance({{"Bw", 30 * d}, {"eps", 40 * d}, {"ew", 800 * d}})}}));
  });
}

}  // namespace

// Positional Attention, eq. 18: from the layers' cover to scalar outputs.
Findings positional_eq_18(const Effort&) {
  const std::string id = "positional.eq-18";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_scalar_output.v", "scalar_output")},
      {id, "printed", true, random_vectors(5)},
  };
  findings.exhibits = {{"By hand: w = 2, w' = 1, x = 3, x' = 2", "One dimension; B_w = 2, eps^(L) = 1, eps_w = 2.",
                        Exhibit::Text{{"w x - w' x' = 6 - 2 = 4", "|w (x - x')| + |(w - w') x'| = 2 + 2 = 4",
                                       "eps_w + B_w eps^(L) = 2 + 2 * 1 = 4"}}}};
  return findings;
}

}  // namespace attest::constructions
