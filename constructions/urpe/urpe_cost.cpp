// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;

namespace {

// Two entries of the table, each off by up to half of its last digit. Table entries in hundredths.
Step entries_within_rounding(long plain, long urpe) {
  auto cell = [](long hundredths) {
    return std::pair{Rational(2 * hundredths - 1, 200).to_string(), Rational(2 * hundredths + 1, 200).to_string()};
  };
  return box("plain", {cell(plain)}, box("urpe", {cell(urpe)}, evaluate()));
}

}  // namespace

// URPE, Table 5: the overheads that the printed numbers give.
Findings urpe_cost(const Effort&) {
  const std::string id = "urpe.cost";
  Findings findings;
  findings.certificates = {
      {id, "printed", true,
       theory::split({{"least_time", evaluate()},
                      {"largest_time", evaluate()},
                      {"least_memory", evaluate()},
                      {"largest_memory", evaluate()},
                      {"the_middle_lies_between", evaluate()}})},
      {id, "finding_the_overheads_grow", true, evaluate()},
      reflected(id, "finding_rounding_of_time", "theory/proofs/bound_machine_certificates.v"),
      {id, "finding_rounding_of_time", true,
       theory::exhaustive("k", {entries_within_rounding(455, 459), entries_within_rounding(679, 691)})},
      reflected(id, "finding_rounding_of_memory"),
      {id, "finding_rounding_of_memory", true,
       theory::exhaustive("k", {entries_within_rounding(96, 97), entries_within_rounding(186, 204)})},
  };
  findings.certificates.push_back({id, "finding_measured_time", true, evaluate()});
  findings.exhibits = {
      {"What C costs our CPU kernels", "attest kernels bench, interleaved; five runs, two cores of an AMD EPYC.",
       Exhibit::Table{{"tokens", "URPE / RPE, least", "largest", "Table 5"},
                      {{"128", "1.015", "1.025", "1.028"},
                       {"256", "1.019", "1.040", "1.042"},
                       {"512", "1.017", "1.028", "1.087"}}}},
      {"Table 5, read", "Time: 2 to the difference of the entries. Rounded for reading.",
       Exhibit::Table{{"tokens", "log2 ms, plain", "URPE", "more time", "GB, plain", "URPE", "more memory"},
                      {{"128", "4.55", "4.59", "2.8%", "0.96", "0.97", "1.0%"},
                       {"256", "5.60", "5.66", "4.2%", "1.12", "1.17", "4.5%"},
                       {"512", "6.79", "6.91", "8.7%", "1.86", "2.04", "9.7%"}}}}};
  return findings;
}

}  // namespace attest::constructions
