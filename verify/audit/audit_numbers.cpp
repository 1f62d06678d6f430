// SPDX-License-Identifier: Apache-2.0
// Audits of numbers: one attention matrix, or trained weights. Everything is exact, so nothing is compared with a
// tolerance.
#include <algorithm>
#include <set>

#include "theory/error.hpp"
#include "verify/audit/audit.hpp"
#include "verify/json/number.hpp"

namespace attest::verify::audit {

namespace {

using json::from_rational;
using theory::Rational;
using Json = nlohmann::ordered_json;

void expect_shape(const RationalArray& array, bool fits, const std::string& expected) {
  if (fits) return;
  std::string shape;
  for (std::size_t length : array.shape) shape += (shape.empty() ? "" : ", ") + std::to_string(length);
  throw InputError(array.name, "expected the shape " + expected + ", found [" + shape + "]");
}

Json list_of(const std::vector<Rational>& numbers) {
  Json list = Json::array();
  for (const Rational& x : numbers) list.push_back(from_rational(x));
  return list;
}

bool distinct(const std::vector<Rational>& numbers) {
  return std::set(numbers.begin(), numbers.end()).size() == numbers.size();
}

bool all_equal(const std::vector<Rational>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [&](const Rational& x) { return x == numbers.front(); });
}

// A bias table of one head: positions act through it unless it is constant, which softmax does not see.
Json t5_head(const std::vector<Rational>& scalars) {
  const auto [least, greatest] = std::minmax_element(scalars.begin(), scalars.end());
  return {{"constant", all_equal(scalars)},
          {"least", from_rational(*least)},
          {"greatest", from_rational(*greatest)},
          {"distinct_buckets", std::set(scalars.begin(), scalars.end()).size()}};
}

// C with uniform attention (query and key weights 0, B = 0, eqs. 23 to 25): the row sums are (1/n) sum_j c_{i-j}.
Json urpe_head(const std::vector<Rational>& c) {
  const std::size_t n = (c.size() + 1) / 2;
  std::vector<Rational> v;
  for (std::size_t i = 0; i < n; ++i) {
    Rational sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += c[i + n - 1 - j];
    v.push_back(sum / Rational(static_cast<long>(n)));
  }
  const auto zero = [&](std::size_t from, std::size_t to) {
    return std::all_of(c.begin() + static_cast<long>(from), c.begin() + static_cast<long>(to),
                       [](const Rational& x) { return x == Rational(0); });
  };
  Json json = {
      {"n", n},
      {"right_stochastic", std::all_of(c.begin(), c.end(), [](const Rational& x) { return x == Rational(1); })},
      {"zero_for_later_tokens", zero(0, n - 1)},
      {"zero_for_earlier_tokens", zero(n, c.size())},
      {"position_aware_with_uniform_attention", distinct(v)}};
  if (n <= 16) json["v"] = list_of(v);
  return json;
}

// The conditions take n^3 products.
constexpr std::size_t kLargestAttentive = 64;

Json decided(theory::Truth truth) {
  return truth == theory::Truth::unknown ? Json(nullptr) : Json(truth == theory::Truth::yes);
}

Json attentive(const theory::Matrix<Interval>& A) {
  return A.rows() > kLargestAttentive ? Json(nullptr) : decided(is_attentive(A));
}

bool named(const std::string& name, const std::string& end) { return name == end || name.ends_with("." + end); }

}  // namespace

Json audit_matrix(const RationalArray& A) {
  expect_shape(A, A.shape.size() == 2 && A.shape[0] == A.shape[1] && A.shape[0] > 0, "[n, n]");
  const std::size_t n = A.shape[0];
  std::vector<Rational> sums(n, 0);
  bool negative = false, upper = false, toeplitz = true;
  Rational deviation = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const Rational& x = A.values[i * n + j];
      sums[i] += x;
      negative |= x.sign() < 0;
      upper |= j > i && x.sign() != 0;
      toeplitz &= i == 0 || j == 0 || x == A.values[(i - 1) * n + j - 1];
    }
    deviation = max(deviation, abs(sums[i] - Rational(1)));
  }
  const bool stochastic = !negative && deviation == Rational(0);
  Json json = {{"kind", "matrix"},
               {"name", A.name},
               {"n", n},
               {"right_stochastic", stochastic},
               {"a_negative_entry", negative},
               {"largest_deviation_of_a_row_sum_from_1", from_rational(deviation)},
               {"row_sums_all_equal", all_equal(sums)},
               {"row_sums_distinct", distinct(sums)},
               {"no_weight_on_later_tokens", !upper},
               {"toeplitz", toeplitz}};
  json["attentive"] = attentive(theory::Matrix<Interval>::from_function({n, n}, [&](std::size_t i, std::size_t j) {
    return Interval{A.values[i * n + j], A.values[i * n + j]};
  }));
  if (n <= 16) json["row_sums"] = list_of(sums);
  json["conclusion"] = {
      all_equal(sums)
          ? "On n identical rows this matrix returns n identical rows."
          : "On n identical rows x != 0 this matrix returns rows that differ, by the factor of their row sums."};
  return json;
}

Json audit_intervals(const std::string& name, const theory::Matrix<Interval>& A) {
  using theory::Truth;
  Truth stochastic = Truth::yes, negative = Truth::no, later = Truth::no;
  Json sums = Json::array();
  for (std::size_t i = 0; i < A.rows(); ++i) {
    Interval sum{0, 0};
    for (std::size_t j = 0; j < A.columns(); ++j) {
      const Interval& x = A(i, j);
      sum = {sum.lo + x.lo, sum.hi + x.hi};
      const Truth below = x.hi.sign() < 0 ? Truth::yes : x.lo.sign() < 0 ? Truth::unknown : Truth::no;
      const bool is_zero = x.is_exact() && x.lo.sign() == 0, is_not = x.lo.sign() > 0 || x.hi.sign() < 0;
      negative = negative | below;
      if (j > i) later = later | (is_zero ? Truth::no : is_not ? Truth::yes : Truth::unknown);
    }
    const bool off = sum.lo > Rational(1) || sum.hi < Rational(1);
    stochastic = stochastic & (off ? Truth::no : sum.is_exact() ? Truth::yes : Truth::unknown);
    sums.push_back(json::from_ends(sum.lo, sum.hi, theory::Enclosure::hull(sum.lo, sum.hi, 128).to_string()));
  }
  Json json = {{"kind", "computed_matrix"},
               {"name", name},
               {"n", A.rows()},
               {"keys", A.columns()},
               {"right_stochastic", decided(stochastic & !negative)},
               {"a_negative_entry", decided(negative)}};
  if (A.rows() == A.columns()) {
    json["no_weight_on_later_tokens"] = decided(!later);
    json["attentive"] = attentive(A);
  }
  if (A.rows() <= 16) json["row_sums"] = sums;
  return json;
}

Json audit_weights(const RationalArray& tensor) {
  Json heads = Json::array();
  if (named(tensor.name, "relative_attention_bias") || named(tensor.name, "relative_attention_bias.weight")) {
    expect_shape(tensor, tensor.shape.size() == 2 && tensor.shape[0] > 0 && tensor.shape[1] > 0, "[buckets, heads]");
    for (std::size_t head = 0; head < tensor.shape[1]; ++head) {
      std::vector<Rational> scalars;
      for (std::size_t b = 0; b < tensor.shape[0]; ++b) scalars.push_back(tensor.values[b * tensor.shape[1] + head]);
      heads.push_back(t5_head(scalars));
    }
    return {{"kind", "t5"}, {"name", tensor.name}, {"buckets", tensor.shape[0]}, {"heads", heads}};
  }
  if (named(tensor.name, "slopes")) {
    expect_shape(tensor, tensor.shape.size() == 1 && tensor.shape[0] > 0, "[heads]");
    for (const Rational& slope : tensor.values)
      heads.push_back({{"slope", from_rational(slope)},
                       {"sees_distances", slope.sign() != 0},
                       {"prefers_near_tokens", slope.sign() > 0}});
    return {{"kind", "alibi"}, {"name", tensor.name}, {"heads", heads}};
  }
  if (named(tensor.name, "urpe_factor")) {
    expect_shape(tensor, tensor.shape.size() == 2 && tensor.shape[0] > 0 && tensor.shape[1] % 2 == 1, "[heads, 2n-1]");
    for (std::size_t head = 0; head < tensor.shape[0]; ++head) heads.push_back(urpe_head(tensor.slice(head).values));
    return {{"kind", "urpe"}, {"name", tensor.name}, {"heads", heads}};
  }
  return nullptr;
}

}  // namespace attest::verify::audit
