// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/faults/suite.hpp"

#include <cstring>

#include "kernels/problem.hpp"

namespace attest::faults {

using verify::instances::Instance;
using verify::instances::Outputs;
using verify::instances::Request;

namespace {

bool same_bits(const verify::instances::FloatArray& a, const verify::instances::FloatArray& b) {
  const std::size_t bytes = static_cast<std::size_t>(a.size() * kernels::size_of(a.dtype()));
  return bytes == 0 || std::memcmp(a.data(), b.data(), bytes) == 0;
}
bool same_bits(const std::optional<verify::instances::FloatArray>& a,
               const std::optional<verify::instances::FloatArray>& b) {
  return !a || same_bits(*a, *b);
}

}  // namespace

std::vector<Request> requests(attest_dtype dtype) {
  std::vector<Request> all;
  const auto add = [&](attest_operation operation, attest_term_kind bias, attest_term_kind factor,
                       attest_mask_kind mask) -> Request& {
    Request r;
    r.operation = operation, r.dtype = dtype;
    r.batches = 2, r.heads = 2, r.queries = 21, r.keys = 45, r.width = 12, r.value_width = 10;
    r.bias = bias, r.factor = factor, r.mask = mask;
    return all.emplace_back(r);
  };
  constexpr auto none = ATTEST_TERM_NONE, toeplitz = ATTEST_TERM_TOEPLITZ, dense = ATTEST_TERM_DENSE;
  add(ATTEST_ATTENTION, none, none, ATTEST_MASK_NONE);
  add(ATTEST_ATTENTION, none, none, ATTEST_MASK_CAUSAL).diagonal = 45 - 21;
  Request& long_queries = add(ATTEST_RPE, ATTEST_TERM_ALIBI, none, ATTEST_MASK_CAUSAL);
  long_queries.queries = 45, long_queries.keys = 37;
  add(ATTEST_RPE, ATTEST_TERM_BUCKETS, none, ATTEST_MASK_NONE).buckets = 24;
  add(ATTEST_RPE, toeplitz, none, ATTEST_MASK_BYTES).keys = 70;
  add(ATTEST_URPE, toeplitz, toeplitz, ATTEST_MASK_CAUSAL).diagonal = 3;
  add(ATTEST_URPE, dense, dense, ATTEST_MASK_BYTES).scale = 0.25;
  add(ATTEST_URPE, none, toeplitz, ATTEST_MASK_NONE);
  add(ATTEST_POSITIONAL, toeplitz, dense, ATTEST_MASK_NONE);
  // Scores without a product's rounding; then sums of few terms, too: what is left of the bound is exp's.
  add(ATTEST_POSITIONAL, toeplitz, toeplitz, ATTEST_MASK_CAUSAL).width = 0;
  Request& few_operations = add(ATTEST_POSITIONAL, toeplitz, toeplitz, ATTEST_MASK_NONE);
  few_operations.width = 0, few_operations.queries = 3, few_operations.keys = 8;
  Request& many_blocks = add(ATTEST_ATTENTION, none, none, ATTEST_MASK_NONE);
  many_blocks.batches = 1, many_blocks.heads = 1, many_blocks.queries = 3, many_blocks.keys = 1250;
  many_blocks.width = 2, many_blocks.value_width = 4;
  add(ATTEST_HARDMAX, none, none, ATTEST_MASK_CAUSAL).diagonal = 5;
  add(ATTEST_HARDMAX, toeplitz, toeplitz, ATTEST_MASK_NONE).ties = ATTEST_TIES_FIRST;
  return all;
}

Outputs outputs_with(const Instance& instance, Fault fault) {
  Outputs outputs = verify::instances::blank_outputs(instance, true, instance.operation != ATTEST_HARDMAX);
  run_with_fault(verify::instances::as_problem(instance, outputs), fault);
  return outputs;
}

Case make_case(const std::string& generator, const Request& request, std::uint64_t seed) {
  Instance instance = verify::instances::generate(generator, request, seed);
  Outputs correct = outputs_with(instance, Fault::none);
  CustomaryRules rules(instance);
  const Results results = results_of(correct);
  const bool allclose = rules.allclose_fails(results), twice = rules.twice_fails(results);
  return {generator, std::move(instance), std::move(correct), std::move(rules), allclose, twice};
}

Trial try_fault(const Case& input, Fault fault) {
  const Outputs outputs = outputs_with(input.instance, fault);
  const bool same = same_bits(outputs.output, input.correct.output) &&
                    same_bits(outputs.row_sum, input.correct.row_sum) &&
                    same_bits(outputs.log_sum_exp, input.correct.log_sum_exp);
  if (same) return {};
  Trial trial = try_rules(input.instance, input.rules, outputs, promised(input.instance.dtype));
  trial.changed = true;
  trial.allclose = trial.allclose && !input.allclose_objects;
  trial.twice = trial.twice && !input.twice_objects;
  return trial;
}

}  // namespace attest::faults
