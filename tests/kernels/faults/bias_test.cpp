// SPDX-License-Identifier: Apache-2.0
// Errors that lean to one side are seen though every one of them is inside its bound; those of correct kernels do not.
#include "verify/validate/bias.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "tests/kernels/faults/limit_suite.hpp"
#include "tests/kernels/faults/suite.hpp"

using namespace attest;
using namespace attest::faults;
using namespace attest::verify::instances;
using verify::judge::Judgement;
using verify::validate::BiasTest;

namespace {

struct Leaning {
  std::vector<std::string> warnings;
  std::int64_t outside = 0;
};

/// Rows of random numbers with 2 to 60 keys, as many as the smaller half of a quick menu has.
Leaning leaning_of(Fault fault, attest_dtype dtype, attest_operation operation) {
  Leaning result;
  BiasTest test;
  for (const auto& [queries, keys] : {std::pair(900, 2), {900, 7}, {900, 33}, {600, 60}}) {
    Request r;
    r.operation = operation, r.dtype = dtype;
    r.batches = 2, r.heads = 3, r.queries = queries, r.keys = keys, r.width = 8, r.value_width = 6;
    if (operation == ATTEST_URPE) r.factor = ATTEST_TERM_TOEPLITZ;
    const Instance instance = generate("random", r, static_cast<std::uint64_t>(keys));
    const Judgement judged = verify::judge::judge(instance, outputs_with(instance, fault), promised(dtype));
    result.outside += judged.outside;
    test.add(judged);
  }
  result.warnings = test.warnings();
  return result;
}

bool has(const std::vector<std::string>& lines, const std::string& part) {
  for (const std::string& line : lines)
    if (line.find(part) != std::string::npos) return true;
  return false;
}

/// A judgement of rows whose shares are these.
Judgement with_shares(std::int64_t rows, double sum) {
  Judgement judgement;
  judgement.output_errors.rows = rows;
  judgement.output_errors.outward = sum;
  return judgement;
}

}  // namespace

TEST_CASE("cut weights and outputs of bfloat16 are inside their bounds and lean towards zero") {
  for (const Fault fault : {Fault::output_truncated, Fault::weights_truncated}) {
    const Leaning cut = leaning_of(fault, ATTEST_BFLOAT16, ATTEST_ATTENTION);
    CHECK(cut.outside == 0);
    for (const std::string& line : cut.warnings) UNSCOPED_INFO(line);
    CHECK(has(cut.warnings, "output lean towards zero"));
  }
}

TEST_CASE("a correct kernel's errors do not lean") {
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_BFLOAT16, ATTEST_FLOAT64})
    for (const attest_operation operation : {ATTEST_ATTENTION, ATTEST_URPE}) {
      const Leaning none = leaning_of(Fault::none, dtype, operation);
      CHECK(none.outside == 0);
      CHECK(none.warnings.empty());
    }
}

TEST_CASE("exp that is cut to 13 bits leans in log_sum_exp over the rows of the default menu") {
  Request r;
  r.dtype = ATTEST_BFLOAT16;
  r.heads = 20, r.queries = 20'000, r.keys = 33, r.width = 8, r.value_width = 1;
  const Instance instance = generate("random", r, 3);
  for (const Fault fault : {Fault::none, Fault::exp_cut_to_13_bits}) {
    const Judgement judged =
        verify::judge::judge(instance, outputs_with(instance, fault), verify::judge::default_error_class(r.dtype));
    BiasTest test;
    test.add(judged);
    CHECK(judged.accepted());
    CHECK(has(test.warnings(), "log_sum_exp lean") == (fault != Fault::none));
    INFO(judged.log_sum_exp_errors.upward / static_cast<double>(judged.log_sum_exp_errors.rows));
    CHECK(test.warnings().empty() == (fault == Fault::none));
  }
}

TEST_CASE("the sum of rows is a warning beyond sqrt(2 R log(12 / 1e-9)), and not below") {
  // 10,000 rows: 681.2.
  for (const auto& [sum, expected] : {std::pair(680.0, 0), {-680.0, 0}, {683.0, 1}, {-683.0, 1}}) {
    BiasTest test;
    test.add(with_shares(4'000, sum / 2));
    test.add(with_shares(6'000, sum / 2));
    CHECK(test.warnings().size() == static_cast<std::size_t>(expected));
  }
  // What the enclosures leave open is taken for the better.
  Judgement open = with_shares(10'000, 683);
  open.output_errors.slack = 5;
  BiasTest test;
  test.add(open);
  CHECK(test.warnings().empty());
}

TEST_CASE("the largest independent errors of both signs are no warning") {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 1000; ++trial) {
    double sum = 0;
    for (int word = 0; word < 64; ++word) sum += 64 - 2 * static_cast<double>(__builtin_popcountll(random()));
    BiasTest test;
    test.add(with_shares(4096, sum));
    CHECK(test.warnings().empty());
  }
}
