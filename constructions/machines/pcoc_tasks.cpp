// SPDX-License-Identifier: Apache-2.0
// The programs by name, each with its answers computed directly from the task's definition.
#include <algorithm>

#include "constructions/machines/pcoc_programs.hpp"
#include "theory/error.hpp"

namespace attest::constructions::machines {

namespace {

using Numbers = std::vector<Rational>;

template <class Join>
Numbers running(const Numbers& x, const Join& join) {
  Numbers y;
  for (const Rational& value : x) y.push_back(y.empty() ? value : join(y.back(), value));
  return y;
}

Numbers medians(const Numbers& x) {
  Numbers y, sorted;
  for (const Rational& value : x) {
    sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), value), value);
    const std::size_t m = sorted.size();
    y.push_back((sorted[(m - 1) / 2] + sorted[m / 2]) / Rational(2));
  }
  return y;
}

Numbers best_sums(const Numbers& x) {
  Numbers y;
  for (std::size_t i = 0; i < x.size(); ++i) {
    Rational best = x[0];
    for (std::size_t j = 0; j <= i; ++j) {
      Rational sum;
      for (std::size_t k = j; k <= i; ++k) {
        sum += x[k];
        best = max(best, sum);
      }
    }
    y.push_back(best);
  }
  return y;
}

Numbers sorted(Numbers x) {
  std::sort(x.begin(), x.end());
  return x;
}

// Floyd and Warshall's way, another one than the program's.
Numbers distances(const Numbers& x, const std::vector<Edge>& edges) {
  const std::size_t n = x.size();
  std::vector<std::vector<std::optional<Rational>>> d(n, std::vector<std::optional<Rational>>(n));
  for (std::size_t v = 0; v < n; ++v) d[v][v] = Rational(0);
  const auto shorten = [](std::optional<Rational>& entry, const Rational& length) {
    if (!entry || length < *entry) entry = length;
  };
  for (const Edge& edge : edges) shorten(d[edge.from - 1][edge.to - 1], edge.length);
  for (std::size_t w = 0; w < n; ++w) {
    for (std::size_t u = 0; u < n; ++u) {
      for (std::size_t v = 0; v < n; ++v) {
        if (d[u][w] && d[w][v]) shorten(d[u][v], *d[u][w] + *d[w][v]);
      }
    }
  }
  Numbers y;
  for (std::size_t v = 0; v < n; ++v) {
    Rational best = x[v];
    for (std::size_t u = 0; u < n; ++u) {
      if (d[u][v]) best = min(best, x[u] + *d[u][v]);
    }
    y.push_back(best);
  }
  return y;
}

std::vector<Edge> unit_lengths(std::vector<Edge> edges) {
  for (Edge& edge : edges) edge.length = 1;
  return edges;
}

Numbers hops(const Numbers& x, std::size_t k) {
  const auto hop = [&](std::size_t i) {  // places from 1; 0 is none
    for (std::size_t t = i; t-- > 1;) {
      if (x[t - 1] == x[i - 1]) return t + 1;
    }
    return std::size_t{0};
  };
  Numbers y;
  for (std::size_t i = 1; i <= x.size(); ++i) {
    std::size_t place = i;
    for (std::size_t h = 0; h < k && place > 0; ++h) place = hop(place);
    y.push_back(place > 0 ? x[place - 1] : Rational(0));
  }
  return y;
}

PcocTask hop_task(std::size_t k) {
  return {"induction-" + std::to_string(k) + "-hop", "the k-hop induction heads task for k = " + std::to_string(k),
          [k](std::size_t n) { return k_hop(n, k, 9); }, [k](const Numbers& x) { return hops(x, k); },
          PcocTask::Inputs::kTokens};
}

}  // namespace

const std::vector<PcocTask>& pcoc_tasks() {
  using Inputs = PcocTask::Inputs;
  static const std::vector<PcocTask> tasks = {
      {"prefix-sum", "x_1 + ... + x_i", prefix_sum,
       [](const Numbers& x) { return running(x, [](const Rational& a, const Rational& b) { return a + b; }); },
       Inputs::kAny},
      {"prefix-minimum", "min(x_1, ..., x_i)", prefix_minimum,
       [](const Numbers& x) { return running(x, [](const Rational& a, const Rational& b) { return min(a, b); }); },
       Inputs::kAny},
      {"cumulative-median", "the median of x_1, ..., x_i", cumulative_median, medians, Inputs::kAny},
      {"maximum-subarray", "the greatest sum of consecutive numbers among x_1, ..., x_i", maximum_subarray, best_sums,
       Inputs::kAny},
      {"odd-even-sort", "the i-th smallest number", odd_even_sort, sorted, Inputs::kAny},
      {"bitonic-sort", "the i-th smallest number, for a power of two of them", bitonic_sort, sorted, Inputs::kAny},
      {"bellman-ford", "shortest distances on a given graph from the start distances x",
       [](std::size_t n) { return bellman_ford(n, example_graph(n)); },
       [](const Numbers& x) { return distances(x, example_graph(x.size())); }, Inputs::kDistances},
      {"breadth-first-search", "levels on a given graph from the start levels x",
       [](std::size_t n) { return bellman_ford(n, unit_lengths(example_graph(n))); },
       [](const Numbers& x) { return distances(x, unit_lengths(example_graph(x.size()))); }, Inputs::kDistances},
      hop_task(1),
      hop_task(2),
  };
  return tasks;
}

const PcocTask& find_pcoc_task(const std::string& name) {
  std::string known;
  for (const PcocTask& task : pcoc_tasks()) {
    if (task.name == name) return task;
    known += (known.empty() ? "" : ", ") + task.name;
  }
  throw InputError("the program", "expected one of " + known + ", found \"" + name + "\"");
}

}  // namespace attest::constructions::machines
