// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/gradient_judge.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "kernels/problem.hpp"
#include "kernels/threads.hpp"
#include "theory/error.hpp"
#include "verify/judge/gradient_places.hpp"
#include "verify/judge/gradient_sums.hpp"
#include "verify/judge/precise_row.hpp"
#include "verify/judge/tally.hpp"

namespace attest::verify::judge {

using instances::differentiated;
using instances::FloatArray;
using instances::gradient_parts;
using instances::GradientInstance;
using instances::GradientPart;
using instances::Gradients;
using instances::Instance;
using instances::Term;
using theory::Enclosure;
using theory::Rational;

namespace {

/// Whether one number is read by many pairs of query and key that are not on one diagonal.
bool is_summed_over_keys(const Term& term) {
  return term.kind == ATTEST_TERM_ALIBI || term.kind == ATTEST_TERM_BUCKETS;
}

double half_subnormal(attest_dtype dtype) {
  const instances::FloatFormat format = instances::format_of(dtype);
  return std::max(std::ldexp(1.0, format.least_exponent - format.precision), std::numeric_limits<double>::denorm_min());
}

/// The lambda of (R.1) with which all sums of products of a problem hold together: some products of each query and key.
double gradient_lambda(const Instance& in, const JudgeOptions& options) {
  if (!options.random_roundings) return 0;
  const double sums =
      std::max(1.0, static_cast<double>(in.batches * in.heads) * static_cast<double>(in.queries) *
                        static_cast<double>(in.keys) * static_cast<double>(3 * in.width + 2 * in.value_width + 8));
  return 1.001 * std::sqrt(2 * std::log(2 * sums / kRandomFailure));
}

/// The sums of every head that is needed, added up in one order.
template <class Real>
AllGradientSums<Real> all_sums(const GradientInstance& in, const GradientShapes& shapes,
                               const attest_error_class& error, const Real& like, double slack, int threads,
                               double lambda, const std::function<bool(std::int64_t, std::int64_t)>& needed) {
  const Instance& forward = in.forward;
  AllGradientSums<Real> all;
  for (std::size_t p = 0; p < part_count; ++p)
    if (!shapes[p].empty()) all[p].reset(size_of(shapes[p]), lift(0, like));
  const std::int64_t heads = forward.batches * forward.heads, at_once = 4 * std::max(1, threads);
  const std::int64_t size = forward.queries * forward.value_width;
  for (std::int64_t first = 0; first < heads; first += at_once) {
    const std::int64_t count = std::min(at_once, heads - first);
    std::vector<AllGradientSums<Real>> found(static_cast<std::size_t>(count));
    kernels::parallel_for(count, threads, [&](std::int64_t task, int) {
      const std::int64_t b = (first + task) / forward.heads, h = (first + task) % forward.heads;
      if (!needed(b, h)) return;
      std::vector<double> grad(static_cast<std::size_t>(size));
      for (std::int64_t k = 0; k < size; ++k)
        grad[static_cast<std::size_t>(k)] = in.grad_output[(first + task) * size + k];
      found[static_cast<std::size_t>(task)] = gradient_sums(Head(forward, b, h, lambda), error, grad, like, slack);
      flint_cleanup();
    });
    for (std::int64_t task = 0; task < count; ++task) {
      const std::int64_t b = (first + task) / forward.heads, h = (first + task) % forward.heads;
      for (std::size_t p = 0; p < part_count; ++p)
        all[p].add(found[static_cast<std::size_t>(task)][p],
                   [&](std::int64_t k) { return place(forward, shapes, p, b, h, k); });
    }
  }
  return all;
}

Enclosed exact_of(double value, const Range& bound, double share) {
  const double radius = bound.high == 0 ? 0 : share * bound.high;
  if (!std::isfinite(value) || !std::isfinite(radius)) return {0, 0, HUGE_VAL};
  return {value, 0, radius};
}
Enclosed exact_of(const Enclosure& value, const Range&, double) { return to_enclosed(value); }

template <class Real>
Expected expected(const Instance& in, std::size_t part, const AllGradientSums<Real>& all, std::size_t k,
                  const attest_error_class& error, double share, double slack, double lambda) {
  const attest_dtype dtype = differentiated(in, gradient_parts[part])->dtype();
  const bool is_term = part >= bias_part, factored = in.factor.kind != ATTEST_TERM_NONE || in.dropout.scale != 0;
  const double round = is_term ? std::max(error.accumulate, std::ldexp(1.0, -instances::format_of(dtype).precision))
                               : error.output_round;
  // (G.11), (G.12)
  const double of_keep = in.dropout.scale > 0 ? std::ceil(in.dropout.scale) + 2 : 0,
               of_scales = in.query_scale || in.key_scale || in.value_scale ? 2 : 0;
  const LastSteps last{factored && gradient_parts[part].part == &Gradients::value, 8 + of_keep + of_scales, round,
                       std::max(error.underflow, half_subnormal(dtype)), lambda};
  const Range bound = gradient_bound(all[part], k, error, last, slack);
  return {exact_of(all[part].value[k], bound, share), bound};
}

void check(const GradientInstance& in, const Gradients& computed) {
  in.check();
  for (const GradientPart& part : gradient_parts) {
    const std::optional<FloatArray>& found = computed.*part.part;
    if (!found) continue;
    const FloatArray* array = differentiated(in.forward, part);
    if (!array) throw InputError(part.name, std::string("expected none: the problem has no ") + part.array);
    if (found->dtype() != array->dtype())
      throw InputError(part.name, std::string("expected ") + kernels::dtype_name(array->dtype()) + ", found " +
                                      kernels::dtype_name(found->dtype()));
    // Keys and values may be one for a group of heads, though each head's own stand in the problem.
    GradientShape shape = array->shape();
    const GradientShape& given = found->shape();
    if (shape.size() == 4 && given.size() == 4 && given[1] > 0 && shape[1] % given[1] == 0) shape[1] = given[1];
    if (given != shape) throw InputError(part.name, std::string("expected the shape of ") + part.array);
  }
}

/// Elements that no rung has decided, and what each rung decides.
class GradientJudge {
 public:
  GradientJudge(const GradientInstance& in, const Gradients& computed, const attest_error_class& error,
                const JudgeOptions& options)
      : in_(in),
        computed_(computed),
        error_(error),
        options_(options),
        shapes_(shapes_of(in.forward, computed)),
        lambda_(gradient_lambda(in.forward, options)),
        batches_(std::max(in.forward.batches, std::int64_t{1})),
        heads_(std::max(in.forward.heads, std::int64_t{1})),
        rows_(std::max({in.forward.queries, in.forward.keys, std::int64_t{1}})),
        counts_(blank_judgement(batches_, heads_, rows_)) {
    for (std::size_t p = 0; p < part_count; ++p)
      if (const auto& array = computed.*gradient_parts[p].part)
        for (std::int64_t k = 0; k < array->size(); ++k) open_[p].push_back(k);
    if (computed.query) query_rows_.resize(static_cast<std::size_t>(computed.query->size() / in.forward.width));
  }

  Judgement run() {
    const double own = double_share(error_, in_.forward.softcap > 0);
    const auto every = [](std::int64_t, std::int64_t) { return true; };
    if (own <= 0x1p-20 && !options_.only_multi_precision) {
      // (G.9), and (G.13): a double's own roundings are counted one by one.
      const double work = static_cast<double>(in_.forward.keys + in_.forward.width + in_.forward.value_width + 64) +
                          static_cast<double>(in_.forward.batches * in_.forward.heads * in_.forward.queries) *
                              (is_summed_over_keys(in_.forward.bias) ? static_cast<double>(in_.forward.keys) : 1);
      const double share = lambda_ == 0 ? own : own * std::sqrt(work), slack = share * 0x1p16 + work * 0x1p-51;
      if (slack <= 0x1p-4)
        settle(all_sums(in_, shapes_, error_, 0.0, slack, options_.threads, lambda_, every), share, slack, false);
      for (const auto& open : open_) counts_.refined += static_cast<std::int64_t>(open.size());
    }
    for (long bits = PreciseHead::least_precision; is_open() && bits <= PreciseHead::greatest_precision; bits *= 2) {
      const auto wanted = heads_of_open();
      const auto needed = [&](std::int64_t b, std::int64_t h) {
        return wanted[static_cast<std::size_t>(b * in_.forward.heads + h)] != 0;
      };
      settle(all_sums(in_, shapes_, error_, Enclosure(Rational(0), bits), 0, options_.threads, lambda_, needed), 0, 0,
             2 * bits > PreciseHead::greatest_precision);
    }
    for (RowErrors& row : query_rows_) row.flush(counts_.output_errors);
    return counts_;
  }

 private:
  bool is_open() const {
    return std::ranges::any_of(open_, [](const auto& open) { return !open.empty(); });
  }

  /// The heads that open elements are sums over.
  std::vector<std::uint8_t> heads_of_open() const {
    const Instance& in = in_.forward;
    std::vector<std::uint8_t> wanted(static_cast<std::size_t>(in.batches * in.heads));
    for (std::size_t p = 0; p < part_count; ++p)
      for (const std::int64_t k : open_[p]) mark_heads(in, shapes_[p], p, k, wanted);
    return wanted;
  }

  template <class Real>
  void settle(const AllGradientSums<Real>& all, double share, double slack, bool last) {
    for (std::size_t p = 0; p < part_count; ++p) {
      std::vector<std::int64_t> left;
      for (const std::int64_t k : open_[p]) {
        const FloatArray& array = *(computed_.*gradient_parts[p].part);
        const Expected truth =
            expected(in_.forward, p, all, static_cast<std::size_t>(k), error_, share, slack, lambda_);
        ElementVerdict verdict = compare(place_of(in_.forward, shapes_[p], p, k), array[k], truth);
        // A truth near 0 that is only known to a share of the bound says little of ulps: those that are certain count.
        const double size =
            std::max({std::fabs(verdict.truth_low), std::fabs(verdict.truth_high), std::fabs(array[k])});
        const double error = share > 0 ? verdict.error_low : verdict.error_high;
        if (std::isfinite(size) && std::isfinite(error) && size > 0)
          verdict.ulps = error / instances::ulp(array.dtype(), size);
        // What the class surely promises nothing of stays so at any precision.
        const bool is_void = verdict.is_unbounded() && std::isinf(truth.bound.low);
        if (verdict.standing == Standing::undecided && !last && !is_void) {
          left.push_back(k);
          continue;
        }
        if (gradient_parts[p].part == &Gradients::query)
          query_rows_[static_cast<std::size_t>(k / in_.forward.width)].add(verdict);
        judge::add(counts_, verdict, batches_ * heads_, verdict.batch * heads_ + verdict.head, rows_, options_.listed);
      }
      open_[p] = std::move(left);
    }
  }

  const GradientInstance& in_;
  const Gradients& computed_;
  const attest_error_class& error_;
  const JudgeOptions& options_;
  const GradientShapes shapes_;
  const double lambda_;
  const std::int64_t batches_, heads_, rows_;  ///< of the map, each at least 1
  std::array<std::vector<std::int64_t>, part_count> open_;
  std::vector<RowErrors> query_rows_;  ///< of grad_query: signed errors (G.14)
  Judgement counts_;
};

}  // namespace

double double_share(const attest_error_class& error, bool capped) {
  double share = 0;
  const auto at_most = [&share](double own, double declared) {
    share = std::max(share, declared > 0 ? own / declared : std::numeric_limits<double>::infinity());
  };
  at_most(0x1p-53, error.accumulate);
  at_most(4 * 0x1p-53, error.exp_argument * error.accumulate);
  at_most(0x1p-50, error.exp_relative);
  at_most(0x1p-1022, error.underflow);
  if (capped) at_most(0x1p-50, error.tanh_relative);
  return share;
}

std::array<std::vector<Expected>, part_count> expected_gradients(const GradientInstance& in,
                                                                 const attest_error_class& error, long precision) {
  in.check();
  const AllGradientSums<Enclosure> all =
      all_sums(in, shapes_of(in.forward, {}), error, Enclosure(Rational(0), precision), 0, 1, 0,
               [](std::int64_t, std::int64_t) { return true; });
  std::array<std::vector<Expected>, part_count> result;
  for (std::size_t p = 0; p < part_count; ++p)
    for (std::size_t k = 0; k < all[p].count.size(); ++k)
      result[p].push_back(expected(in.forward, p, all, k, error, 0, 0, 0));
  return result;
}

Judgement judge_gradients(const GradientInstance& instance, const Gradients& computed, const attest_error_class& error,
                          const JudgeOptions& options) {
  check(instance, computed);
  check_error_class(error);
  return GradientJudge(instance, computed, error, options).run();
}

}  // namespace attest::verify::judge
