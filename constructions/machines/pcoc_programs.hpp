// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "theory/machines/pcoc.hpp"

namespace attest::constructions::machines {

using theory::Rational;
using theory::machines::PcocProgram;

// Parallel algorithms whose communication depends on the places alone (Back de Luca et al. 2025, appendix A.3 and
// section 7), as PCOC programs: the number x_i stands in slot 1 of machine i's memory at the start, the other slots are
// 0, and the answer y_i stands in slot 1 at the end. Domain: n >= 1 machines; InputError for a size that has no
// program.

/// x_1 + ... + x_i, and min(x_1, ..., x_i), in ceil(log2 n) rounds with memory 2: in round r machine i takes what
/// machine i - 2^(r-1) holds (figure 7, left).
PcocProgram prefix_sum(std::size_t n);
PcocProgram prefix_minimum(std::size_t n);

/// The median of x_1, ..., x_i (the mean of the two middle ones for even i), in one round with memory n: every machine
/// takes all earlier numbers and sorts them by compare-exchanges.
PcocProgram cumulative_median(std::size_t n);

/// The greatest sum of x_j + ... + x_k over 1 <= j <= k <= i, in max(1, ceil(log2 n)) rounds with memory 8: segments
/// are joined by their sums, best prefixes, best suffixes and best sums.
PcocProgram maximum_subarray(std::size_t n);

/// The i-th smallest number: odd-even transposition in n rounds (figure 7, right, needs n - 1 of them and one more),
/// and bitonic sorting in k (k+1) / 2 rounds for n = 2^k. Memory 2.
PcocProgram odd_even_sort(std::size_t n);
PcocProgram bitonic_sort(std::size_t n);

/// An undirected or directed edge with its length.
struct Edge {
  std::size_t from, to;  ///< machines, from 1
  Rational length;
};

/// Shortest distances along the edges of a given graph from the start distances x (0 at the source, a number that is
/// large enough elsewhere): Bellman-Ford in n - 1 rounds; machine v takes the distances of the machines with an edge to
/// v. The memory is 1 more than the largest number of edges into or out of one machine. Breadth-first search has
/// lengths 1.
PcocProgram bellman_ford(std::size_t n, const std::vector<Edge>& edges);
/// An undirected cycle of n machines with chords i to i + 3 and small lengths: an example that has no name elsewhere.
std::vector<Edge> example_graph(std::size_t n);

/// The k-hop induction heads task (Sanford et al. 2024) on integers of absolute value at most `bound`: hop(i) is the
/// last j <= i whose predecessor j - 1 holds the number of i, y_i = x at hop applied k times to i, and 0 where there is
/// no such place. One round with memory n. Only continuous operations, which are right for integers.
PcocProgram k_hop(std::size_t n, std::size_t k, long bound);

/// A program by its name, with everything that a check of it needs.
struct PcocTask {
  std::string name, what;
  std::function<PcocProgram(std::size_t n)> build;
  /// The answers, computed directly, and which inputs the program is meant for.
  std::function<std::vector<Rational>(const std::vector<Rational>& x)> expected;
  enum class Inputs { kAny, kTokens, kDistances } inputs = Inputs::kAny;  ///< kTokens: integers 0 to 9
};
const std::vector<PcocTask>& pcoc_tasks();
/// InputError names the known ones.
const PcocTask& find_pcoc_task(const std::string& name);

/// The memory in which the numbers stand at the start, and the numbers that it holds at the end.
theory::machines::Memory place_inputs(const PcocProgram& program, const std::vector<Rational>& x);
std::vector<Rational> first_slots(const theory::machines::Memory& memory);

}  // namespace attest::constructions::machines
