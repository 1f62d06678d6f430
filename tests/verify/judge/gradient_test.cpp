// SPDX-License-Identifier: Apache-2.0
// Backward kernels of many right styles are inside their bounds, wrong ones outside, and the two rungs of the truth
// agree.
#include <catch2/catch.hpp>

#include "tests/verify/judge/gradient_kernels.hpp"
#include "verify/judge/gradient_judge.hpp"

using namespace attest;
using namespace attest::tests;
using namespace attest::verify::instances;
using namespace attest::verify::judge;

namespace {

std::vector<GradientStyle> right_styles() {
  std::vector<GradientStyle> styles;
  for (int k = 0; k < 64; ++k) {
    GradientStyle style;
    style.stored_lse = k & 1, style.delta_of_output = k & 2, style.rounds = k & 4, style.reversed = k & 8;
    style.online = k & 16, style.split = k & 32;
    style.kahan = k % 7 == 3, style.scale_first = k % 3 == 1;
    style.cap_by_exp = k % 5 == 2, style.keep_last = k % 3 == 2;
    styles.push_back(style);
  }
  return styles;
}

/// A request of any kind, by number.
Request request_of(std::uint64_t k) {
  Request r;
  const attest_operation operations[] = {ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE, ATTEST_POSITIONAL};
  const attest_dtype dtypes[] = {ATTEST_FLOAT32, ATTEST_BFLOAT16, ATTEST_FLOAT16, ATTEST_FLOAT32};
  const attest_term_kind biases[] = {ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE, ATTEST_TERM_ALIBI, ATTEST_TERM_BUCKETS};
  const std::int64_t sizes[] = {1, 2, 5, 16, 17, 33};
  r.operation = operations[k % 4];
  r.dtype = dtypes[k / 2 % 4];
  r.queries = sizes[k / 3 % 6], r.keys = sizes[k / 5 % 6], r.width = sizes[k / 7 % 4],
  r.value_width = sizes[k / 11 % 4];
  r.batches = 1 + static_cast<std::int64_t>(k / 13 % 2), r.heads = 1 + static_cast<std::int64_t>(k / 17 % 3);
  if (r.operation != ATTEST_ATTENTION) r.bias = biases[k / 4 % 4];
  if (r.operation == ATTEST_URPE) r.factor = biases[k / 9 % 2];
  r.mask = static_cast<attest_mask_kind>(k / 6 % 3);
  r.diagonal = r.mask == ATTEST_MASK_CAUSAL ? static_cast<std::int64_t>(k / 19 % 3) : 0;
  r.key.heads = k / 23 % 3 == 1, r.value.heads = r.key.heads, r.query.batches = k / 29 % 3 == 1;
  return r;
}

/// The same with groups, windows, softcap, sinks, dropout and scales.
Request extended_request(std::uint64_t k) {
  Request r = request_of(k);
  if (r.operation == ATTEST_POSITIONAL) r.operation = ATTEST_ATTENTION, r.bias = ATTEST_TERM_NONE;
  r.heads = 4;
  r.kv_heads = k / 3 % 4 == 0 ? 0 : k / 3 % 4 == 1 ? 4 : k / 3 % 4 == 2 ? 2 : 1;
  if (k / 2 % 4 > 0) {
    r.mask = ATTEST_MASK_WINDOW;
    r.window_left = static_cast<std::int64_t>(k / 5 % 4), r.window_right = static_cast<std::int64_t>(k / 7 % 3);
    r.diagonal = k / 11 % 2 == 0 ? 0 : r.keys - r.queries;
  }
  if (k / 13 % 3 > 0) r.softcap = k / 13 % 3 == 1 ? 1.5 : 20;
  r.sinks = k / 17 % 2 == 1, r.sink_parts.heads = k / 19 % 3 == 0;
  if (r.operation != ATTEST_URPE && k / 23 % 3 > 0) r.keep_scale = k / 23 % 3 == 1 ? 2 : 1 / (1 - 0.1);
  r.keep_parts.heads = k / 29 % 2 == 1;
  r.scales = k / 31 % 3 == 1, r.scale_parts.batches = k / 37 % 2 == 1;
  return r;
}

/// Every other problem with what came with ABI 2.
Request any_request(std::uint64_t k) {
  const std::uint64_t number = k * 7919 % 100003;
  return k % 2 == 0 ? request_of(number) : extended_request(number);
}

const char* const kinds[] = {"random", "cancellation", "dominant_key",  "rising_scores",
                             "ties",   "one_hot",      "small_weights", "edge_keys"};

}  // namespace

TEST_CASE("right backward kernels of every style are inside") {
  const std::vector<GradientStyle> styles = right_styles();
  double greatest = 0;
  std::int64_t elements = 0, unbounded = 0;
  for (std::uint64_t k = 0; k < 800; ++k) {
    const GradientInstance in = generate_gradient(kinds[k % 8], any_request(k), k);
    const GradientStyle& style = styles[k * 31 % styles.size()];
    const Judgement judgement = judge_gradients(in, run_gradients(in, style), default_error_class(in.forward.dtype));
    INFO(k << " " << in.forward.name << " " << judgement.worst.part << " share " << judgement.worst.share()
           << " computed " << judgement.worst.computed << " exact " << judgement.worst.truth_low << " bound "
           << judgement.worst.bound);
    CHECK(judgement.outside == 0);
    CHECK(judgement.undecided == judgement.unbounded);
    elements += judgement.elements, unbounded += judgement.unbounded;
    greatest = std::max(greatest, judgement.worst.share());
  }
  // The bounds are worth their name: something comes near them, and few elements have none.
  CAPTURE(greatest, elements, unbounded);
  CHECK(greatest > 0.2);
  CHECK(greatest < 1);
  CHECK(unbounded * 10 < elements);
}

TEST_CASE("kernels that are off by as much as their class allows are inside") {
  const std::vector<GradientStyle> styles = right_styles();
  double greatest = 0;
  for (std::uint64_t k = 0; k < 1200; ++k) {
    Request r = any_request(k);
    r.dtype = r.scales ? ATTEST_FLOAT32 : ATTEST_FLOAT64;  // scales are not of float64
    r.queries = std::min<std::int64_t>(r.queries, 9), r.keys = std::min<std::int64_t>(r.keys, 9);
    const GradientInstance in = generate_gradient(k % 3 == 0   ? "cancellation"
                                                  : k % 3 == 1 ? "random"
                                                               : "dominant_key",
                                                  r, k);
    attest_error_class error = default_error_class(ATTEST_FLOAT64);
    error.accumulate = std::ldexp(1.0, -10 - static_cast<int>(k % 9) * 3);
    error.exp_relative = k % 2 == 0 ? 2 * error.accumulate : std::ldexp(1.0, -13);
    error.exp_argument = 1;
    error.tanh_relative = 2 * error.accumulate, error.tanh_absolute = error.accumulate;
    GradientStyle style = styles[k * 31 % styles.size()];
    style.kahan = false;
    error.weight_round = style.rounds ? std::ldexp(1.0, -6 - static_cast<int>(k % 5)) : 0;
    error.key_block = style.online ? 16 : 0;
    // A float's rounding, or what the adversary's own arithmetic does not say.
    error.output_round = r.scales ? 0x1p-24 : 0x1p-53;
    style.error = &error, style.direction = static_cast<int>(k / 3 % 3) - 1, style.seed = k;
    const Judgement judgement = judge_gradients(in, run_gradients(in, style), error);
    INFO(k << " " << in.forward.name << " " << judgement.worst.part << " share " << judgement.worst.share());
    CHECK(judgement.outside == 0);
    CHECK(judgement.undecided == judgement.unbounded);
    greatest = std::max(greatest, judgement.worst.share());
  }
  CAPTURE(greatest);
  CHECK(greatest > 0.3);
}

TEST_CASE("the double rung encloses what Arb does, and has the same bound") {
  std::int64_t compared = 0;
  for (std::uint64_t k = 0; k < 200; ++k) {
    const GradientInstance in = generate_gradient(kinds[k % 8], any_request(k), k);
    const Gradients computed = run_gradients(in, {});
    const attest_error_class error = default_error_class(in.forward.dtype);
    JudgeOptions fast, slow;
    fast.listed = slow.listed = 0;
    slow.only_multi_precision = true;
    const Judgement a = judge_gradients(in, computed, error, fast), b = judge_gradients(in, computed, error, slow);
    CAPTURE(k, in.forward.name, a.worst.part, a.worst.column, a.worst.share(), b.worst.share(), a.worst.bound,
            b.worst.bound);
    CHECK(a.inside == b.inside);
    CHECK(a.unbounded == b.unbounded);
    CHECK(a.outside == b.outside);
    if (b.worst.bound > 0 && std::isfinite(b.worst.bound)) {
      CHECK(a.worst.share() >= b.worst.share() * (1 - 0x1p-10));
      CHECK(a.worst.share() <= b.worst.share() * (1 + 0x1p-5) + 0x1p-27);
      ++compared;
    }
  }
  CHECK(compared > 140);
}

TEST_CASE("wrong backward kernels are outside") {
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_BFLOAT16})
    for (const GradientStyle::Fault fault : gradient_faults()) {
      if (dtype == ATTEST_BFLOAT16 &&
          (fault == GradientStyle::Fault::half_delta || fault == GradientStyle::Fault::half_sums))
        continue;  // of bfloat16's own size; faults of a float32 kernel
      GradientStyle style;
      style.fault = fault;
      style.rounds = dtype == ATTEST_BFLOAT16;
      bool found = false;
      for (std::uint64_t k = 0; k < 400 && !found; ++k) {
        Request r = any_request(k);
        r.dtype = dtype;
        const GradientInstance in = generate_gradient(kinds[k % 8], r, k);
        found = judge_gradients(in, run_gradients(in, style), default_error_class(dtype)).outside > 0;
      }
      CAPTURE(fault_name(fault), static_cast<int>(dtype));
      CHECK(found);
    }
}

TEST_CASE("a key that no query sees has the gradient 0, exactly") {
  Request r;
  r.queries = 3, r.keys = 7, r.width = r.value_width = 4, r.mask = ATTEST_MASK_CAUSAL;
  const GradientInstance in = generate_gradient("random", r, 3);
  Gradients computed = run_gradients(in, {});
  const auto judged = [&] { return judge_gradients(in, computed, default_error_class(ATTEST_FLOAT32)); };
  CHECK(judged().inside == judged().elements);
  for (auto part : {&Gradients::key, &Gradients::value}) {
    FloatArray& array = *(computed.*part);
    const double before = array[6 * 4 + 1];
    CHECK(before == 0);
    array.set(6 * 4 + 1, 1e-30);
    CHECK(judged().outside == 1);
    array.set(6 * 4 + 1, before);
  }
  computed.query->set(5, std::nan(""));
  const Judgement judgement = judged();
  CHECK(judgement.outside == 1);
  CHECK(judgement.worst.part == "grad_query");
  CHECK(judgement.worst.query == 1);
  CHECK(judgement.worst.column == 1);
}

TEST_CASE("parts that are absent are not judged, and threads change nothing") {
  Request r;
  r.operation = ATTEST_URPE, r.bias = r.factor = ATTEST_TERM_TOEPLITZ, r.batches = 3, r.heads = 2;
  const GradientInstance in = generate_gradient("random", r, 5);
  Gradients computed = run_gradients(in, {});
  JudgeOptions one, many;
  many.threads = 5;
  const attest_error_class error = default_error_class(ATTEST_FLOAT32);
  const Judgement a = judge_gradients(in, computed, error, one), b = judge_gradients(in, computed, error, many);
  CHECK(a.worst.share() == b.worst.share());
  CHECK(a.share_histogram == b.share_histogram);
  computed.key.reset(), computed.query.reset(), computed.factor.reset();
  CHECK(judge_gradients(in, computed, error).elements == 3 * 2 * 16 * 8 + 2 * 31);
}

TEST_CASE("without a batch or a head the gradients of what all share are 0") {
  for (const bool has_batch : {false, true}) {
    Request r;
    r.operation = ATTEST_URPE, r.bias = r.factor = ATTEST_TERM_TOEPLITZ;
    r.batches = has_batch ? 1 : 0, r.heads = has_batch ? 0 : 2, r.queries = 3, r.keys = 5;
    r.query.batches = r.bias_parts.heads = r.factor_parts.heads = true;
    const GradientInstance in = generate_gradient("random", r, 5);
    Gradients computed = blank_gradients(in);
    for (const GradientPart& part : gradient_parts)
      if (auto& array = computed.*part.part)
        for (std::int64_t k = 0; k < array->size(); ++k) array->set(k, 0);
    const attest_error_class error = default_error_class(ATTEST_FLOAT32);
    const Judgement right = judge_gradients(in, computed, error);
    CHECK(right.inside == right.elements);
    CHECK(right.elements == (has_batch ? 2 * 7 : 2 * 7 + 2 * 3 * 8));
    computed.bias->set(6, 1);
    CHECK(judge_gradients(in, computed, error).outside == 1);
  }
}

TEST_CASE("where the class promises nothing, nothing is decided") {
  Request r;
  r.queries = 4, r.keys = 5;
  const GradientInstance in = generate_gradient("random", r, 5);
  attest_error_class error = default_error_class(ATTEST_FLOAT32);
  error.accumulate = 0x1p-4;  // too few digits for sums of so many terms
  const Judgement judgement = judge_gradients(in, run_gradients(in, {}), error);
  CHECK(judgement.unbounded == judgement.elements);
  CHECK(judgement.outside == 0);
}

TEST_CASE("what is no problem of gradients is refused") {
  Request r;
  r.queries = 4, r.keys = 5;
  GradientInstance in = generate_gradient("random", r, 5);
  const attest_error_class error = default_error_class(ATTEST_FLOAT32);
  Gradients computed = blank_gradients(in);
  computed.bias = FloatArray(ATTEST_FLOAT32, {1, 8});
  CHECK_THROWS_WITH(judge_gradients(in, computed, error), Catch::Contains("grad_bias"));
  computed = blank_gradients(in);
  computed.key = FloatArray(ATTEST_FLOAT32, {1, 1, 4, 8});
  CHECK_THROWS_WITH(judge_gradients(in, computed, error), Catch::Contains("grad_key"));
  computed.key = FloatArray(ATTEST_BFLOAT16, {1, 1, 5, 8});
  CHECK_THROWS_WITH(judge_gradients(in, computed, error), Catch::Contains("expected float32"));
  in.grad_output.set(3, HUGE_VAL);
  CHECK_THROWS_WITH(judge_gradients(in, {}, error), Catch::Contains("grad_output"));
  r.operation = ATTEST_HARDMAX;
  CHECK_THROWS_WITH(judge_gradients(generate_gradient("ties", r, 5), {}, error), Catch::Contains("no derivative"));
}
