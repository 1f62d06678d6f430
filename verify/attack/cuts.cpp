// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/cuts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace attest::verify::attack {

using theory::Rational;

namespace {

constexpr double kNowhere = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostPoints = 6, kMostRefined = 6;
/// Points on each axis, by the number of axes.
constexpr std::size_t kPoints[] = {0, 41, 13, 7};
/// A least distance is looked at where it is at most this share of the greatest.
constexpr double kNear = 0.2;

using Point = std::vector<double>;

std::vector<Value> at_point(const Point& point) {
  std::vector<Value> values;
  for (double x : point) values.emplace_back(Interval{x, x});
  return values;
}

double distance(const std::vector<Gap>& gaps, std::size_t comparison) {
  return comparison < gaps.size() ? gaps[comparison].distance : kNowhere;
}

/// Where a function of one number is least in [low, high], by golden sections.
template <class Function>
double least_at(double low, double high, int rounds, Function&& f) {
  constexpr double kShare = 0.6180339887498949;
  double a = high - kShare * (high - low), b = low + kShare * (high - low);
  double at_a = f(a), at_b = f(b);
  for (int i = 0; i < rounds; ++i) {
    if (at_a <= at_b) {
      high = b;
      b = a;
      at_b = at_a;
      a = high - kShare * (high - low);
      at_a = f(a);
    } else {
      low = a;
      a = b;
      at_a = at_b;
      b = low + kShare * (high - low);
      at_b = f(b);
    }
  }
  return at_a <= at_b ? a : b;
}

class Looking {
 public:
  Looking(const GapsAt& gaps, const std::vector<Interval>& box) : gaps_(gaps), box_(box), each_(kPoints[box.size()]) {
    for (const Interval& side : box) step_.push_back((side.high - side.low) / static_cast<double>(each_ - 1));
    std::size_t count = 1;
    for (std::size_t i = 0; i < box.size(); ++i) count *= each_;
    for (std::size_t i = 0; i < count; ++i) {
      grid_.push_back(gaps(at_point(at(i))));
      for (std::size_t k = 0; k < grid_.back().size(); ++k) {
        if (k == greatest_.size()) greatest_.push_back(0);
        greatest_[k] = std::max(greatest_[k], grid_.back()[k].distance);
      }
    }
  }

  void look(const std::vector<Rational>& preferred) {
    if (box_.size() == 1)
      for (const Rational& x : preferred)
        if (is_inside(0, x)) offer({x});
    struct Least {
      double share;
      std::size_t place, comparison;
    };
    std::vector<Least> found;
    for (std::size_t place = 0; place < grid_.size(); ++place)
      for (std::size_t k = 0; k < grid_[place].size(); ++k)
        if (greatest_[k] > 0 && grid_[place][k].distance <= kNear * greatest_[k] && is_least(place, k))
          found.push_back({grid_[place][k].distance / greatest_[k], place, k});
    std::stable_sort(found.begin(), found.end(), [](const Least& a, const Least& b) { return a.share < b.share; });
    if (found.size() > kMostRefined) found.resize(kMostRefined);
    for (const Least& least : found) plain(refined(at(least.place), least.comparison));
  }

  std::vector<std::vector<Rational>> found() && { return std::move(found_); }

 private:
  Point at(std::size_t place) const {
    Point point;
    for (std::size_t i = 0; i < box_.size(); ++i, place /= each_)
      point.push_back(box_[i].low + step_[i] * static_cast<double>(place % each_));
    return point;
  }
  bool is_inside(std::size_t axis, const Rational& x) const {
    return box_[axis].low <= x.to_double() && x.to_double() <= box_[axis].high;
  }

  /// No neighbour on an axis is nearer, and one is farther.
  bool is_least(std::size_t place, std::size_t comparison) const {
    const double here = distance(grid_[place], comparison);
    bool falls = false;
    std::size_t stride = 1;
    for (std::size_t i = 0; i < box_.size(); ++i, stride *= each_) {
      const std::size_t along = place / stride % each_;
      for (const bool up : {false, true}) {
        if (up ? along + 1 == each_ : along == 0) continue;
        const double there = distance(grid_[up ? place + stride : place - stride], comparison);
        if (there < here) return false;
        falls = falls || there > here;
      }
    }
    return falls;
  }

  /// From a point of the grid to where the sides are nearest, one axis after the other.
  Point refined(Point point, std::size_t comparison) const {
    const bool alone = box_.size() == 1;
    Point reach = step_;
    for (int round = 0; round < (alone ? 1 : 8); ++round)
      for (std::size_t i = 0; i < box_.size(); ++i) {
        const double low = std::max(box_[i].low, point[i] - reach[i]),
                     high = std::min(box_[i].high, point[i] + reach[i]);
        const auto along = [&](double x) {
          Point moved = point;
          moved[i] = x;
          return distance(gaps_(at_point(moved)), comparison);
        };
        const double nearest = least_at(low, high, alone ? 40 : 16, along);
        if (along(nearest) <= along(point[i])) point[i] = nearest;
        reach[i] /= 3;
      }
    return point;
  }

  /// The plainest point around one, from wide to narrow, that offers itself.
  void plain(const Point& point) {
    for (double width = 1e-2; width > 1e-7; width /= 10) {
      std::vector<Rational> near;
      for (std::size_t i = 0; i < box_.size(); ++i) {
        const double tolerance = width * std::min(1.0, box_[i].high - box_[i].low);
        const double low = std::max(box_[i].low, point[i] - tolerance),
                     high = std::min(box_[i].high, point[i] + tolerance);
        near.push_back(simplest_between(Rational::from_double(low), Rational::from_double(high)));
      }
      if (offer(near)) return;
    }
  }

  /// Takes a point at which a comparison is open that is decided, and not equal, somewhere else.
  bool offer(const std::vector<Rational>& point) {
    if (std::find(found_.begin(), found_.end(), point) != found_.end()) return true;
    if (found_.size() == kMostPoints) return false;
    const std::vector<Gap> here = gaps_({point.begin(), point.end()});
    for (std::size_t k = 0; k < here.size() && k < greatest_.size(); ++k) {
      if (!here[k].is_open || greatest_[k] == 0 || !parts_at(point, k)) continue;
      found_.push_back(point);
      return true;
    }
    return false;
  }

  /// Whether the sides of a comparison are apart a little off the point, on both sides along an axis: neither where
  /// they are equal on a stretch, nor beside an end of the box at which they are so near that it only seems so.
  bool parts_at(const std::vector<Rational>& point, std::size_t comparison) const {
    Point around;
    for (const Rational& x : point) around.push_back(x.to_double());
    const auto are_apart = [&](const Point& moved) {
      const std::vector<Gap> there = gaps_(at_point(moved));
      return comparison < there.size() && !there[comparison].is_open;
    };
    for (std::size_t i = 0; i < box_.size(); ++i) {
      const double room = std::min(around[i] - box_[i].low, box_[i].high - around[i]);
      const double off = std::min(0.3 * step_[i], 0.5 * room);
      Point below = around, above = around;
      below[i] -= off;
      above[i] += off;
      if (room > 0 && are_apart(below) && are_apart(above)) return true;
    }
    return false;
  }

  const GapsAt& gaps_;
  const std::vector<Interval>& box_;
  const std::size_t each_;
  std::vector<double> step_;
  std::vector<std::vector<Gap>> grid_;
  std::vector<double> greatest_;  ///< of each comparison
  std::vector<std::vector<Rational>> found_;
};

}  // namespace

Rational simplest_between(const Rational& low, const Rational& high) {
  if (low.sign() <= 0 && high.sign() >= 0) return Rational(0);
  if (low.sign() < 0) return -simplest_between(-high, -low);
  const Rational whole = floor(low);
  if (whole == low) return low;
  if (whole + Rational(1) <= high) return whole + Rational(1);
  return whole + Rational(1) / simplest_between(Rational(1) / (high - whole), Rational(1) / (low - whole));
}

std::vector<std::vector<Rational>> points_of_equality(const GapsAt& gaps, const std::vector<Interval>& box,
                                                      const std::vector<Rational>& preferred) {
  if (box.empty() || box.size() >= std::size(kPoints)) return {};
  Looking looking(gaps, box);
  looking.look(preferred);
  return std::move(looking).found();
}

}  // namespace attest::verify::attack
