// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/reflected.hpp"
#include "theory/attention/relative_bucket.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::RelativeBuckets;
using theory::Step;
using theory::witness;

namespace {

Step sizes(const char* buckets, long least, long largest, long more, long distance) {
  return theory::range(buckets, least, largest,
                       theory::range("more", 1, more, theory::range("l", 0, distance, evaluate())));
}

Step one_size(long K, long more) {
  return theory::range("K", K, K,
                       theory::range("more", more, more, theory::range("l", 0, K / 2 + more + 2, evaluate())));
}

// l = h^3 + 1: the expression under the floor is then below -2h, whatever M < h.
Step below_zero(long largest_h) {
  return for_every("h", 2, largest_h,
                   [&](long h) { return theory::exhaustive("M", witness("l", h * h * h + 1, evaluate())); });
}

// The engine alone: eq. 14's properties for every size, from a table of where the buckets begin.
EngineCheck every_size(const Effort& effort) {
  const long largest_K = effort.brief ? 16 : effort.thorough ? 128 : 32, largest_M = effort.thorough ? 1024 : 128;
  const std::string what = "range, monotonicity and the exact part of eq. 14";
  for (long K = 2; K <= largest_K; K += 2) {
    for (long M = K / 2 + 1; M <= largest_M; ++M) {
      const RelativeBuckets buckets({K, M, false});
      for (long l = 0; l <= M + 1; ++l) {
        const long here = buckets.side(l), next = buckets.side(l + 1);
        if (here >= 0 && here <= next && next < K && (l >= K / 2 || here == l)) continue;
        return {what, false, "K = " + std::to_string(K) + ", M = " + std::to_string(M) + ", l = " + std::to_string(l)};
      }
    }
  }
  return {what, true,
          "every even K from 2 to " + std::to_string(largest_K) + ", every M from K/2 + 1 to " +
              std::to_string(largest_M) + ", every l up to M + 1"};
}

Exhibit where_buckets_begin() {
  const RelativeBuckets buckets({32, 128, true});
  Exhibit::Table table{{"bucket", "distances"}, {}};
  const auto& first = buckets.first_distances();
  for (std::size_t k = 0; k < first.size(); ++k) {
    const bool last = k + 1 == first.size();
    const long end = last ? 0 : first[k + 1] - 1;
    table.rows.push_back({std::to_string(k), last ? std::to_string(first[k]) + " and more"
                                             : first[k] == end
                                                 ? std::to_string(end)
                                                 : std::to_string(first[k]) + " to " + std::to_string(end)});
  }
  return {"One side of T5's buckets, B = 32 and M = 128",
          "K = 16, h = 8. Exact, from l^8 >= 128^j 8^(8-j). The last bucket begins at 91, not at 128.", table};
}

}  // namespace

// SRPE, eqs. 14 and 15: the bucket function's range, monotonicity and exact part, and for which K and M.
Findings srpe_t5_bucket_range(const Effort& effort) {
  const std::string id = "srpe.t5-bucket-range";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_t5_bucket.v", "range_monotone_exact")},
      {id, "printed", true,
       sizes("B", 4, effort.thorough ? 32 : 16, effort.thorough ? 32 : 5, effort.thorough ? 70 : 24)},
      // T5's own size: B = 32 and M = 128.
      {id, "printed", true,
       theory::range("B", 32, 32, theory::range("more", 96, 96, theory::range("l", 0, 130, evaluate())))},
      {id, "finding_any_M_above_half", true, theory::proof("theory/proofs/bound_t5_bucket.v", "any_M_above_half")},
      {id, "finding_any_M_above_half", true,
       sizes("K", 2, effort.thorough ? 24 : 12, effort.thorough ? 24 : 8, effort.thorough ? 40 : 16)},
      {id, "finding_smaller_M", true, theory::proof("theory/proofs/bound_t5_bucket_logarithms.v", "smaller_M")},
      {id, "finding_smaller_M", true, below_zero(effort.thorough ? 16 : 8)},
      {id, "finding_logarithms", true, theory::proof("theory/proofs/bound_t5_bucket_logarithms.v", "logarithms")},
      {id, "finding_logarithms", true,
       sizes("K", 2, effort.thorough ? 16 : 10, effort.thorough ? 24 : 6, effort.thorough ? 40 : 12)},
      // The paper's sizes, K and M = K/2 + more: (16, 50), (16, 100), (16, 128), (32, 128).
      {id, "finding_logarithms", true, one_size(16, 42)},
      {id, "finding_logarithms", true, one_size(16, 92)},
      {id, "finding_logarithms", true, one_size(16, 120)},
      {id, "finding_logarithms", true, one_size(32, 112)},
      reflected(id, "finding_last_bucket"),
      {id, "finding_last_bucket", true, theory::exhaustive("M", evaluate())},
      {id, "finding_any_number_of_buckets", false, witness("B", 1, witness("M", 2, witness("l", 1, evaluate())))},
      {id, "finding_even_number_of_buckets", false, witness("B", 6, witness("M", 7, witness("l", 2, evaluate())))},
  };
  findings.engine_checks = {every_size(effort)};
  findings.exhibits = {
      where_buckets_begin(),
      {"Where the letter of eq. 15 fails", "K = B/2 must be a positive even integer.",
       Exhibit::Text{{"B = 6, K = 3, M = 7, l = 2: K/2 = 3/2, and log(4/3) / log(14/3) * 3/2 = 0.28...",
                      "A(2, 3) = min(3/2 + 0, 2) = 3/2, no bucket",
                      "B = 1, K = 1/2, l = -1: min(1/4 + 0, -1/2) = -1/2"}}}};
  return findings;
}

}  // namespace attest::constructions
