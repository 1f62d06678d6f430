// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verify/instances/covering.hpp"
#include "verify/instances/generate.hpp"

namespace attest::verify::instances {

/// What a kernel takes of what came with ABI 2.
struct MenuExtensions {
  bool groups = false, window = false, softcap = false, sinks = false, dropout = false, scales = false;
  bool any() const { return groups || window || softcap || sinks || dropout || scales; }
};

/// What a kernel computes, and what of its problems is settled.
struct MenuQuestion {
  attest_operation operation = ATTEST_ATTENTION;
  attest_dtype dtype = ATTEST_FLOAT32;
  std::optional<attest_ties> ties;
  std::optional<double> scale;
  std::optional<attest_term_kind> bias, factor;
  std::optional<attest_mask_kind> mask;
  std::optional<std::int64_t> diagonal;
  std::int64_t window_left = ATTEST_WINDOW_OPEN, window_right = ATTEST_WINDOW_OPEN;  ///< of a mask that is a WINDOW
};

enum class Effort { quick, standard, thorough };

/// One input of a menu. `threads` is how many the kernel has in its second run; 0: any number from two on.
struct MenuCase {
  std::string generator;
  Request request;
  int threads = 0;
};

/// One thing that problems differ in: their number of keys, the kind of their bias, ... Levels are applied to a case in
/// the order of the factors; a size's first level is its least.
struct MenuFactor {
  struct Level {
    std::string name;
    std::function<void(MenuCase&)> apply;
  };
  std::string name;
  std::vector<Level> levels;
};

/// What a kernel of this question is asked. Factors with one level, for an operation that has no choice, are there too.
std::vector<MenuFactor> menu_factors(const MenuQuestion& question);

/// A covering design over the factors: any `strength` of them together take every combination of their levels, each
/// `times` times, but for those whose least problem is more work than `most_work`.
struct MenuDesign {
  std::vector<MenuFactor> factors;
  int strength = 2, times = 1;
  double most_work = 0;
  std::size_t most_cases = 0;  ///< the first ones; 0: all
};
MenuDesign menu_design(const MenuQuestion& question, Effort effort);

/// The case that a choice of levels stands for; an open factor has its first level.
MenuCase menu_case(const MenuDesign& design, const MenuQuestion& question, const Levels& choice);
CoveringProblem menu_problem(const MenuDesign& design, const MenuQuestion& question);
/// Products of numbers that a request asks for, and some more for its exponentials.
double work(const Request& request);

struct Menu {
  std::vector<MenuCase> cases;
  int strength = 2, times = 1;
  std::int64_t combinations = 0, covered = 0;  ///< admissible ones, and those of them that the cases take `times` times
};

/// The design's cases, those first that take most combinations.
Menu menu_of(const MenuDesign& design, const MenuQuestion& question);
Menu covering_menu(const MenuQuestion& question, Effort effort);

/// The mask of a question that settles on a WINDOW.
MenuFactor::Level asked_window(const MenuQuestion& question);

/// The design of problems with what came with ABI 2, for a kernel that takes these.
MenuDesign extension_design(const MenuQuestion& question, const MenuExtensions& extensions, Effort effort);
/// A small problem with one of them, to ask whether a kernel takes it. Nothing for POSITIONAL, and where an operation
/// or dtype has no such problem.
struct ExtensionProbe {
  std::string name;
  bool MenuExtensions::*extension;
  Request request;
};
std::vector<ExtensionProbe> extension_probes(const MenuQuestion& question);

/// Beside both designs, few and small problems: a key that heads or batches share and a value that they do not, and the
/// other way round; each thing of ABI 2 that is taken over 1,025 keys; sinks, scales and softcap with scores far from
/// 0, softcaps that bend nothing, a sink without a key.
std::vector<MenuCase> shared_parts(const MenuQuestion& question);
std::vector<MenuCase> long_extensions(const MenuQuestion& question, const MenuExtensions& taken, Effort effort);
std::vector<MenuCase> extreme_extensions(const MenuQuestion& question, const MenuExtensions& taken);
/// Every number of keys to 130 (quick: 40) with queries, width and value width that take every remainder by 16.
std::vector<MenuCase> tails(const MenuQuestion& question, Effort effort);
/// 256 and 512 queries and keys, seen by all and causal; widths of 65, 512 and 576.
std::vector<MenuCase> whole_tiles(const MenuQuestion& question, Effort effort);
/// Five batches, 20 heads with a mask each, 8 and 82 heads over two, no batch, no head, 200 buckets.
std::vector<MenuCase> many_parts(const MenuQuestion& question, const MenuExtensions& taken);
/// Scales of 0 and below.
std::vector<MenuCase> unusual_scales(const MenuQuestion& question);
/// Few queries over 4,100 keys: rising scores, the last seeing all, ALiBi, sinks, windows; hundreds of rows with
/// windows and dropout. None for quick.
std::vector<MenuCase> long_rows(const MenuQuestion& question, const MenuExtensions& taken, Effort effort);
/// All of them.
std::vector<MenuCase> cases_besides(const MenuQuestion& question, const MenuExtensions& taken, Effort effort);

/// Few numbers where counts and indices of 16 bits end: keys, queries and heads around 2^16.
std::vector<MenuCase> index_probes(const MenuQuestion& question);

}  // namespace attest::verify::instances
