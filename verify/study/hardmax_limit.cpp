// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <stdexcept>

#include "kernels/problem.hpp"
#include "kernels/registry.hpp"
#include "theory/scalar/enclosure.hpp"
#include "verify/instances/instance.hpp"
#include "verify/study/temperature.hpp"

namespace attest::verify::study {

using instances::as_problem;
using instances::blank_outputs;
using instances::FloatArray;
using instances::format_of;
using instances::Instance;
using instances::Outputs;

namespace {

using theory::Enclosure;
using theory::Rational;
using theory::Truth;

constexpr int kLeast = -20, kGreatest = 130;

/// Whether the exact weight of the winner rounds to 1: the others' weight is at most half the distance from 1 down to
/// the next number, 2^-(p+1).
bool rounds_to_one(attest_dtype dtype, std::int64_t keys, double gap, int k) {
  const Rational half = pow(Rational(1, 2), format_of(dtype).precision + 1);
  const Rational score = Rational::from_double(std::ldexp(gap, k));
  for (long precision = 128; precision <= 4096; precision *= 2) {
    const Enclosure others = Enclosure(Rational(keys - 1), precision) * exp(-Enclosure(score, precision));
    const Enclosure weight = others / (Enclosure(Rational(1), precision) + others);
    const Truth holds = weight <= Enclosure(half, precision);
    if (holds != Truth::unknown) return holds == Truth::yes;
  }
  throw std::runtime_error("hardmax_limit: undecided at 4096 bits");
}

/// The kernel's winner's weight, and the sum of the others'.
struct Weights {
  double winner, others;
};
Weights weights(Instance& instance, int k) {
  instance.scale = std::ldexp(1.0, k);
  Outputs outputs = blank_outputs(instance, false, false);
  const std::string name = std::string("attention_") + kernels::dtype_name(instance.dtype) + "_scalar";
  std::string why;
  if (kernels::run_problem(as_problem(instance, outputs), name, 1, why) != ATTEST_OK)
    throw std::runtime_error(name + ": " + why);
  return {outputs.output[0], outputs.output[1]};
}

Instance one_winner(attest_dtype dtype, std::int64_t keys, double gap) {
  Instance instance;
  instance.dtype = dtype;
  instance.queries = 1, instance.keys = keys, instance.width = 1, instance.value_width = 2;
  instance.query = FloatArray(dtype, {1, 1, 1, 1});
  instance.key = FloatArray(dtype, {1, 1, keys, 1});
  instance.value = FloatArray(dtype, {1, 1, keys, 2});
  instance.query.set(0, 1);
  const std::int64_t winner = keys / 2;
  instance.key.set(winner, gap);
  for (std::int64_t j = 0; j < keys; ++j) instance.value.set(2 * j + (j == winner ? 0 : 1), 1);
  return instance;
}

}  // namespace

HardmaxLimit hardmax_limit(attest_dtype dtype, std::int64_t keys, double gap) {
  HardmaxLimit limit{dtype, keys, gap, kLeast, {}, {}, kLeast};
  while (!rounds_to_one(dtype, keys, gap, limit.exact_from)) ++limit.exact_from;
  Instance instance = one_winner(dtype, keys, gap);
  for (int k = kLeast; k <= kGreatest; ++k) {
    const Weights w = weights(instance, k);
    if (!std::isfinite(w.winner) || !std::isfinite(w.others)) break;
    limit.finite_to = k;
    if (w.winner != 1)
      limit.winner_from.reset();
    else if (!limit.winner_from)
      limit.winner_from = k;
    if (w.others != 0)
      limit.others_from.reset();
    else if (!limit.others_from)
      limit.others_from = k;
  }
  return limit;
}

}  // namespace attest::verify::study
