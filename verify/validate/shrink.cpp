// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/shrink.hpp"

#include <algorithm>
#include <cmath>

#include "verify/validate/window.hpp"

namespace attest::verify::validate {

using instances::FloatArray;
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
  Shrinker(const Instance& instance, const StillFails& fails, int most_runs)
      : best_(instance), fails_(fails), most_runs_(most_runs) {}

  Shrunk run() {
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
    }
    return {std::move(best_), runs_, !out_of_runs()};
  }

 private:
  bool out_of_runs() const { return runs_ >= most_runs_; }

  /// Takes the candidate if it still fails.
  bool attempt(Instance candidate) {
    if (out_of_runs()) return false;
    ++runs_;
    if (!fails_(candidate)) return false;
    best_ = std::move(candidate);
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
      return now - count >= least && attempt(window(best_, axis, from, now - count));
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
  const StillFails& fails_;
  const int most_runs_;
  int runs_ = 0;
};

}  // namespace

Shrunk shrink(const Instance& instance, const StillFails& fails, int most_runs) {
  Shrunk result = Shrinker(instance, fails, most_runs).run();
  if (result.runs > 0) result.instance.name = instance.name + ", shrunk";
  return result;
}

}  // namespace attest::verify::validate
