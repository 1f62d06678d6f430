// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/tally.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace attest::verify::judge {

using instances::FloatFormat;
using instances::format_of;
using instances::ulp;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t most_map_rows = 64, most_map_columns = 128;

auto coordinates(const ElementVerdict& v) { return std::tie(v.batch, v.head, v.query, v.part, v.column); }

/// The order of reports: by share, then by place.
bool comes_before(const ElementVerdict& a, const ElementVerdict& b) {
  if (a.share() != b.share()) return a.share() > b.share();
  return coordinates(a) < coordinates(b);
}

void keep_worst(ElementVerdict& worst, const ElementVerdict& verdict) {
  if (worst.part.empty() || comes_before(verdict, worst)) worst = verdict;
}

void list(std::vector<ElementVerdict>& into, const ElementVerdict& verdict, std::size_t listed) {
  if (into.size() == listed && (listed == 0 || !comes_before(verdict, into.back()))) return;
  into.insert(std::upper_bound(into.begin(), into.end(), verdict, comes_before), verdict);
  if (into.size() > listed) into.pop_back();
}

std::size_t ulp_bin(double ulps, std::size_t bins) {
  if (ulps == 0) return 0;
  const double last = static_cast<double>(bins) - 1;
  if (!(ulps < std::ldexp(1.0, static_cast<int>(last) - 8))) return bins - 1;
  int exponent = 0;  // ulps = f * 2^exponent with 1/2 <= f < 1
  const double f = std::frexp(ulps, &exponent);
  return static_cast<std::size_t>(std::clamp<double>((f == 0.5 ? exponent - 1 : exponent) + 8, 1, last));
}

/// Where the class promises nothing, only the exact number itself is right for certain.
Standing standing_of(const ElementVerdict& v, const Range& bound) {
  if (std::isinf(bound.low)) return v.error_high == 0 ? Standing::inside : Standing::undecided;
  return v.error_high <= bound.low  ? Standing::inside
         : v.error_low > bound.high ? Standing::outside
                                    : Standing::undecided;
}

/// At most |computed - exact| where that is no double: the two are too far apart, or the exact number, which is an
/// infinity here, is at least half an ulp beyond the greatest double.
double least_distance(double computed, const Enclosed& exact) {
  constexpr double greatest = std::numeric_limits<double>::max(), half_ulp = 0x1p970, down = 1 - 0x1p-50;
  if (std::signbit(computed) != std::signbit(exact.high)) return std::max(0.0, greatest * down - exact.radius);
  return (greatest - std::fabs(computed) + half_ulp) * down;
}

/// An infinity stands for every number that rounding to the format makes one. The least of these is judged in its
/// place, unless the exact number is one of them.
ElementVerdict compare_infinity(const Place& place, double computed, const Expected& expected) {
  const FloatFormat format = format_of(place.dtype);
  const Enclosed& exact = expected.exact;
  // That of float64 is no double: half an ulp behind the greatest.
  const double half_ulp = std::ldexp(1.0, std::ilogb(format.greatest) - format.precision);
  const double edge = format.greatest + half_ulp, behind = std::isfinite(edge) ? 0 : half_ulp;
  const bool is_one = std::isfinite(edge) && std::signbit(computed) == std::signbit(exact.high) &&
                      std::fabs(exact.high) - exact.radius > edge;
  const double least = std::copysign(behind > 0 ? format.greatest : edge, computed);
  ElementVerdict v = compare(place, is_one ? exact.high : least, expected);
  v.computed = computed;
  if (behind > 0) {
    v.error_low = std::max(0.0, v.error_low - behind) * (1 - 0x1p-52);
    v.error_high = (v.error_high + behind) * (1 + 0x1p-52);
    v.standing = standing_of(v, expected.bound);
  }
  if (v.standing == Standing::outside) v.error_low = v.error_high = v.ulps = infinity;
  return v;
}

void count_at(std::vector<std::int64_t>& counts, std::int64_t index) {
  if (static_cast<std::size_t>(index) >= counts.size()) counts.resize(static_cast<std::size_t>(index) + 1);
  ++counts[static_cast<std::size_t>(index)];
}

void merge(Places& to, const Places& from) {
  for (auto part : {&Places::batches, &Places::heads})
    for (const auto& [index, count] : from.*part) (to.*part)[index] += count;
  for (auto part : {&Places::queries, &Places::columns}) {
    if ((to.*part).size() < (from.*part).size()) (to.*part).resize((from.*part).size());
    for (std::size_t k = 0; k < (from.*part).size(); ++k) (to.*part)[k] += (from.*part)[k];
  }
}

}  // namespace

double ElementVerdict::share() const {
  if (std::isnan(error_high)) return infinity;
  if (error_high == 0 || is_unbounded()) return 0;
  return std::isinf(error_high) ? infinity : error_high / bound;
}

SignedErrors& SignedErrors::operator+=(const SignedErrors& other) {
  rows += other.rows;
  upward += other.upward;
  outward += other.outward;
  slack += other.slack;
  return *this;
}

bool ElementVerdict::is_unbounded() const { return standing == Standing::undecided && std::isinf(bound); }

ElementVerdict compare(const Place& place, double computed, const Expected& expected) {
  ElementVerdict v;
  v.part = place.part;
  v.batch = place.batch;
  v.head = place.head;
  v.query = place.query;
  v.column = place.column;
  v.computed = computed;
  const Enclosed& exact = expected.exact;
  v.bound = expected.bound.low;
  v.truth_low = v.truth_high = exact.high;
  if (!(exact.radius < infinity)) {  // a rung that knows nothing of it
    v.truth_low = -infinity;
    v.truth_high = v.error_high = v.ulps = infinity;
    return v;
  }
  if (std::isnan(computed)) {  // where the exact result is a number
    v.error_low = v.error_high = v.ulps = infinity;
    v.standing = Standing::outside;
    return v;
  }
  if (std::isinf(computed) && computed != exact.high) return compare_infinity(place, computed, expected);
  if (computed == exact.high && std::isinf(computed)) {
    // The log-sum-exp of a row without a visible key, or a number beyond the greatest double.
    v.standing = Standing::inside;
    return v;
  }
  if (!std::isfinite(computed - exact.high)) {
    v.error_low = least_distance(computed, exact);
    v.error_high = v.ulps = infinity;
    v.standing = standing_of(v, expected.bound);
    return v;
  }
  const double middle = exact.high + exact.low;
  const double spread = exact.radius + (exact.low == 0 ? 0 : std::fabs(middle) * 0x1p-52);
  if (spread > 0) {
    v.truth_low = std::nextafter(middle - spread, -infinity);
    v.truth_high = std::nextafter(middle + spread, infinity);
  }
  // computed - high = difference + rest exactly (Knuth's TwoSum).
  const double difference = computed - exact.high, back = difference - computed;
  const double rest = (computed - (difference - back)) + (-exact.high - back);
  const double error = std::fabs(difference + (rest - exact.low));
  const bool is_exact = rest == 0 && exact.low == 0;
  const double loss = exact.radius + (is_exact ? 0 : error * 0x1p-51 + std::fabs(exact.high) * 0x1p-104);
  v.error_high = loss == 0 ? error : (error + loss) * (1 + 0x1p-52);
  v.error_low = loss == 0 ? error : std::max(0.0, (error - loss) * (1 - 0x1p-52));
  if (v.error_high > 0) v.ulps = v.error_high / ulp(place.dtype, std::max(std::fabs(middle), std::fabs(computed)));
  v.standing = standing_of(v, expected.bound);
  return v;
}

void RowErrors::add(const ElementVerdict& v) {
  if (!std::isfinite(v.bound) || v.bound == 0 || !std::isfinite(v.error_high)) return;
  const double middle = v.truth_low + (v.truth_high - v.truth_low) / 2;
  const double share = std::min(1.0, v.error_high / v.bound), signed_share = v.computed < middle ? -share : share;
  ++count_;
  upward_ += signed_share;
  outward_ += middle < 0 ? -signed_share : middle > 0 ? signed_share : 0;
  slack_ += std::min(2.0, 2 * (v.error_high - v.error_low) / v.bound);
}

void RowErrors::flush(SignedErrors& into) {
  if (count_ == 0) return;
  const double count = static_cast<double>(count_);
  ++into.rows;
  into.upward += upward_ / count;
  into.outward += outward_ / count;
  into.slack += slack_ / count;
  *this = {};
}

Judgement blank_judgement(std::int64_t batches, std::int64_t heads, std::int64_t queries) {
  Judgement result;
  result.map_rows = std::min(batches * heads, most_map_rows);
  result.map_columns = std::min(queries, most_map_columns);
  result.map.assign(static_cast<std::size_t>(result.map_rows * result.map_columns), 0);
  return result;
}

void add(Judgement& to, const ElementVerdict& verdict, std::int64_t batches_times_heads, std::int64_t head_index,
         std::int64_t queries, std::size_t listed) {
  const double share = verdict.share();
  ++to.elements;
  ++(verdict.standing == Standing::inside    ? to.inside
     : verdict.standing == Standing::outside ? to.outside
                                             : to.undecided);
  ++to.ulp_histogram[ulp_bin(verdict.ulps, to.ulp_histogram.size())];
  if (verdict.is_unbounded()) {
    ++to.unbounded;
  } else {
    ++to.share_histogram[share < 1 ? static_cast<std::size_t>(share * 20) : to.share_histogram.size() - 1];
    if (verdict.truth_low > 0 || verdict.truth_high < 0) {
      ++to.nonzero;
      if (std::max(-verdict.truth_low, verdict.truth_high) <= verdict.bound) ++to.blunt;
    }
  }
  to.greatest_ulps = std::max(to.greatest_ulps, verdict.ulps);
  const std::int64_t row = head_index * to.map_rows / batches_times_heads,
                     column = verdict.query * to.map_columns / queries;
  double& cell = to.map[static_cast<std::size_t>(row * to.map_columns + column)];
  cell = std::max(cell, share);
  keep_worst(to.worst, verdict);
  if (verdict.standing == Standing::outside && verdict.part == "output") {
    ++to.outside_at.batches[verdict.batch];
    ++to.outside_at.heads[verdict.head];
    count_at(to.outside_at.queries, verdict.query);
    count_at(to.outside_at.columns, verdict.column);
  }
  if (verdict.standing != Standing::inside) list(to.outside_first, verdict, listed);
}

void merge(Judgement& to, const Judgement& from, std::size_t listed) {
  to.elements += from.elements;
  to.inside += from.inside;
  to.outside += from.outside;
  to.undecided += from.undecided;
  to.unbounded += from.unbounded;
  to.nonzero += from.nonzero;
  to.blunt += from.blunt;
  to.refined += from.refined;
  merge(to.outside_at, from.outside_at);
  to.output_errors += from.output_errors;
  to.row_sum_errors += from.row_sum_errors;
  to.log_sum_exp_errors += from.log_sum_exp_errors;
  to.greatest_ulps = std::max(to.greatest_ulps, from.greatest_ulps);
  for (std::size_t k = 0; k < to.ulp_histogram.size(); ++k) to.ulp_histogram[k] += from.ulp_histogram[k];
  for (std::size_t k = 0; k < to.share_histogram.size(); ++k) to.share_histogram[k] += from.share_histogram[k];
  for (std::size_t k = 0; k < to.map.size(); ++k) to.map[k] = std::max(to.map[k], from.map[k]);
  if (from.elements > 0) keep_worst(to.worst, from.worst);
  to.wrong_rows.insert(to.wrong_rows.end(), from.wrong_rows.begin(), from.wrong_rows.end());
  for (const ElementVerdict& verdict : from.outside_first) list(to.outside_first, verdict, listed);
}

}  // namespace attest::verify::judge
