// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/shrink.hpp"

#include <algorithm>
#include <cmath>

#include "verify/validate/window.hpp"

namespace attest::verify::validate {

using instances::FloatArray;
using instances::GradientInstance;
using instances::Instance;
using instances::Term;

namespace {

/// How plain a number is: every step replaces numbers by ones of lower rank, so that the steps end.
int rank(double x) {
  if (x == 0) return 0;
  if (x == 1) return 1;
  if (x == -1) return 2;
  int exponent;
  const double fraction = std::frexp(x, &exponent);
  if (x == std::round(x) && std::fabs(x) <= 16) return 3;
  if (std::fabs(fraction) == 0.5) return 4;
  if (fraction * 16 == std::round(fraction * 16)) return 5;
  return 6;
}

using Simpler = double (*)(double);
constexpr Simpler kSimpler[] = {
    [](double) { return 0.0; },
    [](double) { return 1.0; },
    [](double x) { return std::copysign(1.0, x); },
    [](double x) { return std::fabs(x) <= 16 ? std::round(x) : x; },
    [](double x) { return x == 0 ? x : std::copysign(std::ldexp(1.0, std::ilogb(x)), x); },
    [](double x) {
      int exponent;
      const double fraction = std::frexp(x, &exponent);
      return std::ldexp(std::round(fraction * 16), exponent - 4);
    },
};

class Shrinker {
 public:
  /// `grad_output` is empty for a forward kernel's problem.
  Shrinker(const Instance& instance, const FloatArray& grad_output, const GradientStillFails& fails, int most_runs)
      : best_(instance), grad_output_(grad_output), fails_(fails), most_runs_(most_runs) {}

  ShrunkGradient run() {
    for (bool simpler = true; simpler && !out_of_runs();) {
      simpler = false;
      for (const Axis axis : kAxes) simpler |= shorten(axis);
      simpler |= simplify_mask();
      simpler |= simplify_terms();
      simpler |= drop_extensions();
      if (best_.scale != 1) simpler |= changed([](Instance& x) { x.scale = 1; });
      for (FloatArray Instance::*array : {&Instance::query, &Instance::key, &Instance::value})
        simpler |= simplify_numbers([=](Instance& x) -> FloatArray& { return x.*array; });
      for (Term Instance::*term : {&Instance::bias, &Instance::factor})
        simpler |= simplify_numbers([=](Instance& x) -> FloatArray& { return (x.*term).values; });
      simpler |= simplify_grad_output();
    }
    return {{std::move(best_), std::move(grad_output_)}, runs_, !out_of_runs()};
  }

 private:
  bool out_of_runs() const { return runs_ >= most_runs_; }

  /// Takes the candidate if it still fails.
  bool attempt(Instance candidate) { return attempt(std::move(candidate), grad_output_); }
  bool attempt(Instance candidate, FloatArray grad_output) {
    if (out_of_runs()) return false;
    ++runs_;
    GradientInstance whole{std::move(candidate), std::move(grad_output)};
    if (!fails_(whole)) return false;
    best_ = std::move(whole.forward);
    grad_output_ = std::move(whole.grad_output);
    return true;
  }
  template <typename Change>
  bool changed(Change change) {
    Instance candidate = best_;
    change(candidate);
    return attempt(std::move(candidate));
  }

  /// Fewer indices of an axis, from the end, then from the start. Without width, scores are B alone.
  bool shorten(Axis axis) {
    const std::int64_t least = axis == Axis::width ? 0 : 1;
    const std::int64_t before = length(best_, axis);
    const auto drop = [&](std::int64_t from, std::int64_t count) {
      const std::int64_t now = length(best_, axis);
      if (now - count < least) return false;
      return attempt(
          window(best_, axis, from, now - count),
          grad_output_.shape().size() != 4 ? grad_output_ : output_window(grad_output_, axis, from, now - count));
    };
    for (std::int64_t step = std::max<std::int64_t>(before - least, 0); step > 0; step /= 2) {
      while (drop(0, step)) continue;
      while (drop(step, step)) continue;
    }
    return length(best_, axis) < before;
  }

  bool simplify_mask() {
    if (best_.mask_kind == ATTEST_MASK_NONE) return false;
    const auto remove = [](Instance& x) {
      x.mask_kind = ATTEST_MASK_NONE, x.diagonal = 0;
      x.mask.clear(), x.mask_batches = x.mask_heads = 1;
    };
    if (changed(remove)) return true;
    if (best_.mask_kind == ATTEST_MASK_CAUSAL || best_.mask_kind == ATTEST_MASK_WINDOW)
      return best_.diagonal != 0 && changed([](Instance& x) { x.diagonal = 0; });
    // Bytes: every hidden key that may as well be visible.
    const std::int64_t size = static_cast<std::int64_t>(best_.mask.size());
    return in_pieces(size, [&](std::int64_t from, std::int64_t to) {
      if (std::count(best_.mask.begin() + from, best_.mask.begin() + to, 0) == 0) return false;
      return changed([=](Instance& x) { std::fill(x.mask.begin() + from, x.mask.begin() + to, std::uint8_t{1}); });
    });
  }

  /// Without a cap, a sink, dropout or scales.
  bool drop_extensions() {
    bool simpler = best_.softcap != 0 && changed([](Instance& x) { x.softcap = 0; });
    simpler |= best_.dropout.scale != 0 && changed([](Instance& x) { x.dropout = {}; });
    for (std::optional<FloatArray> Instance::*part :
         {&Instance::sinks, &Instance::query_scale, &Instance::key_scale, &Instance::value_scale})
      simpler |= (best_.*part).has_value() && changed([=](Instance& x) { (x.*part).reset(); });
    return simpler;
  }

  /// No B or C, where the operation needs none: a kernel may take what is no problem, and there is no exact answer to
  /// it.
  bool simplify_terms() {
    bool simpler = false;
    for (Term Instance::*term : {&Instance::bias, &Instance::factor}) {
      const attest_operation needs_it = term == &Instance::bias ? ATTEST_RPE : ATTEST_URPE;
      if (best_.operation != needs_it && (best_.*term).kind != ATTEST_TERM_NONE)
        simpler |= changed([=](Instance& x) { x.*term = Term{}; });
    }
    return simpler;
  }

  template <typename Array>
  bool simplify_numbers(Array array) {
    bool any = false;
    for (const Simpler simpler : kSimpler) {
      any |= in_pieces(array(best_).size(), [&](std::int64_t from, std::int64_t to) {
        Instance candidate = best_;
        return replace(array(candidate), from, to, simpler) && attempt(std::move(candidate));
      });
    }
    return any;
  }

  bool simplify_grad_output() {
    bool any = false;
    for (const Simpler simpler : kSimpler)
      any |= in_pieces(grad_output_.size(), [&](std::int64_t from, std::int64_t to) {
        FloatArray candidate = grad_output_;
        return replace(candidate, from, to, simpler) && attempt(best_, std::move(candidate));
      });
    return any;
  }

  /// Whether some number of the piece became plainer.
  static bool replace(FloatArray& array, std::int64_t from, std::int64_t to, Simpler simpler) {
    bool any = false;
    for (std::int64_t k = from; k < to; ++k) {
      const double plain = simpler(array[k]);
      if (rank(plain) >= rank(array[k])) continue;
      array.set(k, plain);
      any = true;
    }
    return any;
  }

  /// step(from, to) over the whole range, then over its halves, quarters, ...; whether any step succeeded.
  template <typename Step>
  bool in_pieces(std::int64_t size, Step step) {
    bool any = false;
    for (std::int64_t piece = size; piece > 0; piece /= 2) {
      for (std::int64_t from = 0; from < size && !out_of_runs(); from += piece)
        any |= step(from, std::min(from + piece, size));
    }
    return any;
  }

  Instance best_;
  FloatArray grad_output_;
  const GradientStillFails& fails_;
  const int most_runs_;
  int runs_ = 0;
};

}  // namespace

ShrunkGradient shrink(const GradientInstance& instance, const GradientStillFails& fails, int most_runs) {
  ShrunkGradient result = Shrinker(instance.forward, instance.grad_output, fails, most_runs).run();
  if (result.runs > 0) result.instance.forward.name = instance.forward.name + ", shrunk";
  return result;
}

Shrunk shrink(const Instance& instance, const StillFails& fails, int most_runs) {
  const GradientStillFails forward_fails = [&](const GradientInstance& whole) { return fails(whole.forward); };
  ShrunkGradient result = shrink(GradientInstance{instance, {}}, forward_fails, most_runs);
  return {std::move(result.instance.forward), result.runs, result.finished};
}

}  // namespace attest::verify::validate
