// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/instances/instances.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "kernels/problem.hpp"
#include "kernels/registry.hpp"

namespace attest::tests {

using verify::instances::FloatArray;
using verify::instances::Instance;

namespace {

template <class Draw>
FloatArray filled(attest_dtype dtype, std::vector<std::int64_t> shape, Draw draw) {
  FloatArray array(dtype, std::move(shape));
  for (std::int64_t i = 0; i < array.size(); ++i) array.set(i, draw());
  return array;
}

template <class Draw>
verify::instances::Term term(attest_term_kind kind, attest_dtype dtype, const Shape& s, std::mt19937_64& random,
                             Draw draw) {
  const std::int64_t positions = s.queries + s.keys - 1;
  verify::instances::Term term;
  term.kind = kind;
  switch (kind) {
    case ATTEST_TERM_NONE:
      break;
    case ATTEST_TERM_TOEPLITZ:
      term.values = filled(dtype, {1, positions}, draw);
      break;
    case ATTEST_TERM_DENSE:
      term.values = filled(dtype, {1, 1, s.queries, s.keys}, draw);
      break;
    case ATTEST_TERM_ALIBI:
      term.values = filled(dtype, {1}, draw);
      break;
    case ATTEST_TERM_BUCKETS:
      term.values = filled(dtype, {4, 1}, draw);
      for (std::int64_t k = 0; k < positions; ++k) term.bucket.push_back(static_cast<std::int32_t>(random() % 4));
      break;
  }
  return term;
}

}  // namespace

Instance random_instance(const Shape& s, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  const attest_dtype row_dtype = s.dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
  Instance instance;
  instance.operation = s.operation;
  instance.dtype = s.dtype;
  instance.ties = s.ties;
  instance.queries = s.queries;
  instance.keys = s.keys;
  instance.width = s.width;
  instance.value_width = s.value_width;
  instance.scale = s.integers ? 0.25 : 1 / std::sqrt(static_cast<double>(std::max<std::int64_t>(s.width, 1)));
  const auto entry = [&] { return s.integers ? static_cast<double>(random() % 5) - 2 : s.spread * normal(random); };
  const auto value = [&] { return s.spread * normal(random); };
  const auto bias = [&] { return s.integers ? static_cast<double>(random() % 3) - 1 : normal(random); };
  instance.query = filled(s.dtype, {1, 1, s.queries, s.width}, entry);
  instance.key = filled(s.dtype, {1, 1, s.keys, s.width}, entry);
  instance.value = filled(s.dtype, {1, 1, s.keys, s.value_width}, value);
  instance.bias = term(s.bias, row_dtype, s, random, bias);
  instance.factor = term(s.factor, row_dtype, s, random, [&] { return normal(random); });
  instance.mask_kind = s.mask;
  instance.diagonal = s.mask == ATTEST_MASK_CAUSAL ? static_cast<std::int64_t>(random() % 4) - 2 : 0;
  if (s.mask == ATTEST_MASK_BYTES)
    for (std::int64_t k = 0; k < s.queries * s.keys; ++k) instance.mask.push_back(random() % 3 != 0);
  instance.name = "random";
  instance.check();
  return instance;
}

void add_extensions(Instance& x, std::mt19937_64& random) {
  if (x.operation == ATTEST_POSITIONAL) return;
  std::normal_distribution<double> normal;
  const auto coin = [&] { return random() % 2 == 0; };
  if (x.mask_kind == ATTEST_MASK_NONE && coin()) {
    x.mask_kind = ATTEST_MASK_WINDOW;
    x.window_left = coin() ? ATTEST_WINDOW_OPEN : static_cast<std::int64_t>(random() % 4);
    x.window_right = coin() ? ATTEST_WINDOW_OPEN : static_cast<std::int64_t>(random() % 3);
    x.diagonal = static_cast<std::int64_t>(random() % 5) - 2;
  }
  if (x.operation == ATTEST_HARDMAX) return x.check();
  const attest_dtype row_dtype = x.dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
  const std::uint64_t first = random() % 4;  // one of these for certain
  if (first == 0 || coin())
    x.softcap = std::ldexp(1 + 0.001 * static_cast<double>(random() % 1000), static_cast<int>(random() % 7) - 2);
  if (first == 1 || coin()) x.sinks = filled(row_dtype, {1}, [&] { return 2 * normal(random); });
  if (x.factor.kind == ATTEST_TERM_NONE && (first == 2 || coin())) {
    x.dropout.scale = 1 / (1 - 0.1 * static_cast<double>(1 + random() % 8));
    for (std::int64_t k = 0; k < x.queries * x.keys; ++k) x.dropout.keep.push_back(random() % 3 != 0 ? 2 : 0);
  }
  if (x.dtype == ATTEST_FLOAT64) return x.check();
  const auto scale = [&] { return std::exp2(normal(random)); };
  if (first == 3 || coin()) x.query_scale = filled(ATTEST_FLOAT32, {1, 1}, scale);
  if (coin()) x.key_scale = filled(ATTEST_FLOAT32, {1, 1}, scale);
  if (coin()) x.value_scale = filled(ATTEST_FLOAT32, {1, 1}, scale);
  x.check();
}

Shape random_shape(attest_dtype dtype, std::mt19937_64& random) {
  const auto up_to = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n + 1));
  };
  Shape s;
  s.dtype = dtype;
  s.operation = static_cast<attest_operation>(1 + up_to(4));
  s.queries = 1 + up_to(6);
  s.keys = 1 + up_to(11);
  s.width = up_to(5);
  s.value_width = 1 + up_to(3);
  const bool has_bias = s.operation != ATTEST_ATTENTION, has_factor = has_bias && s.operation != ATTEST_RPE;
  if (has_bias) s.bias = static_cast<attest_term_kind>(up_to(4));
  if (s.operation == ATTEST_RPE && s.bias == ATTEST_TERM_NONE) s.bias = ATTEST_TERM_TOEPLITZ;
  if (has_factor) s.factor = static_cast<attest_term_kind>(up_to(2));
  if (s.operation == ATTEST_URPE && s.factor == ATTEST_TERM_NONE) s.factor = ATTEST_TERM_TOEPLITZ;
  if (s.width == 0 && s.bias == ATTEST_TERM_NONE) s.width = 2;
  s.mask = static_cast<attest_mask_kind>(up_to(2));
  s.ties = static_cast<attest_ties>(up_to(2));
  s.integers = random() % 3 == 0;
  s.spread = std::ldexp(1.0, static_cast<int>(up_to(6)) - 3);
  return s;
}

verify::instances::Outputs run_scalar(const Instance& instance) {
  verify::instances::Outputs outputs =
      verify::instances::blank_outputs(instance, true, instance.operation != ATTEST_HARDMAX);
  const attest_problem problem = verify::instances::as_problem(instance, outputs);
  const std::string name =
      std::string(kernels::operation_name(problem.operation)) + "_" + kernels::dtype_name(problem.dtype) + "_scalar";
  std::string why;
  if (kernels::run_problem(problem, name, 1, why) != ATTEST_OK) throw std::runtime_error(name + ": " + why);
  return outputs;
}

verify::instances::Outputs output_of(const Instance& instance, double value) {
  verify::instances::Outputs outputs = verify::instances::blank_outputs(instance, false, false);
  for (std::int64_t k = 0; k < outputs.output.size(); ++k) outputs.output.set(k, value);
  return outputs;
}

std::string describe(const verify::judge::Judgement& judgement) {
  const verify::judge::ElementVerdict& w = judgement.worst;
  return w.part + "[" + std::to_string(w.query) + ", " + std::to_string(w.column) + "] computed " +
         std::to_string(w.computed) + " exact " + std::to_string(w.truth_low) + " share " + std::to_string(w.share());
}

}  // namespace attest::tests
