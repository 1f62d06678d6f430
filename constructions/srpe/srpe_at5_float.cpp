// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "theory/attention/at5_bucket.hpp"

namespace attest::constructions {

using theory::box;
using theory::evaluate;
using theory::exhaustive;
using theory::Rational;
using theory::Step;
using theory::Value;
using theory::witness;

namespace {

struct Setting {
  long n;
  Rational least, greatest;
};

// The claim's settings, in its order.
std::vector<Setting> settings() {
  const Rational tenth(1, 10);
  return {{50, tenth, 10}, {100, tenth, 10}, {59, 1, 10},  {120, 1, 10}, {105, 1, 10}, {36, 1, 10},
          {52, 1, 10},     {37, 1, 10},      {400, 5, 15}, {50, 5, 15},  {256, 1, 15}, {120, 1, 15}};
}

Value value_of(const Setting& setting) {
  return Value::Record{{"n", setting.n}, {"least", setting.least}, {"greatest", setting.greatest}};
}

// Cells of width 1/8 are narrow enough: the left side falls by less than a fifth on each.
Step every_gamma() {
  std::vector<Step> by_setting;
  for (const Setting& setting : settings()) {
    const Rational end = min(setting.greatest, Rational(13));
    std::vector<std::pair<std::string, std::string>> cells;
    for (Rational low = setting.least; low < end;) {
      const Rational next = min(end, low + Rational(1, 8));
      cells.emplace_back(low.to_string(), next.to_string());
      low = next;
    }
    by_setting.push_back(box("gamma", std::move(cells), evaluate()));
  }
  return exhaustive("setting", std::move(by_setting));
}

struct Shared {
  long rounded = 0, stepwise = 0;  ///< how many neighbours have the same value
};

Shared shared(long n, const Rational& gamma) {
  Shared result;
  for (long l = 0; l < n; ++l) {
    result.rounded += theory::at5_bucket_rounded(l, n, gamma) == theory::at5_bucket_rounded(l + 1, n, gamma);
    result.stepwise += theory::at5_bucket_stepwise(l, n, gamma) == theory::at5_bucket_stepwise(l + 1, n, gamma);
  }
  return result;
}

/// The least distance that shares its value with the next one.
long first_shared(long n, const Rational& gamma) {
  long l = 0;
  while (theory::at5_bucket_rounded(l, n, gamma) != theory::at5_bucket_rounded(l + 1, n, gamma)) ++l;
  return l;
}

Exhibit by_gamma() {
  Exhibit::Table table{{"gamma", "n = 120", "n = 256", "n = 400"}, {}};
  for (long gamma = 12; gamma <= 18; ++gamma) {
    std::vector<std::string> row = {std::to_string(gamma)};
    for (const long n : {120L, 256L, 400L}) {
      const Shared count = shared(n, gamma);
      row.push_back(std::to_string(count.rounded) + " / " + std::to_string(count.stepwise));
    }
    table.rows.push_back(std::move(row));
  }
  return {"Neighbouring distances 0, ..., n that share a binary32 value",
          "Rounded once / computed step by step. gamma is trained and may leave the interval of its initial value.",
          table};
}

// The engine alone: every distance, both ends of each interval, both ways to compute.
EngineCheck both_ends() {
  std::string found;
  for (const Setting& setting : settings()) {
    for (const Rational& gamma : {setting.least, setting.greatest}) {
      const Shared count = shared(setting.n, gamma);
      if (count.rounded == 0 && count.stepwise == 0) continue;
      found += "(" + std::to_string(setting.n) + ", " + gamma.to_string() + ": " + std::to_string(count.rounded) +
               ", " + std::to_string(count.stepwise) + ")";
    }
  }
  return {"both ends of each interval: (n, gamma: shared when rounded once, step by step)",
          found == "(400, 15: 22, 22)(256, 15: 8, 8)(120, 15: 1, 1)", found};
}

}  // namespace

// SRPE, eqs. 17 and 19: which of AT5's buckets share a binary32 value at the paper's settings.
Findings srpe_at5_float(const Effort&) {
  const std::string id = "srpe.at5-float";
  Findings findings;
  findings.certificates = {
      {id, "finding_upper_end_15", false,
       witness("setting", value_of(Setting{120, 1, 15}), witness("gamma", 15, witness("l", 117, evaluate())))},
      {id, "printed", true, every_gamma()},
      {id, "finding_14", false, witness("l", first_shared(400, 14), evaluate())},
      {id, "finding_upper_end_13", true, exhaustive("setting", exhaustive("l", evaluate()))},
      {id, "finding_how_many", true,
       exhaustive("case",
                  theory::split({{"rounded", evaluate()}, {"stepwise", evaluate()}, {"in_order", evaluate()}}))},
      {id, "finding_shortest", true, exhaustive("n", exhaustive("l", evaluate()))},
      {id, "finding_119", false, evaluate()},
      {id, "finding_below_1", false, witness("gamma", 18, evaluate())},
  };
  findings.engine_checks = {both_ends()};
  findings.exhibits = {
      {"The distances 117 and 118 at n = 120, gamma = 15", "Machine translation: the longest training sentences.",
       Exhibit::Text{{"1 - b(117) = exp(-14.625) = 4.4510e-7, 1 - b(118) = exp(-14.75) = 3.9280e-7",
                      "binary32 numbers just below 1 are 2^-24 = 5.96e-8 apart: these are 7.47 and 6.59 steps below 1",
                      "both round to 7 steps below 1"}}},
      by_gamma()};
  return findings;
}

}  // namespace attest::constructions
