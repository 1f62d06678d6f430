// SPDX-License-Identifier: Apache-2.0
// The bug benchmark in short: every fault is outside its bound on some input, and the correct kernel on none.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>

#include "tests/kernels/faults/suite.hpp"

using namespace attest;
using namespace attest::faults;

namespace {

/// Inputs of the generators that between them show every fault, the usual ones first; made when they are asked for.
class Inputs {
 public:
  explicit Inputs(attest_dtype dtype) : requests_(requests(dtype)) {
    for (const char* generator :
         {"random", "ties", "masked_rows", "small_weights", "huge_scores", "dominant_key", "cross_lengths"})
      for (std::size_t request = 0; request < requests_.size(); ++request) plans_.emplace_back(generator, request);
  }
  std::size_t size() const { return plans_.size(); }
  const Case& operator[](std::size_t k) {
    const auto found = made_.find(k);
    if (found != made_.end()) return found->second;
    return made_.emplace(k, make_case(plans_[k].first, requests_[plans_[k].second], 0)).first->second;
  }

 private:
  std::vector<verify::instances::Request> requests_;
  std::vector<std::pair<std::string, std::size_t>> plans_;
  std::map<std::size_t, Case> made_;
};

/// The greatest difference of two tensors in units of the greatest number; infinite for NaN.
double change(const std::vector<long double>& computed, const std::vector<long double>& correct) {
  long double difference = 0, greatest = 0;
  for (std::size_t k = 0; k < correct.size(); ++k) {
    if (computed[k] == correct[k]) continue;
    const long double d = std::fabs(computed[k] - correct[k]);
    difference = std::isfinite(d) ? std::max(difference, d) : std::numeric_limits<long double>::infinity();
  }
  for (const long double x : correct)
    if (std::isfinite(x)) greatest = std::max(greatest, std::fabs(x));
  return difference == 0 ? 0 : static_cast<double>(difference / greatest);
}
double change(const verify::instances::Outputs& computed, const verify::instances::Outputs& correct) {
  const Results a = results_of(computed), b = results_of(correct);
  return std::max({change(a.output, b.output), change(a.row_sum, b.row_sum), change(a.log_sum_exp, b.log_sum_exp)});
}

enum class Found { outside, inside, unchanged };

/// Judges the `most` inputs on which the fault changes most.
Found look_for(Fault fault, Inputs& inputs, std::size_t most) {
  std::vector<std::pair<double, std::size_t>> changes;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const double size = change(outputs_with(inputs[k].instance, fault), inputs[k].correct);
    if (size > 0) changes.emplace_back(-size, k);
  }
  std::sort(changes.begin(), changes.end());
  if (changes.size() > most) changes.resize(most);
  for (const auto& [size, k] : changes)
    if (try_fault(inputs[k], fault).judge) return Found::outside;
  return changes.empty() ? Found::unchanged : Found::inside;
}

/// Faults that change results by less than the bound of the kernel's class: docs/bug_benchmark.md says why.
const std::set<std::string>& inside_the_bound(attest_dtype dtype) {
  static const std::set<std::string> none,
      bfloat16 = {"factor_half_precision", "output_truncated", "exp_short_polynomial",
                  "log2e_wrong_digit",     "fast_division",    "weights_truncated"};
  return dtype == ATTEST_BFLOAT16 ? bfloat16 : none;
}

void check_all(attest_dtype dtype) {
  Inputs inputs(dtype);
  for (const FaultInfo& info : all_faults()) {
    if (info.fault == Fault::race) continue;  // not the same twice
    INFO(info.name);
    const bool stays_inside = inside_the_bound(dtype).count(info.name) > 0;
    CHECK(look_for(info.fault, inputs, stays_inside ? 10 : 60) == (stays_inside ? Found::inside : Found::outside));
  }
}

}  // namespace

TEST_CASE("every fault is found in float32") { check_all(ATTEST_FLOAT32); }
TEST_CASE("every fault is found in bfloat16") { check_all(ATTEST_BFLOAT16); }

TEST_CASE("the correct kernel is inside everywhere") {
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_BFLOAT16, ATTEST_FLOAT64}) {
    Inputs inputs(dtype);
    // Every fifth input: all generators and all requests in turn, since there are fourteen requests.
    for (std::size_t k = 0; k < inputs.size(); k += 5) {
      const Case& input = inputs[k];
      const Trial trial = try_rules(input.instance, input.rules, input.correct, promised(dtype));
      INFO(input.instance.name);
      CHECK(!trial.judge);
      CHECK(!trial.undecided);
    }
  }
}

TEST_CASE("each fault has a name of its own, in the order of the enumeration") {
  std::set<std::string> names;
  int expected = 1;
  for (const FaultInfo& info : all_faults()) {
    CHECK(static_cast<int>(info.fault) == expected++);
    names.insert(info.name);
  }
  CHECK(names.size() == all_faults().size());
  CHECK(names.size() >= 40);
  CHECK(expected == static_cast<int>(Fault::hardmax_by_softmax) + 1);
  for (const LimitFault& limit : limit_faults()) {
    CHECK(static_cast<int>(limit.info.fault) == expected++);
    names.insert(limit.info.name);
  }
  CHECK(names.size() == all_faults().size() + limit_faults().size());
  CHECK(names.size() >= 130);
}

TEST_CASE("allclose treats infinities and NaN as PyTorch does, twice accepts what is as good as naive") {
  const Case input = make_case("masked_rows", requests(ATTEST_FLOAT32)[0], 0);
  const Results right = results_of(input.correct);
  REQUIRE(right.log_sum_exp[0] == -std::numeric_limits<long double>::infinity());
  CHECK(!input.rules.allclose_fails(right));
  CHECK(!input.rules.twice_fails(right));
  Results wrong = right;
  wrong.log_sum_exp[0] = 0;
  CHECK(input.rules.allclose_fails(wrong));
  CHECK(input.rules.twice_fails(wrong));
  wrong = right;
  wrong.output[0] = std::numeric_limits<long double>::quiet_NaN();
  CHECK(input.rules.allclose_fails(wrong));
  CHECK(input.rules.twice_fails(wrong));
  wrong = right;
  // Less than allclose's atol, far beyond twice a rounding error.
  wrong.output.back() += default_tolerances(ATTEST_FLOAT32).absolute * 15 / 16;
  CHECK(!input.rules.allclose_fails(wrong));
  CHECK(input.rules.twice_fails(wrong));
}
