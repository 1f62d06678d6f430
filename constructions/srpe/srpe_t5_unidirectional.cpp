// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "theory/attention/float_bucket.hpp"

namespace attest::constructions {

using theory::BucketArithmetic;
using theory::BucketRule;
using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::witness;

namespace {

Exhibit both_variants() {
  const theory::RelativeBuckets two({32, 128, true}), one({32, 128, false});
  Exhibit::Plot plot{
      "relative position l (key minus query)", "bucket", false, {{"two-sided", {}}, {"one-sided", {}}}, {}};
  for (long l = -140; l <= 40; ++l) {
    plot.curves[0].points.emplace_back(static_cast<double>(l), static_cast<double>(two(l)));
    plot.curves[1].points.emplace_back(static_cast<double>(l), static_cast<double>(one(l)));
  }
  return {"Both variants, B = 32 and M = 128", "The one-sided variant spends all its buckets on earlier positions.",
          plot};
}

EngineCheck float_agreement() {
  const auto found = disagreeing_distances({32, 128, false}, BucketArithmetic::float32);
  return {"one-sided, B = 32 and M = 128: T5's code in binary32 agrees", found.empty(), "every distance"};
}

}  // namespace

// SRPE, eq. 16: the one-sided bucket function.
Findings srpe_t5_unidirectional(const Effort& effort) {
  const std::string id = "srpe.t5-unidirectional";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_t5_bucket.v", "one_sided")},
      {id, "printed", true,
       theory::range("B", 2, effort.thorough ? 24 : 10,
                     theory::range("more", 1, effort.thorough ? 12 : 5,
                                   theory::range("l", 0, effort.thorough ? 40 : 18, evaluate())))},
      {id, "finding_later_positions", false, witness("B", 4, witness("more", 1, evaluate()))},
      {id, "finding_later_positions_two_sided", true,
       theory::proof("theory/proofs/bound_t5_bucket.v", "later_positions_two_sided")},
      {id, "finding_later_positions_two_sided", true,
       theory::range("B", 4, 8, theory::range("more", 1, 5, evaluate()))},
      {id, "finding_half_of_the_two_sided", false, witness("B", 4, witness("more", 1, witness("l", 2, evaluate())))},
      {id, "finding_code", true, theory::exhaustive("l", evaluate())},
  };
  findings.engine_checks = {float_agreement()};
  findings.exhibits = {both_variants()};
  return findings;
}

}  // namespace attest::constructions
