// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/stream.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace attest::constructions {

using theory::Block;
using theory::Head;
using theory::Matrix;
using theory::Rational;
using theory::Vector;

namespace {

constexpr std::size_t kUnits = 4;

struct Unit {
  Rational in, bias, out;
};

Block<Rational> with_units(Block<Rational> block, const std::vector<Unit>& units, const Rational& constant) {
  block.ffn.W1 = Matrix<Rational>({1, units.size()});
  block.ffn.W2 = Matrix<Rational>({units.size(), 1});
  block.ffn.b1 = Vector<Rational>(units.size(), 0);
  block.ffn.b2 = Vector<Rational>{constant};
  for (std::size_t u = 0; u < units.size(); ++u) {
    block.ffn.W1(0, u) = units[u].in;
    (*block.ffn.b1)[u] = units[u].bias;
    block.ffn.W2(u, 0) = units[u].out;
  }
  return block;
}

// One line that is lines[i] + lifts[i] where lines[i] is defined. Equal ones are taken once.
BrokenLine side_by_side(const std::vector<BrokenLine>& lines, const Vector<Rational>& lifts) {
  std::vector<std::size_t> order(lines.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return lines[a].x.front() < lines[b].x.front(); });
  BrokenLine all;
  std::optional<std::size_t> last;
  for (const std::size_t i : order) {
    if (last && lines[i].x == lines[*last].x && lines[i].y == lines[*last].y && lifts[i] == lifts[*last]) continue;
    if (last && lines[i].x.front() <= all.x.back())
      throw std::logic_error("side_by_side: intervals that are not apart");
    all.x.insert(all.x.end(), lines[i].x.begin(), lines[i].x.end());
    for (const Rational& y : lines[i].y) all.y.push_back(y + lifts[i]);
    last = i;
  }
  return all;
}

}  // namespace

Stream::Stream(std::size_t n)
    : lows_(n, 0),
      highs_(n, 1),
      forms_(Matrix<Rational>::from_function({n, n},
                                             [](std::size_t i, std::size_t j) { return Rational(i == j ? 1 : 0); })),
      constants_(n, 0) {}

Rational Stream::low(std::size_t i) const {
  Rational sum = constants_[i];
  for (std::size_t j = 0; j < lows_.size(); ++j) sum += min(forms_(i, j) * lows_[j], forms_(i, j) * highs_[j]);
  return sum;
}

Rational Stream::high(std::size_t i) const {
  Rational sum = constants_[i];
  for (std::size_t j = 0; j < lows_.size(); ++j) sum += max(forms_(i, j) * lows_[j], forms_(i, j) * highs_[j]);
  return sum;
}

void Stream::mix(std::vector<Head<Rational>> heads, const Matrix<Rational>& Z, const Vector<Rational>& constant,
                 const Vector<Rational>& bO) {
  blocks_.push_back(idle_block(1, 1));
  blocks_.back().heads = std::move(heads);
  if (!bO.empty()) blocks_.back().bO = bO;
  open_ = true;
  forms_ = forms_ + Z * forms_;
  const Vector<Rational> before = constants_;
  for (std::size_t i = 0; i < constants_.size(); ++i) {
    constants_[i] += constant[i];
    for (std::size_t j = 0; j < before.size(); ++j) constants_[i] += Z(i, j) * before[j];
  }
}

Block<Rational>& Stream::open_block() {
  if (!open_) blocks_.push_back(idle_block(1, 1));
  open_ = false;
  return blocks_.back();
}

// In a block, x -> x + constant + a sum of units. The first line's slope takes one unit, each kink one; kinks beyond
// the fourth unit go to further blocks, at the places to which those before have moved them, which needs rising lines.
void Stream::feed_forward(const BrokenLine& line) {
  const std::vector<Rational> slope = line.slopes();
  const Rational anchor = line.x.size() > 2 ? line.x[1] : line.x[0];
  const Rational value = line.x.size() > 2 ? line.y[1] : line.y[0];
  std::vector<Unit> units;
  if (slope.front() != 1) units.push_back({-1, anchor, Rational(1) - slope.front()});
  // From the anchor on the slope is slope[1], and slope[0] where there is no kink.
  const Rational right = line.x.size() > 2 ? slope[1] : slope[0];
  if (right != 1) units.push_back({1, -anchor, right - 1});
  std::size_t next = 2;
  while (next + 1 < line.x.size() && units.size() < kUnits) {
    units.push_back({1, -line.x[next], slope[next] - slope[next - 1]});
    ++next;
  }
  if (units.empty()) units.push_back({0, 0, 0});
  Block<Rational>& first = open_block();
  first = with_units(std::move(first), units, value - anchor);
  const bool more = next + 1 < line.x.size();
  if (more && std::any_of(slope.begin(), slope.end(), [](const Rational& s) { return s <= 0; })) {
    throw std::logic_error("feed_forward: expected rising lines");
  }
  while (next + 1 < line.x.size()) {
    units.clear();
    const Rational unit = slope[next - 1];
    while (next + 1 < line.x.size() && units.size() < kUnits) {
      // Behind this place the slope of what came before is `unit`.
      const std::size_t start = next - units.size();
      const Rational place = line.y[start] + (line.x[next] - line.x[start]) * unit;
      units.push_back({1, -place, (slope[next] - slope[next - 1]) / unit});
      ++next;
    }
    blocks_.push_back(with_units(idle_block(1, 1), units, 0));
  }
}

void Stream::bend(const std::vector<BrokenLine>& lines, const std::optional<Rational>& apart) {
  const std::size_t n = lows_.size();
  Vector<Rational> lifts(n, 0), lows, highs;
  Rational next = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (low(i) < lines[i].x.front() || high(i) > lines[i].x.back()) throw std::logic_error("bend: beyond the line");
    lows.push_back(*std::min_element(lines[i].y.begin(), lines[i].y.end()));
    highs.push_back(*std::max_element(lines[i].y.begin(), lines[i].y.end()));
    if (!apart) continue;
    lifts[i] = next - lows[i];
    next += highs[i] - lows[i] + *apart;
  }
  feed_forward(side_by_side(lines, lifts));
  const Stream fresh(n);
  forms_ = fresh.forms_;
  lows_ = lows, highs_ = highs, constants_ = lifts;
}

void Stream::scale(const Vector<Rational>& slopes, const Vector<Rational>& constants) {
  Matrix<Rational> forms = forms_;
  const Vector<Rational> lows = lows_, highs = highs_;
  std::vector<BrokenLine> lines;
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    lines.push_back(BrokenLine::affine(low(i), high(i), slopes[i], constants[i] - slopes[i] * constants_[i]));
    for (std::size_t j = 0; j < forms.columns(); ++j) forms(i, j) *= slopes[i];
  }
  bend(lines);
  lows_ = lows, highs_ = highs, forms_ = forms, constants_ = constants;
}

void Stream::spread(const Vector<Rational>& slopes, const Rational& apart) {
  // Where position i comes to lie, from the lowest on.
  Vector<Rational> constants;
  Rational next = 0;
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    const Rational a = slopes[i] * (low(i) - constants_[i]), b = slopes[i] * (high(i) - constants_[i]);
    constants.push_back(next - min(a, b));
    next += abs(b - a) + apart;
  }
  scale(slopes, constants);
}

void Stream::known(const Matrix<Rational>& forms, const Vector<Rational>& constants) {
  lows_.assign(lows_.size(), 0);
  highs_.assign(highs_.size(), 1);
  forms_ = forms;
  constants_ = constants;
}

}  // namespace attest::constructions
