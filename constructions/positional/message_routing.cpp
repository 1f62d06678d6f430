// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/message_routing.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "theory/error.hpp"

namespace attest::constructions::routing {

namespace {

constexpr std::size_t kMostMachines = std::size_t{1} << 16, kMostTuples = std::size_t{1} << 26;

using Index = std::uint32_t;  // of a tuple
using Held = std::vector<std::vector<Index>>;

unsigned levels(std::size_t machines) { return static_cast<unsigned>(std::bit_width(machines - 1)); }

std::vector<Tuple> all_tuples(const Load& load) {
  std::size_t count = 0;
  for (const auto& row : load) count = std::accumulate(row.begin(), row.end(), count);
  if (count > kMostTuples) {
    throw InputError("the load", "expected at most " + std::to_string(kMostTuples) + " tuples in all, found " +
                                     std::to_string(count));
  }
  std::vector<Tuple> tuples;
  tuples.reserve(count);
  for (std::uint32_t i = 0; i < load.size(); ++i) {
    for (std::uint32_t j = 0; j < load.size(); ++j) {
      for (std::uint32_t p = 1; p <= load[i][j]; ++p) tuples.push_back({i, j, p});
    }
  }
  return tuples;
}

void require_square(const Load& load) {
  if (load.empty() || load.size() > kMostMachines) {
    throw InputError("the load", "expected 1 to " + std::to_string(kMostMachines) + " machines, found " +
                                     std::to_string(load.size()));
  }
  for (const auto& row : load) {
    if (row.size() != load.size()) {
      throw InputError("the load", "expected as many numbers in each row as there are machines, " +
                                       std::to_string(load.size()) + ", found " + std::to_string(row.size()));
    }
  }
}

/// The state of a run: which tuples each label holds, by destination and then by source and position where that
/// matters.
class Run {
 public:
  Run(const Load& load, Halving halving) : halving_(halving) {
    trace_.machines = static_cast<std::uint32_t>(load.size());
    trace_.k = levels(load.size());
    trace_.tuples = all_tuples(load);
    for (const auto& sizes : {sent(load), received(load)}) {
      for (const std::uint64_t size : sizes) trace_.s = std::max(trace_.s, static_cast<std::uint32_t>(size));
    }
    held_.resize(std::size_t{1} << trace_.k);
    for (Index x = 0; x < trace_.tuples.size(); ++x) held_[trace_.tuples[x].source].push_back(x);
    record_places();
  }

  Trace finish() {
    const unsigned k = trace_.k;
    for (unsigned l = 1; l < 2 * k; ++l) {
      if (l < k) {
        step(std::uint32_t{1} << (k - l), [this](std::uint32_t i, auto& stay, auto& go) { fragment(i, stay, go); });
      } else {
        const std::uint32_t bit = std::uint32_t{1} << (l - k);
        step(bit, [this, bit](std::uint32_t i, auto& stay, auto& go) { collect(i, bit, stay, go); });
      }
    }
    return std::move(trace_);
  }

 private:
  std::uint32_t destination(Index x) const { return trace_.tuples[x].destination; }
  bool before(Index x, Index y) const {
    return destination(x) != destination(y) ? destination(x) < destination(y) : x < y;
  }

  template <class Part>
  void step(std::uint32_t stride, const Part& part) {
    const std::size_t n = held_.size();
    Held stays(n), goes(n);
    StepMemory memory;
    for (std::uint32_t i = 0; i < n; ++i) {
      part(i, stays[i], goes[i]);
      memory.stayed.push_back(static_cast<std::uint32_t>(stays[i].size()));
      memory.went.push_back(static_cast<std::uint32_t>(goes[i].size()));
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      const auto& kept = stays[i];
      const auto& taken = goes[i ^ stride];
      held_[i].resize(kept.size() + taken.size());
      std::merge(kept.begin(), kept.end(), taken.begin(), taken.end(), held_[i].begin(),
                 [this](Index x, Index y) { return before(x, y); });
      memory.held.push_back(static_cast<std::uint32_t>(held_[i].size()));
    }
    trace_.steps.push_back(std::move(memory));
    record_places();
  }

  // held_[i] is sorted by destination, and within one by index, which is by source and position.
  void fragment(std::uint32_t i, std::vector<Index>& stay, std::vector<Index>& go) {
    const auto& all = held_[i];
    if (halving_ == Halving::kSorted) {
      for (std::size_t x = 0; x < all.size(); ++x) (x % 2 == 0 ? stay : go).push_back(all[x]);
      note_unequal(i);
      return;
    }
    for (std::size_t begin = 0; begin < all.size();) {
      std::size_t end = begin + 1;
      while (end < all.size() && same_class(all[begin], all[end])) ++end;
      const std::size_t middle = begin + (end - begin + 1) / 2;
      stay.insert(stay.end(), all.begin() + static_cast<std::ptrdiff_t>(begin),
                  all.begin() + static_cast<std::ptrdiff_t>(middle));
      go.insert(go.end(), all.begin() + static_cast<std::ptrdiff_t>(middle),
                all.begin() + static_cast<std::ptrdiff_t>(end));
      begin = end;
    }
    note_unequal(i);
  }

  bool same_class(Index x, Index y) const {
    return destination(x) == destination(y) &&
           (halving_ != Halving::kByMessage || trace_.tuples[x].source == trace_.tuples[y].source);
  }

  // The first class of an odd number of tuples.
  void note_unequal(std::uint32_t i) {
    if (trace_.unequal) return;
    const auto& all = held_[i];
    for (std::size_t begin = 0; begin < all.size();) {
      std::size_t end = begin + 1;
      while (end < all.size() && same_class(all[begin], all[end])) ++end;
      if ((end - begin) % 2 == 1) {
        const Tuple& tuple = trace_.tuples[all[begin]];
        trace_.unequal = "step " + std::to_string(trace_.steps.size() + 1) + ", machine " + std::to_string(i) + ": " +
                         std::to_string(end - begin) + " tuples " +
                         (halving_ == Halving::kByMessage ? "from machine " + std::to_string(tuple.source) + " " : "") +
                         "for machine " + std::to_string(tuple.destination);
        return;
      }
      begin = end;
    }
  }

  void collect(std::uint32_t i, std::uint32_t bit, std::vector<Index>& stay, std::vector<Index>& go) const {
    for (const Index x : held_[i]) ((destination(x) & bit) == (i & bit) ? stay : go).push_back(x);
  }

  void record_places() {
    auto& place = trace_.place.emplace_back(trace_.tuples.size());
    for (std::uint32_t i = 0; i < held_.size(); ++i) {
      for (const Index x : held_[i]) place[x] = i;
    }
  }

  Halving halving_;
  Trace trace_;
  Held held_;
};

}  // namespace

std::vector<std::uint64_t> sent(const Load& load) {
  std::vector<std::uint64_t> sizes;
  for (const auto& row : load) sizes.push_back(std::accumulate(row.begin(), row.end(), std::uint64_t{0}));
  return sizes;
}

std::vector<std::uint64_t> received(const Load& load) {
  std::vector<std::uint64_t> sizes(load.size(), 0);
  for (const auto& row : load) {
    for (std::size_t j = 0; j < row.size(); ++j) sizes[j] += row[j];
  }
  return sizes;
}

std::uint32_t Trace::most_held() const {
  std::uint32_t most = 0;
  std::vector<std::uint32_t> start(std::size_t{1} << k, 0);
  for (const Tuple& tuple : tuples) most = std::max(most, ++start[tuple.source]);
  for (const StepMemory& step : steps) most = std::max(most, *std::max_element(step.held.begin(), step.held.end()));
  return most;
}

std::uint32_t Trace::most_in_one_half() const {
  std::uint32_t most = 0;
  for (std::size_t l = k; l <= steps.size(); ++l) {
    if (l == 0) continue;
    const StepMemory& step = steps[l - 1];
    for (const auto& sizes : {step.stayed, step.went})
      most = std::max(most, *std::max_element(sizes.begin(), sizes.end()));
  }
  return most;
}

bool Trace::delivered() const {
  for (std::size_t x = 0; x < tuples.size(); ++x) {
    if (place.back()[x] != tuples[x].destination) return false;
  }
  return true;
}

Trace route(const Load& load, Halving halving) {
  require_square(load);
  return Run(load, halving).finish();
}

Load padded(const Load& load) {
  require_square(load);
  const unsigned k = levels(load.size());
  const std::uint32_t unit = k == 0 ? 1 : std::uint32_t{1} << (k - 1);
  Load result = load;
  for (auto& row : result) {
    for (std::uint32_t& size : row) size = (size + unit - 1) / unit * unit;
  }
  return result;
}

}  // namespace attest::constructions::routing
