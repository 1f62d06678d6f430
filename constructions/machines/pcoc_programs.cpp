// SPDX-License-Identifier: Apache-2.0
#include "constructions/machines/pcoc_programs.hpp"

#include <algorithm>

#include "theory/error.hpp"
#include "theory/machines/program_text.hpp"

namespace attest::constructions::machines {

using theory::machines::Numbers;
using theory::machines::pcoc_local;
using theory::machines::Place;

namespace {

using Lines = std::vector<std::string>;
using Sources = std::vector<std::optional<Place>>;

std::string number(std::size_t i) { return std::to_string(i); }

void require_machines(std::size_t n) {
  if (n < 1 || n > 4096) throw InputError("the program", "expected 1 to 4096 machines, found " + number(n));
}

PcocProgram empty_program(std::string title, std::size_t n, std::size_t memory) {
  require_machines(n);
  return {std::move(title), Numbers::kRationals, n, memory, {}};
}

/// One round, given what machine i (from 1) takes (fewer slots than the memory has: the rest are empty) and computes.
template <class Take, class Compute>
void add_round(PcocProgram& program, const Take& take, const Compute& compute) {
  PcocProgram::Round round;
  for (std::size_t i = 1; i <= program.machines; ++i) {
    Sources sources = take(i);
    sources.resize(program.memory);
    round.receive.push_back(std::move(sources));
    round.compute.push_back(pcoc_local(compute(i), i, {program.machines, program.memory}));
  }
  program.rounds.push_back(std::move(round));
}

PcocProgram scan(std::string title, std::size_t n, const std::string& combined) {
  PcocProgram program = empty_program(std::move(title), n, 2);
  for (std::size_t step = 1; step < n; step *= 2) {
    add_round(
        program,
        [&](std::size_t i) {
          Sources sources = {Place{i, 1}};
          if (i > step) sources.emplace_back(Place{i - step, 1});
          return sources;
        },
        [&](std::size_t i) { return Lines{i > step ? "out1 = " + combined : "out1 = in1"}; });
  }
  return program;
}

// Lines that sort in1, ..., in<m> by odd-even transposition; `names` become the sorted values' names.
Lines sorting_lines(std::size_t m, std::vector<std::string>& names) {
  Lines lines;
  names.clear();
  for (std::size_t t = 1; t <= m; ++t) names.push_back("in" + number(t));
  for (std::size_t round = 1; round <= m; ++round) {
    for (std::size_t t = 1 - round % 2; t + 1 < m; t += 2) {
      const std::string tag = number(round) + "_" + number(t + 1);
      lines.push_back("low" + tag + " = min(" + names[t] + ", " + names[t + 1] + ")");
      lines.push_back("high" + tag + " = max(" + names[t] + ", " + names[t + 1] + ")");
      names[t] = "low" + tag;
      names[t + 1] = "high" + tag;
    }
  }
  return lines;
}

// A round in which machine i compares with partner(i) and keeps the smaller number if keeps_smaller(i).
template <class Partner, class Keeps>
void add_compare_exchange(PcocProgram& program, const Partner& partner, const Keeps& keeps_smaller) {
  add_round(
      program,
      [&](std::size_t i) {
        Sources sources = {Place{i, 1}};
        if (partner(i)) sources.emplace_back(Place{*partner(i), 1});
        return sources;
      },
      [&](std::size_t i) {
        if (!partner(i)) return Lines{"out1 = in1"};
        return Lines{keeps_smaller(i) ? "out1 = min(in1, in2)" : "out1 = max(in1, in2)"};
      });
}

}  // namespace

PcocProgram prefix_sum(std::size_t n) { return scan("prefix sums", n, "in1 + in2"); }
PcocProgram prefix_minimum(std::size_t n) { return scan("prefix minima", n, "min(in1, in2)"); }

PcocProgram cumulative_median(std::size_t n) {
  PcocProgram program = empty_program("cumulative medians", n, n);
  add_round(
      program,
      [](std::size_t i) {
        Sources sources;
        for (std::size_t t = 1; t <= i; ++t) sources.emplace_back(Place{t, 1});
        return sources;
      },
      [](std::size_t i) {
        std::vector<std::string> sorted;
        Lines lines = sorting_lines(i, sorted);
        lines.push_back(i % 2 == 1 ? "out1 = " + sorted[i / 2]
                                   : "out1 = 1/2*" + sorted[i / 2 - 1] + " + 1/2*" + sorted[i / 2]);
        return lines;
      });
  return program;
}

PcocProgram maximum_subarray(std::size_t n) {
  PcocProgram program = empty_program("cumulative maximum-sum subarrays", n, 8);
  // Slots 1 to 4: best sum, sum, best prefix, best suffix of the machine's own segment; 5 to 8: of the one before it.
  const auto joined = [](const std::string& own, const std::string& before) {
    return Lines{"across = " + before + "suffix + " + own + "prefix",
                 "better = max(" + own + "best, " + before + "best)",
                 "out1 = max(better, across)",
                 "out2 = " + own + "sum + " + before + "sum",
                 "out3 = max(" + before + "prefix, " + before + "sum + " + own + "prefix)",
                 "out4 = max(" + own + "suffix, " + own + "sum + " + before + "suffix)"};
  };
  const auto named = [](Lines lines, const std::string& prefix, std::size_t first, bool alone) {
    const char* const names[] = {"best", "sum", "prefix", "suffix"};
    for (std::size_t t = 0; t < 4; ++t)
      lines.push_back(prefix + names[t] + " = in" + number(alone ? first : first + t));
    return lines;
  };
  const auto add = [&](std::size_t step, bool first) {
    add_round(
        program,
        [&](std::size_t i) {
          Sources sources(8);
          for (std::size_t t = 0; t < (first ? 1U : 4U); ++t) {
            sources[t] = Place{i, t + 1};
            if (i > step) sources[4 + t] = Place{i - step, t + 1};
          }
          return sources;
        },
        [&](std::size_t i) {
          Lines lines = named({}, "own_", 1, first);
          if (i <= step) {
            lines.insert(lines.end(), {"out1 = own_best", "out2 = own_sum", "out3 = own_prefix", "out4 = own_suffix"});
            return lines;
          }
          lines = named(std::move(lines), "left_", 5, first);
          const Lines rest = joined("own_", "left_");
          lines.insert(lines.end(), rest.begin(), rest.end());
          return lines;
        });
  };
  add(1, true);
  for (std::size_t step = 2; step < n; step *= 2) add(step, false);
  return program;
}

PcocProgram odd_even_sort(std::size_t n) {
  PcocProgram program = empty_program("odd-even transposition sort", n, 2);
  for (std::size_t round = 1; round <= n; ++round) {
    const auto is_lower = [&](std::size_t i) { return i % 2 == round % 2; };
    const auto partner = [&](std::size_t i) -> std::optional<std::size_t> {
      if (is_lower(i)) return i < n ? std::optional(i + 1) : std::nullopt;
      return i > 1 ? std::optional(i - 1) : std::nullopt;
    };
    add_compare_exchange(program, partner, is_lower);
  }
  return program;
}

PcocProgram bitonic_sort(std::size_t n) {
  PcocProgram program = empty_program("bitonic sort", n, 2);
  if ((n & (n - 1)) != 0) throw InputError("bitonic sort", "expected a power of two of machines, found " + number(n));
  for (std::size_t block = 2; block <= n; block *= 2) {
    for (std::size_t distance = block / 2; distance >= 1; distance /= 2) {
      add_compare_exchange(
          program, [&](std::size_t i) { return std::optional(((i - 1) ^ distance) + 1); },
          [&](std::size_t i) { return (((i - 1) & block) == 0) == (((i - 1) & distance) == 0); });
    }
  }
  return program;
}

PcocProgram bellman_ford(std::size_t n, const std::vector<Edge>& edges) {
  require_machines(n);
  std::vector<std::vector<const Edge*>> into(n + 1);
  std::vector<std::size_t> out_of(n + 1, 0);
  for (const Edge& edge : edges) {
    if (edge.from < 1 || edge.from > n || edge.to < 1 || edge.to > n)
      throw InputError("the graph", "expected edges between machines 1 to " + number(n));
    into[edge.to].push_back(&edge);
    ++out_of[edge.from];
  }
  std::size_t most = 0;
  for (std::size_t v = 1; v <= n; ++v) most = std::max({most, into[v].size(), out_of[v]});
  PcocProgram program = empty_program("shortest distances on a given graph (Bellman-Ford)", n, most + 1);
  for (std::size_t round = 1; round < n; ++round) {
    add_round(
        program,
        [&](std::size_t v) {
          Sources sources = {Place{v, 1}};
          for (const Edge* edge : into[v]) sources.emplace_back(Place{edge->from, 1});
          return sources;
        },
        [&](std::size_t v) {
          Lines lines;
          std::string best = "in1";
          for (std::size_t e = 0; e < into[v].size(); ++e) {
            const std::string next = e + 1 == into[v].size() ? "out1" : "best" + number(e + 1);
            const Rational& length = into[v][e]->length;
            lines.push_back(next + " = min(" + best + ", in" + number(e + 2) + (length < 0 ? " - " : " + ") +
                            abs(length).to_string() + ")");
            best = next;
          }
          if (lines.empty()) lines.emplace_back("out1 = in1");
          return lines;
        });
  }
  return program;
}

std::vector<Edge> example_graph(std::size_t n) {
  std::vector<Edge> edges;
  const auto join = [&](std::size_t a, std::size_t b, long length) {
    edges.push_back({a, b, length});
    edges.push_back({b, a, length});
  };
  for (std::size_t i = 1; i < n; ++i) join(i, i + 1, static_cast<long>(1 + i * i % 5));
  for (std::size_t i = 1; i + 3 <= n; i += 2) join(i, i + 3, static_cast<long>(2 + i % 3));
  return edges;
}

PcocProgram k_hop(std::size_t n, std::size_t k, long bound) {
  if (k < 1 || bound < 1) throw InputError("k-hop induction", "expected at least one hop, and a bound of at least 1");
  PcocProgram program = empty_program(number(k) + "-hop induction", n, n);
  program.numbers = Numbers::kIntegers;
  add_round(
      program,
      [](std::size_t i) {
        Sources sources;
        for (std::size_t t = 1; t <= i; ++t) sources.emplace_back(Place{t, 1});
        return sources;
      },
      [&](std::size_t i) {
        Lines lines;
        // Integers are equal where neither is less by 1. hop<j> is 1 + the last t < j with x_t = x_j, 0 if there is
        // none.
        for (std::size_t j = 1; j <= i; ++j) {
          std::string best = "0";
          for (std::size_t t = 1; t < j; ++t) {
            const std::string tag = number(t) + "_" + number(j), a = "in" + number(t), b = "in" + number(j);
            lines.push_back("under" + tag + " = less(" + a + ", " + b + ", 1)");
            lines.push_back("over" + tag + " = less(" + b + ", " + a + ", 1)");
            lines.push_back("last" + tag + " = max(" + best + ", " + number(t + 1) + " - " + number(t + 1) + "*under" +
                            tag + " - " + number(t + 1) + "*over" + tag + ")");
            best = "last" + tag;
          }
          lines.push_back("hop" + number(j) + " = " + best);
        }
        // here<h>_<j> is 1 where the walk stands at j after h hops, which are at most i.
        std::string place = "hop" + number(i);
        for (std::size_t h = 1; h <= k; ++h) {
          std::string sum;
          for (std::size_t j = 1; j <= i; ++j) {
            const std::string tag = number(h) + "_" + number(j);
            lines.push_back("before" + tag + " = less(" + place + ", " + number(j) + ", 1)");
            lines.push_back("after" + tag + " = less(" + number(j) + ", " + place + ", 1)");
            const std::string taken = h < k ? "hop" + number(j) : "in" + number(j);
            lines.push_back("taken" + tag + " = gate(1 - before" + tag + " - after" + tag + ", " + taken + ", " +
                            (h < k ? number(n) : std::to_string(bound)) + ")");
            sum += (sum.empty() ? "taken" : " + taken") + tag;
          }
          place = h < k ? "place" + number(h) : "out1";
          lines.push_back(place + " = " + sum);
        }
        return lines;
      });
  return program;
}

theory::machines::Memory place_inputs(const PcocProgram& program, const std::vector<Rational>& x) {
  if (x.size() != program.machines) {
    throw InputError("the input", "expected " + number(program.machines) + " numbers, found " + number(x.size()));
  }
  theory::machines::Memory memory(program.machines, std::vector<Rational>(program.memory));
  for (std::size_t i = 0; i < x.size(); ++i) memory[i][0] = x[i];
  return memory;
}

std::vector<Rational> first_slots(const theory::machines::Memory& memory) {
  std::vector<Rational> result;
  for (const auto& slots : memory) result.push_back(slots.at(0));
  return result;
}

}  // namespace attest::constructions::machines
