// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/reflected.hpp"
#include "theory/attention/relative_bucket.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::exhaustive;
using theory::Rational;
using theory::RelativeBuckets;
using theory::Step;
using theory::witness;

namespace {

// The buckets of one side that no distance has: those that begin where the next one begins.
std::vector<long> skipped(long K, long M) {
  const auto first = RelativeBuckets({K, M, false}).first_distances();
  std::vector<long> found;
  for (std::size_t k = 0; k + 1 < first.size(); ++k) {
    if (first[k] == first[k + 1]) found.push_back(static_cast<long>(k));
  }
  return found;
}

Step all_buckets(long more, const Step& then) { return theory::range("more", 1, more, exhaustive("bucket", then)); }

// The engine alone: none is skipped for M >= e h, and the greatest M that skips one for each K.
std::vector<EngineCheck> every_size(const Effort& effort, Exhibit& exhibit) {
  const long largest_K = effort.brief ? 40 : effort.thorough ? 256 : 64;
  Exhibit::Table table{{"B = K", "greatest M that skips a bucket", "e B/2", "skipped at M = B + 1"}, {}};
  EngineCheck two_sided{"two-sided, M > B: no bucket between 0 and K-1 of a side is skipped", true,
                        "every K up to " + std::to_string(largest_K) + ", M from 2K + 1 to 4K"};
  EngineCheck one_sided{"one-sided, M >= e B/2: no bucket is skipped", true,
                        "every B up to " + std::to_string(largest_K) + ", M up to 4B"};
  for (long K = 2; K <= largest_K; K += 2) {
    long greatest = 0;
    for (long M = K / 2 + 1; M <= 4 * K; ++M) {
      if (!skipped(K, M).empty()) greatest = M;
    }
    const std::string place = "K = " + std::to_string(K) + ", M = " + std::to_string(greatest);
    if (greatest > 2 * K) two_sided = {two_sided.what, false, place};
    // 2.718 < e, so this is a little more than is claimed.
    if (2000 * greatest > 2718 * K) one_sided = {one_sided.what, false, place};
    if (K % 8 == 0 && K <= 64) {
      std::string list;
      for (long bucket : skipped(K, K + 1)) list += (list.empty() ? "" : ", ") + std::to_string(bucket);
      table.rows.push_back({std::to_string(K), std::to_string(greatest),
                            std::to_string(K * 1359 / 1000) + "." + std::to_string(K * 13591 / 1000 % 10),
                            list.empty() ? "none" : list});
    }
  }
  exhibit = {"One-sided: how small M may be",
             "For M above the second column every bucket is used. M > B fails from B = 32 on.", table};
  return {two_sided, one_sided};
}

}  // namespace

// SRPE, eqs. 14 to 16: which buckets are the bucket of no position.
Findings srpe_t5_bucket_use(const Effort& effort) {
  const std::string id = "srpe.t5-bucket-use";
  Findings findings;
  Exhibit thresholds;
  findings.engine_checks = every_size(effort, thresholds);
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_t5_bucket.v", "buckets_are_indices")},
      {id, "printed", true,
       theory::range("B", 4, effort.thorough ? 32 : 16,
                     theory::range("more", 1, effort.thorough ? 32 : 5,
                                   theory::range("l", 0, effort.thorough ? 70 : 24, evaluate())))},
      {id, "finding_every_bucket", false,
       witness("B", 4,
               witness("more", 1, witness("bucket", 2, theory::split_one("two_sided", exhaustive("l", evaluate())))))},
      {id, "finding_which_are_used", true, theory::proof("theory/proofs/bound_t5_bucket_used.v", "which_are_used")},
      {id, "finding_which_are_used", true,
       theory::range("B", 4, effort.thorough ? 16 : 12,
                     all_buckets(effort.thorough ? 12 : 5,
                                 theory::split({{"two_sided", evaluate()}, {"one_sided", evaluate()}})))},
      // T5's own size: B = 32 and M = 128.
      {id, "finding_which_are_used", true,
       theory::range(
           "B", 32, 32,
           theory::range("more", 96, 96,
                         exhaustive("bucket", theory::split({{"two_sided", evaluate()}, {"one_sided", evaluate()}}))))},
      {id, "finding_one_sided", false, witness("B", 32, witness("more", 1, witness("bucket", 21, evaluate())))},
      {id, "finding_elementary_bound", true, theory::proof("theory/proofs/bound_t5_bucket_used.v", "elementary_bound")},
      {id, "finding_elementary_bound", true,
       theory::range("B", 2, effort.thorough ? 24 : 14, all_buckets(12, evaluate()))},
      {id, "finding_elementary_bound", true,
       theory::range("B", 32, 32, theory::range("more", 11, 11, exhaustive("bucket", evaluate())))},
      reflected(id, "finding_which_M_skip", "theory/proofs/bound_machine_srpe.v"),
      {id, "finding_which_M_skip", true, exhaustive("B", exhaustive("M", evaluate()))},
      {id, "finding_one_sided_up_to_30", true,
       theory::proof("theory/proofs/bound_t5_bucket_one_sided.v", "one_sided_up_to_30")},
      // M > 30 + 11 is above e B/2 for each of these B.
      {id, "finding_one_sided_up_to_30", true, exhaustive("B", all_buckets(11, evaluate()))},
  };
  findings.exhibits = {{"Two-sided, B = 4 and M = 5", "K = 2, h = 1: the smallest case.",
                        Exhibit::Text{{"l = 0: A = 0, bucket 0", "l = -1, -2, ...: A = min(1 + ..., 1) = 1, bucket 1",
                                       "l = 1, 2, ...: A = 1, bucket 1 + 2 = 3",
                                       "bucket 2 would be A = 0 with l > 0, but A(l) >= 1 for l >= 1"}}},
                       {"One-sided, B = 32 and M = 33",
                        "h = 16, r = (33/16)^(1/16); bucket 21 would begin at 16 r^5 and end before 16 r^6.",
                        Exhibit::Text{{"16 r^5 = 20.06..., 16 r^6 = 20.99...: no integer between them",
                                       "in integers: 20^16 < 33^5 16^11, and 21^16 >= 33^6 16^10"}}},
                       thresholds};
  return findings;
}

}  // namespace attest::constructions
