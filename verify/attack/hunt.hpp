// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "theory/statement/load.hpp"
#include "verify/attack/holes.hpp"
#include "verify/attack/search.hpp"

namespace attest::verify::attack {

/// The numbers and symbols to try for a statement: small numbers, then the constants of its own text and what lies
/// beside them.
Holes::Pool pool_of(const theory::LoadedClaim& claim, const std::string& statement);

/// The hunt for one instance of the quantifiers of which one element suffices, from the outside up to the first of
/// which all are asked for: for a counterexample of what is universal, for a witness of what is existential.
/// Instances are tried in the order of their cost (choices.hpp), then by chance, and from those that come nearest to
/// the goal by small changes. What is found is shrunk. What is inside is met by `rest`.
class Hunt {
 public:
  using Rest = std::function<std::optional<Met>(const Formula&, bool goal)>;
  Hunt(const Formula& formula, bool goal, std::size_t frame, const Holes::Pool& pool);

  const Holes::Pool& pool() const { return pool_; }

  /// Goes on where it stopped, for so many steps of the machine's.
  std::optional<Met> go(Machine& machine, std::uint64_t steps, const Rest& rest);

  /// Instances that were tried, and those of them of which it stayed open whether they meet the goal: an enclosure did
  /// not decide, the steps of the trial were spent, or what stands inside was neither met nor shown to fail.
  struct Tried {
    std::uint64_t count = 0, undecided = 0;
  };
  std::uint64_t trials() const { return ordered_.count + others_.count; }
  std::uint64_t undecided() const { return ordered_.undecided + others_.undecided; }
  /// In the order of their cost; and by chance, on the way to the goal, or while what was found was shrunk.
  const Tried& ordered() const { return ordered_; }
  const Tried& others() const { return others_; }
  /// Every instance that costs less was tried, so many of them undecided.
  std::uint64_t excluded_below() const { return cost_; }
  std::uint64_t undecided_below() const { return undecided_below_; }
  /// Of the trial that runs: what stands inside was neither met nor shown to fail.
  void leave_open() { is_open_ = true; }
  /// An instance, certainly of every domain and with every `where`, at which the statement has no value, and why; empty
  /// if none was met.
  const std::string& undefined() const { return undefined_; }
  /// Whether what was found is the first in the order of cost; otherwise it was found by chance and shrunk.
  bool found_in_order() const { return in_order_; }

 private:
  struct Trial {
    std::optional<Met> met;
    Plan plan;
    double slack;
    bool refused = false;  ///< some `where` did not hold
  };
  struct Link {
    const Formula* formula;  ///< a quantifier, or parts of which one is to be met
    Value element;
    std::size_t part = 0;
  };
  Trial attempt(Machine& machine, const Rest& rest);
  std::optional<Met> descend(Machine& machine, const Formula& formula, Holes& holes, std::vector<Link>& chain,
                             const Rest& rest, double& slack);
  Value element(Machine& machine, const Domain& domain, Holes& holes);
  bool confirmed(Machine& machine, const std::vector<Link>& chain);
  void note_undefined(Machine& machine, Holes& holes, std::vector<Link>& chain);
  std::optional<Met> in_order(Machine& machine, std::uint64_t until, const Rest& rest);
  std::optional<Met> by_chance(Machine& machine, std::uint64_t until, const Rest& rest);
  std::optional<Met> climbing(Machine& machine, std::uint64_t until, const Rest& rest);
  void note(const Trial& trial);
  Met shrunk(Machine& machine, Trial found, const Rest& rest);

  const Formula& formula_;  ///< where the hunt begins, maybe inside other quantifiers
  const bool goal_;
  const std::size_t frame_;
  const Holes::Pool& pool_;
  Choices choices_;
  std::uint64_t cost_ = 0, draws_ = 0;
  Tried ordered_, others_;
  std::uint64_t undecided_below_ = 0;
  std::string undefined_;
  std::uint64_t share_;  ///< of the steps: the most for a single trial
  Plan next_;
  bool exhausted_ = false, refused_ = false, in_order_ = false;
  bool is_ordered_ = false;  ///< trials are made in the order of cost
  bool is_open_ = false;     ///< whether the trial that runs meets the goal
  bool at_end_ = false;      ///< it has chosen all of an instance
  std::vector<Trial> nearest_;
};

}  // namespace attest::verify::attack
