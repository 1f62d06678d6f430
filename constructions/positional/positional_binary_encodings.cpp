// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/routing.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;
using theory::Value;

namespace {

// Everybody attends to position 1.
Step constant_patterns(long largest_n) {
  Draw draw(531);
  return for_every("n", 2, largest_n, [&](long n) {
    long bits = 0;
    while ((1L << bits) < n) ++bits;
    std::vector<Value> queries = {Value::matrix(unit_rows(bits)), Value::matrix(constant_matrix(bits, bits, 0))};
    const Value random = Value::matrix(draw.matrix(bits, bits));
    if (random.to_json() != queries[0].to_json() && random.to_json() != queries[1].to_json()) queries.push_back(random);
    return witness("source", integers(std::vector<long>(static_cast<std::size_t>(n), 1)),
                   instances("m", {Value(bits)},
                             instances("WQ", queries, instances("WK", {Value::matrix(unit_rows(bits))}, evaluate()))));
  });
}

}  // namespace

// Positional Attention, appendix D.1.6: binary position encodings.
Findings positional_binary_encodings(const Effort& effort) {
  const std::string id = "positional.binary-encodings";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_binary_encodings.v", "constant_pattern_is_missed")},
      {id, "printed", true, constant_patterns(effort.thorough ? 6 : 5)},
  };
  findings.exhibits = {
      {"Two positions, encoded as -1 and 1", "Both are to attend to position 1.",
       Exhibit::Text{{"scores of position 1: m and -m, for m = (-1) W_Q W_K^T (-1)",
                      "scores of position 2: -m and m: the other way round, whatever m is",
                      "so the two never attend to the same position alone; for larger n the same holds for positions "
                      "2^k - 1 and 2^k, counted from 0, whose bits are all different"}}}};
  return findings;
}

}  // namespace attest::constructions
