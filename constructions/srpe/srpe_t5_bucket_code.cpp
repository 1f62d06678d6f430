// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <set>

#include "constructions/claim.hpp"
#include "constructions/reflected.hpp"
#include "theory/attention/float_bucket.hpp"

namespace attest::constructions {

using theory::BucketArithmetic;
using theory::BucketRule;
using theory::evaluate;
using theory::exhaustive;
using theory::FloatBuckets;
using theory::Rational;
using theory::RelativeBuckets;
using theory::Step;
using theory::Value;
using theory::witness;

namespace {

struct Variant {
  BucketArithmetic arithmetic;
  const char* name;
};
constexpr std::array<Variant, 4> kVariants = {{{BucketArithmetic::float32, "binary32"},
                                               {BucketArithmetic::float32_reciprocal, "binary32, reciprocals"},
                                               {BucketArithmetic::float32_epsilon, "binary32, epsilon"},
                                               {BucketArithmetic::float64, "binary64"}}};

// The claim's sizes_in_use, then its paper_sizes.
constexpr std::size_t kInUse = 4;
constexpr std::array<std::array<long, 2>, 10> kSizes = {
    {{16, 64}, {32, 256}, {64, 256}, {320, 800}, {32, 50}, {32, 100}, {32, 128}, {64, 128}, {64, 512}, {128, 512}}};

// The distances around which the bucket changes, at most about `most` changes of them, evenly spread.
std::vector<Value> around_changes(const BucketRule& rule, std::size_t most) {
  const auto first = RelativeBuckets(rule).first_distances();
  const std::size_t stride = first.size() / most + 1;
  std::set<long> distances = {0, rule.distance - 1, rule.distance, rule.distance + 1};
  for (std::size_t k = static_cast<std::size_t>(rule.exact_below()); k < first.size(); k += stride) {
    distances.insert({first[k] - 1, first[k]});
  }
  return {distances.begin(), distances.end()};
}

Step sizes_in_use(const Effort& effort) {
  std::vector<Step> by_size;
  for (std::size_t k = 0; k < kInUse; ++k) {
    const auto& [B, M] = kSizes[k];
    by_size.push_back(theory::instances("l", around_changes({B, M, true}, effort.thorough ? 1000 : 10), evaluate()));
  }
  return exhaustive("size", std::move(by_size));
}

// The engine alone, every size: how many distances disagree, and the first few.
struct Sweep {
  long sizes = 0, sizes_that_differ = 0, distances = 0, ties = 0;
  std::string first;  ///< the first few sizes and distances
};

Sweep sweep(BucketArithmetic arithmetic, long largest_B, long largest_M, bool bidirectional, const Effort& effort) {
  Sweep result;
  const long least = bidirectional ? 4 : 2;
  for (long B = least; B <= largest_B; ++B) {
    for (long M = BucketRule{B, 0, bidirectional}.exact_below() + 1; M <= largest_M; ++M) {
      if (!effort.may_continue()) return result;
      const BucketRule rule{B, M, bidirectional};
      const std::vector<long> found = disagreeing_distances(rule, arithmetic);
      ++result.sizes;
      if (found.empty()) continue;
      ++result.sizes_that_differ;
      const RelativeBuckets exact(rule);
      for (long l : found) {
        ++result.distances;
        result.ties += exact.is_tie(l);
        if (result.distances > 4) continue;
        result.first += (result.first.empty() ? "" : "; ") + std::to_string(B) + ", " + std::to_string(M) + ", " +
                        std::to_string(l);
      }
    }
  }
  return result;
}

Exhibit sweeps(const Effort& effort, bool bidirectional) {
  const long largest_B = effort.brief ? 16 : effort.thorough ? 64 : 32;
  const long largest_M = effort.brief ? 64 : effort.thorough ? 1024 : 128;
  Exhibit::Table table{{"arithmetic", "sizes (B, M)", "that differ", "distances", "of these ties", "first (B, M, l)"},
                       {}};
  for (const Variant& variant : kVariants) {
    const Sweep result = sweep(variant.arithmetic, largest_B, largest_M, bidirectional, effort);
    table.rows.push_back({variant.name, std::to_string(result.sizes), std::to_string(result.sizes_that_differ),
                          std::to_string(result.distances), std::to_string(result.ties),
                          result.first.empty() ? "-" : result.first});
  }
  return {std::string(bidirectional ? "Two-sided" : "One-sided") + ", up to " + std::to_string(largest_B) +
              " buckets, odd ones too, and M up to " + std::to_string(largest_M),
          "All distances at which the code's bucket is not the exact one. A tie: the expression under the floor is an "
          "integer.",
          table};
}

// Every distance at the sizes in use, every arithmetic, both variants.
EngineCheck sizes_in_use_agree() {
  for (const auto& [B, M] : kSizes) {
    for (const bool bidirectional : {true, false}) {
      for (const Variant& variant : kVariants) {
        const auto found = disagreeing_distances({B, M, bidirectional}, variant.arithmetic);
        if (found.empty()) continue;
        return {"the sizes in use agree", false,
                std::string(variant.name) + ": B = " + std::to_string(B) + ", M = " + std::to_string(M) +
                    ", l = " + std::to_string(found.front())};
      }
    }
  }
  return {"the sizes in use agree in all four arithmetics, two-sided and one-sided", true, "every distance"};
}

// The claim's finding_up_to_1024: where eq. 14 is defined, binary32 differs in two cases, both with M above 512.
EngineCheck only_two_cases(const Effort& effort) {
  const long largest_M = effort.thorough ? 1024 : effort.brief ? 128 : 512;
  std::string found;
  for (long B = 4; B <= 64; B += 4) {
    for (long M = B / 4 + 1; M <= largest_M; ++M) {
      for (long l : disagreeing_distances({B, M, true}, BucketArithmetic::float32)) {
        found += "(" + std::to_string(B) + ", " + std::to_string(M) + ", " + std::to_string(l) + ")";
      }
    }
  }
  return {"B = 4, 8, ..., 64 and M up to " + std::to_string(largest_M) + ": where binary32 differs",
          found == (effort.thorough ? "(48, 889, 621)(64, 939, 728)" : ""), found.empty() ? "nowhere" : found};
}

Exhibit one_unit_low() {
  Exhibit::Table table{{"B", "M", "bucket a unit too low moves", "a unit too high"}, {}};
  for (const auto& [B, M] : kSizes) {
    const BucketRule rule{B, M, true};
    const RelativeBuckets exact(rule);
    const FloatBuckets code(rule, BucketArithmetic::float32);
    std::array<std::string, 2> moved;
    for (long l = rule.exact_below(); l <= M; ++l) {
      for (const int side : {0, 1}) {
        std::string& list = moved[static_cast<std::size_t>(side)];
        if (code.side(l, 2 * side - 1) != exact.side(l)) list += (list.empty() ? "" : ", ") + std::to_string(l);
      }
    }
    for (std::string& list : moved) list = list.empty() ? "none" : list;
    table.rows.push_back({std::to_string(B), std::to_string(M), moved[0], moved[1]});
  }
  return {"Distances whose bucket hangs on the last bit of a logarithm",
          "Two-sided, binary32; log(l/h) one unit in the last place below or above its correct rounding.", table};
}

}  // namespace

// SRPE, eqs. 14 to 16, against what T5's public implementations compute in floating point.
Findings srpe_t5_bucket_code(const Effort& effort) {
  const std::string id = "srpe.t5-bucket-code";
  const auto at = [](long B, long M, long l) { return witness("B", B, witness("M", M, witness("l", l, evaluate()))); };
  Findings findings;
  findings.certificates = {
      {id, "printed", true, exhaustive("size", exhaustive("l", evaluate()))},
      {id, "finding_every_size", false, at(12, 1029, 21)},
      {id, "finding_sizes_in_use", true, sizes_in_use(effort)},
      {id, "finding_T5", true, exhaustive("l", evaluate())},
      {id, "finding_tie_at_50", true, evaluate()},
      reflected(id, "finding_up_to_1024", "theory/proofs/bound_machine_certificates.v"),
      {id, "finding_up_to_1024", true, exhaustive("case", evaluate())},
      {id, "finding_binary64", false, witness("l", 10, evaluate())},
      {id, "finding_reciprocals", false, at(8, 72, 12)},
      {id, "finding_logarithm_one_unit_low", false, witness("l", 16, evaluate())},
      {id, "finding_logarithm_one_unit_high", true, exhaustive("l", evaluate())},
  };
  findings.engine_checks = {sizes_in_use_agree(), only_two_cases(effort)};
  findings.exhibits = {
      {"The counterexample by hand", "B = 12, M = 1029, l = 21: K = 6, h = 3, l/h = 7, M/h = 343 = 7^3.",
       Exhibit::Text{{"eq. 14: 3 + floor(3 log 7 / log 343) = 3 + floor(1) = 4",
                      "binary32: log 7 and log 343 rounded, their quotient falls just below 1/3, times 3 below 1",
                      "the code's bucket: 3 + trunc(0.99999994...) = 3"}}},
      sweeps(effort, true),
      sweeps(effort, false),
      one_unit_low()};
  findings.exhibits[0].sides = {"eq. 14 gives bucket 4", "the code gives bucket 3"};
  return findings;
}

}  // namespace attest::constructions
