// SPDX-License-Identifier: Apache-2.0
#include "verify/graph/layout.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace attest::verify::graph {
namespace {

constexpr std::size_t boxes_abreast = 5, letters_abreast = 25, bold_letters_abreast = 20;
constexpr double margin = 6, gap = 12, between_rows = 44, line_height = 13, around_words = 27;
constexpr int sweeps = 40;

std::vector<std::string> broken(const std::string& title, std::size_t abreast) {
  std::vector<std::string> lines = {""};
  for (std::size_t at = 0; at < title.size();) {
    const std::size_t end = std::min(title.find(' ', at), title.size());
    const std::string word = title.substr(at, end - at);
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > abreast) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
    at = end + 1;
  }
  return lines;
}

/// A box, or where a line crosses a row on its way.
struct Item {
  std::size_t vertex = 0, row = 0;
  bool is_box = true;
  std::vector<std::size_t> above{}, below{};
  double x = 0;  ///< the middle
  double width() const { return is_box ? box_width : 6; }
};

class Sugiyama {
 public:
  Sugiyama(const TheoryGraph& graph, const std::set<std::size_t>& own, bool with_guests)
      : graph_(graph), own_(own), all_(own) {
    if (!with_guests) return;
    for (const std::size_t user : own)
      for (const Use& use : uses_of(user)) all_.insert(use.vertex);
  }

  Placement place() {
    assign_rows();
    add_items();
    order_rows();
    for (int sweep = 0; sweep < sweeps; ++sweep) place_rows(sweep % 2 == 0);
    return drawn();
  }

 private:
  std::vector<Use> uses_of(std::size_t vertex) const {
    std::vector<Use> all = graph_.vertices[vertex].uses;
    if (graph_.vertices[vertex].repair)
      for (const Use& use : graph_.vertices[vertex].repair->uses)
        if (std::none_of(all.begin(), all.end(), [&](const Use& other) { return other.vertex == use.vertex; }))
          all.push_back(use);
    return all;
  }

  /// Among those that are drawn. What a guest uses is its own part's matter.
  std::vector<std::size_t> drawn_uses(std::size_t vertex) const {
    std::vector<std::size_t> all;
    if (own_.contains(vertex))
      for (const Use& use : uses_of(vertex))
        if (all_.contains(use.vertex)) all.push_back(use.vertex);
    return all;
  }

  /// Counted from below, so that what is used stands near its users: 1 + the greatest row of these, or the next one
  /// with room. Those with the longest way above them choose first.
  void assign_rows() {
    std::map<std::size_t, std::size_t> depth;
    const auto depth_of = [&](const auto& self, std::size_t at) -> std::size_t {
      if (const auto known = depth.find(at); known != depth.end()) return known->second;
      std::size_t deepest = 0;
      for (const std::size_t used : drawn_uses(at)) deepest = std::max(deepest, 1 + self(self, used));
      return depth[at] = deepest;
    };
    std::vector<std::size_t> order(all_.begin(), all_.end()), filled;
    for (const std::size_t at : order) depth_of(depth_of, at);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return depth[a] > depth[b]; });
    std::map<std::size_t, std::size_t> least;
    for (const std::size_t at : order) {
      std::size_t row = least[at];
      while (row < filled.size() && filled[row] == boxes_abreast) ++row;
      filled.resize(std::max(filled.size(), row + 1));
      ++filled[row];
      row_[at] = row;
      for (const std::size_t used : drawn_uses(at)) least[used] = std::max(least[used], row + 1);
    }
    for (auto& [at, row] : row_) row = filled.size() - 1 - row;
    rows_.resize(filled.size());
  }

  std::size_t add(Item item) {
    rows_[item.row].push_back(items_.size());
    items_.push_back(std::move(item));
    return items_.size() - 1;
  }

  void join(std::size_t above, std::size_t below) {
    items_[above].below.push_back(below);
    items_[below].above.push_back(above);
  }

  void add_items() {
    for (const std::size_t at : all_) box_[at] = add({at, row_[at]});
    for (const std::size_t user : all_)
      for (const std::size_t used : drawn_uses(user)) {
        std::vector<std::size_t> way = {box_[used]};
        for (std::size_t row = row_[used] + 1; row < row_[user]; ++row) way.push_back(add({used, row, false}));
        way.push_back(box_[user]);
        for (std::size_t i = 0; i + 1 < way.size(); ++i) join(way[i], way[i + 1]);
        ways_.push_back({used, user, way});
      }
  }

  std::vector<double> places() const {
    std::vector<double> place(items_.size());
    for (const auto& row : rows_)
      for (std::size_t i = 0; i < row.size(); ++i) place[row[i]] = double(i);
    return place;
  }

  std::size_t crossings() const {
    const std::vector<double> place = places();
    std::size_t count = 0;
    for (const auto& row : rows_)
      for (std::size_t i = 0; i < row.size(); ++i)
        for (std::size_t j = i + 1; j < row.size(); ++j)
          for (const std::size_t a : items_[row[i]].below)
            for (const std::size_t b : items_[row[j]].below) count += place[a] > place[b];
    return count;
  }

  static double mean(const std::vector<std::size_t>& of, const std::vector<double>& place, double otherwise) {
    if (of.empty()) return otherwise;
    return std::accumulate(of.begin(), of.end(), 0.0, [&](double sum, std::size_t i) { return sum + place[i]; }) /
           double(of.size());
  }

  void order_rows() {
    auto best = rows_;
    std::size_t least = crossings();
    for (int sweep = 0; sweep < sweeps && least > 0; ++sweep) {
      const bool down = sweep % 2 == 0;
      for (std::size_t k = 0; k < rows_.size(); ++k) {
        auto& row = rows_[down ? k : rows_.size() - 1 - k];
        const std::vector<double> place = places();
        std::stable_sort(row.begin(), row.end(), [&](std::size_t a, std::size_t b) {
          const auto& one = down ? items_[a].above : items_[a].below;
          const auto& other = down ? items_[b].above : items_[b].below;
          return mean(one, place, place[a]) < mean(other, place, place[b]);
        });
      }
      if (const std::size_t now = crossings(); now < least) {
        least = now;
        best = rows_;
      }
    }
    rows_ = best;
    for (const auto& row : rows_)
      for (std::size_t i = 0; i < row.size(); ++i) items_[row[i]].x = double(i) * (box_width + gap);
  }

  /// Each item wants to stand at the mean of its neighbours; the nearest places in this order and without overlap are
  /// an isotonic regression, found by pooling what collides.
  void place_rows(bool down) {
    struct Pool {
      double sum, weight;
      std::size_t count;
    };
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const auto& row = rows_[down ? k : rows_.size() - 1 - k];
      std::vector<double> x(items_.size());
      for (std::size_t i = 0; i < items_.size(); ++i) x[i] = items_[i].x;
      std::vector<double> offset;
      std::vector<Pool> pools;
      for (const std::size_t at : row) {
        const Item& item = items_[at];
        offset.push_back(
            offset.empty() ? 0 : offset.back() + gap + (items_[row[offset.size() - 1]].width() + item.width()) / 2);
        std::vector<std::size_t> neighbours = item.above;
        neighbours.insert(neighbours.end(), item.below.begin(), item.below.end());
        const double weight = double(std::max<std::size_t>(1, neighbours.size()));
        pools.push_back({(mean(neighbours, x, item.x) - offset.back()) * weight, weight, 1});
        while (pools.size() > 1 &&
               pools[pools.size() - 2].sum / pools[pools.size() - 2].weight >= pools.back().sum / pools.back().weight) {
          const Pool last = pools.back();
          pools.pop_back();
          pools.back() = {pools.back().sum + last.sum, pools.back().weight + last.weight,
                          pools.back().count + last.count};
        }
      }
      // Within the drawing's width the regression is the same, cut off.
      const double least = items_[row.front()].width() / 2;
      const double most = std::max(least, width_ - offset.back() - items_[row.back()].width() / 2);
      std::size_t i = 0;
      for (const Pool& pool : pools)
        for (std::size_t j = 0; j < pool.count; ++j, ++i)
          items_[row[i]].x = std::clamp(pool.sum / pool.weight, least, most) + offset[i];
    }
  }

  Placement drawn() const {
    Placement placement{{}, {}, 0, margin};
    double left = items_.front().x, right = left;
    for (const Item& item : items_) {
      left = std::min(left, item.x - item.width() / 2);
      right = std::max(right, item.x + item.width() / 2);
    }
    std::map<std::size_t, std::pair<double, double>> edges;  // of a row: above and below
    std::map<std::size_t, std::vector<std::string>> numbers, titles;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      std::size_t lines = 1;
      for (const std::size_t at : rows_[k]) {
        if (!items_[at].is_box) continue;
        const Vertex& vertex = graph_.vertices[items_[at].vertex];
        numbers[at] = broken(vertex.number, bold_letters_abreast);
        titles[at] = broken(vertex.title, letters_abreast);
        lines = std::max(lines, numbers[at].size() + titles[at].size());
      }
      const double height = double(lines) * line_height + around_words;
      edges[k] = {placement.height, placement.height + height};
      placement.height += height + (k + 1 < rows_.size() ? between_rows : margin);
      for (const std::size_t at : rows_[k])
        if (items_[at].is_box)
          placement.boxes.push_back({items_[at].vertex, items_[at].x - left + margin - box_width / 2, edges[k].first,
                                     height, numbers[at], titles[at], !own_.contains(items_[at].vertex)});
    }
    placement.width = right - left + 2 * margin;
    for (const auto& [used, user, way] : ways_) {
      Placement::Line line{used, user, {}};
      for (const std::size_t at : way) {
        const Item& item = items_[at];
        const double x = item.x - left + margin;
        if (at != way.front()) line.points.push_back({x, edges[item.row].first});
        if (at != way.back()) line.points.push_back({x, edges[item.row].second});
      }
      placement.lines.push_back(std::move(line));
    }
    return placement;
  }

  struct Way {
    std::size_t used, user;
    std::vector<std::size_t> items;
  };

  const TheoryGraph& graph_;
  const std::set<std::size_t> own_;
  std::set<std::size_t> all_;
  std::map<std::size_t, std::size_t> row_, box_;
  std::vector<Item> items_;
  std::vector<std::vector<std::size_t>> rows_;
  std::vector<Way> ways_;
  static constexpr double width_ = double(boxes_abreast) * (box_width + gap) - gap;
};

}  // namespace

Placement place(const TheoryGraph& graph, const std::set<std::size_t>& vertices, bool with_guests) {
  return Sugiyama(graph, vertices, with_guests).place();
}

}  // namespace attest::verify::graph
