// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/ood_cells.hpp"

#include <cmath>
#include <cstdio>

namespace attest::constructions {

using theory::Enclosure;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The sum of `inside` over the cells, taken at the left or the right ends.
Rational cell_sum(long n, const RationalVector& s, const RationalVector& t, std::size_t s_end, std::size_t t_end) {
  Rational sum;
  for (std::size_t i = 0; i + 1 < s.size(); ++i) {
    for (std::size_t j = 0; j + 1 < t.size(); ++j) {
      sum += (s[i + 1] - s[i]) * (t[j + 1] - t[j]) * ood_inside(n, s[i + s_end], t[j + t_end]);
    }
  }
  return sum;
}

// P(A) and P(B) given that C is rejected (equation 23), with the halves of the densities.
Rational combined(const Rational& c, const Rational& a, const Rational& b2) {
  const Rational one(1), two(2), rest = c * c - one;
  return two * (c - one) / rest * a + (c - one) * (c - one) / rest / two * b2;
}

}  // namespace

RationalVector equal_cells(const Rational& a, const Rational& b, long count) {
  RationalVector ends;
  for (long i = 0; i <= count; ++i) ends.push_back(a + (b - a) * Rational(i, count));
  return ends;
}

OodCells graded_cells(const Rational& c, long count) {
  OodCells cells{equal_cells(Rational(-1), Rational(1), count), {}, {}};
  for (long j = 0; j <= count; ++j) cells.t.push_back(Rational(1) + (c - Rational(1)) * pow(Rational(j, count), 2));
  for (auto t = cells.t.rbegin(); t != cells.t.rend(); ++t) cells.u.push_back(-*t);
  return cells;
}

Rational ood_inside(long n, const Rational& s, const Rational& t) {
  return pow(max(Rational(0), min(Rational(1), t) - max(Rational(-1), s)) / (t - s), n);
}

Rational ood_lower_b2(long n, const Rational& c, const OodCells& cells) {
  return cell_sum(n, cells.u, cells.t, 0, 1) / pow(c - Rational(1), 2);
}

Rational ood_lower_in(long n, const Rational& c, const OodCells& cells) {
  const Rational a = cell_sum(n, cells.s, cells.t, 1, 1) / (Rational(2) * (c - Rational(1)));
  return combined(c, a, ood_lower_b2(n, c, cells));
}

Rational ood_upper_in(long n, const Rational& c, const OodCells& cells) {
  const Rational a = cell_sum(n, cells.s, cells.t, 0, 0) / (Rational(2) * (c - Rational(1)));
  return combined(c, a, cell_sum(n, cells.u, cells.t, 1, 0) / pow(c - Rational(1), 2));
}

Rational ood_outer_upper_a(long n, const Rational& c, const RationalVector& s) {
  const Rational one(1);
  Rational sum;
  for (std::size_t i = 0; i + 1 < s.size(); ++i) {
    sum += (s[i + 1] - s[i]) * (one - s[i]) * (one - pow((one - s[i]) / (c - s[i]), n - 1));
  }
  return sum / (Rational(2 * (n - 1)) * (c - one));
}

OodCells fewest_cells(const Rational& c, const std::function<bool(const OodCells&)>& decides) {
  for (long count = 1;; ++count) {
    OodCells cells = graded_cells(c, count);
    if (decides(cells)) return cells;
  }
}

Step partition_witness(const char* size, const char* name, const RationalVector& points, Step then) {
  return witness(size, Value(static_cast<long>(points.size())), witness(name, Value::vector(points), std::move(then)));
}
Step partition_instance(const char* size, const char* name, const RationalVector& points, Step then) {
  return instances(size, {Value(static_cast<long>(points.size()))},
                   instances(name, {Value::vector(points)}, std::move(then)));
}
Step cells_witness(const OodCells& cells, Step then) {
  return partition_witness("m", "S", cells.s,
                           partition_witness("l", "U", cells.u, partition_witness("k", "T", cells.t, std::move(then))));
}
Step cells_instance(const OodCells& cells, Step then) {
  return partition_instance(
      "m", "S", cells.s, partition_instance("l", "U", cells.u, partition_instance("k", "T", cells.t, std::move(then))));
}

std::vector<std::pair<std::string, std::string>> deciding_cells(const Rational& low, const Rational& high,
                                                                const std::function<bool(const Enclosure&)>& holds) {
  std::vector<std::pair<std::string, std::string>> cells;
  Rational width = high - low;
  for (Rational from = low; from < high;) {
    const Rational to = min(high, from + width);
    if (holds(Enclosure::hull(from, to, 64))) {
      cells.emplace_back(from.to_string(), to.to_string());
      from = to;
      width *= Rational(2);
    } else {
      width /= Rational(2);
    }
  }
  return cells;
}

double ood_logs(double c) { return 2 * std::log(c + 1) - std::log(c) - 2 * std::log(2.0); }

// By the series of positional.ood-probability: its terms are positive, so nothing cancels.
double ood_p_a(long n, double c) {
  const double rho = 2 / (c + 1);
  double integral = 0, power = std::pow(rho, static_cast<double>(n + 1));
  for (long k = 0; k < 4000; ++k, power *= rho) {
    integral += static_cast<double>((k + 1) * (k + 2)) / 2 * power / static_cast<double>(n + k + 1);
  }
  return (2 - (c - 1) * (c - 1) * integral) / (2 * (c - 1) * static_cast<double>(n - 1));
}
double ood_p_b2(long n, double c) {
  const double square = (c - 1) * (c - 1), m = static_cast<double>(n);
  if (n == 2) return 4 * ood_logs(c) / square;
  return (4 - 8 * std::pow(2 / (1 + c), m - 2) + 4 * std::pow(1 / c, m - 2)) / (square * (m - 1) * (m - 2));
}
double ood_p_in(long n, double c) { return 2 / (c + 1) * ood_p_a(n, c) + (c - 1) / (c + 1) / 2 * ood_p_b2(n, c); }

std::string decimal(double x, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

}  // namespace attest::constructions
