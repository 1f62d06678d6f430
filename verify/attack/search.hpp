// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>

#include "theory/certificate/certificate.hpp"
#include "verify/attack/candidates.hpp"
#include "verify/attack/holes.hpp"
#include "verify/attack/leaves.hpp"

namespace attest::verify::attack {

class Crew;
class Hunt;
class Solver;

/// Steps of a certificate that meet a formula, as far as this room's evaluator tells.
struct Met {
  theory::Step steps;
  bool complete;         ///< every element of every domain is met, not only some
  std::string how = {};  ///< it was found, if not by a hunt, and if it is an instance
};

/// Steps for a formula of whose quantifiers no element is left.
theory::Step nothing_to_do(const Formula& formula);
bool are_equal(const std::vector<theory::Step>& steps);
/// The quantifiers from one formula inwards to another.
bool find_path(const Formula& from, const Formula& to, std::vector<const Formula*>& path);

/// The value where the variables of its polynomials are these numbers.
Value at_point(const Value& value, const std::vector<theory::Rational>& point);

struct Cell;  ///< of reals (cell.hpp)

/// Has another value while this lives.
class Flag {
 public:
  Flag(bool& flag, bool value) : flag_(flag), before_(flag) { flag = value; }
  ~Flag() { flag_ = before_; }
  Flag(const Flag&) = delete;
  Flag& operator=(const Flag&) = delete;

 private:
  bool& flag_;
  const bool before_;
};

/// One round: looks for steps that meet a statement under a goal, within a number of steps.
class Search {
 public:
  Search(const CompiledStatement& statement, const Reach& reach, std::uint64_t steps,
         std::function<bool()> may_continue, Crew* crew = nullptr);
  /// Nothing where none was found, or where the steps were spent first: then `spent` says so. Half of the steps are the
  /// hunt's, which goes on where it stopped.
  std::optional<Met> run(bool goal, Hunt& hunt);
  /// Whether the reals may be met by polynomials (squares.hpp). It takes long where it fails, and finds the same again.
  void use_polynomials(bool may) { may_use_polynomials_ = may; }
  /// Whom to ask for instances, if anybody.
  void use_solver(Solver* solver) { solver_ = solver; }
  bool spent() const { return spent_; }
  /// Whether the statement begins with lists, and each instance was tried: then there is none that meets the goal.
  bool tried_all() const { return tried_all_; }
  /// An instance that was come across while the opposite was to be met for all elements of lists.
  const std::optional<Met>& against() const { return against_; }
  /// Whether an element that was chosen fitted the instances that were met behind it, and failed at another.
  bool failed_behind() const { return failed_behind_; }
  std::uint64_t leaves() const { return leaves_; }  ///< expressions at the end that were evaluated
  /// Those of them that no enclosure decided, of instances: a cell that is not decided is halved.
  std::uint64_t undecided() const { return undecided_; }
  /// At which instance there is no value, and why, or nothing: where no quantifier is `exists`, the statement is not
  /// true then. The instance is one for certain.
  const std::string& undefined() const { return undefined_; }

 private:
  friend class Enumeration;
  using Found = std::optional<Met>;
  void ready();
  Found meet(const Formula& formula, bool goal);
  Holes::Pool pool_beyond(std::size_t slots) const;
  Found meet_behind(const Formula& formula, bool goal);
  Found one(const Formula& quantifier, bool goal);
  Found hunted(const Formula& quantifier, bool goal);
  Found all_of_list(const Formula& quantifier, bool goal);
  Found one_of_lists(const Formula& quantifier, bool goal, bool& is_sure);
  Found all_naturals(const Formula& quantifier, bool goal);
  Found all_reals(const Formula& quantifier, bool goal);
  Found all_arrays(const Formula& quantifier, bool goal);
  Found by_polynomials(const Formula& quantifier, bool goal);
  Found by_squares(const Formula& expression, bool goal);
  Found by_functions(const Formula& quantifier, bool goal);
  bool has_element(const Domain& domain, const Polynomial& polynomial);
  Found by_linear(const Formula& quantifier, bool goal);
  Found by_solver(const Formula& quantifier, bool goal);
  Found proposed(const Formula& quantifier, bool goal);
  bool is_element(const Formula& quantifier, const Value& value);
  Value fresh(const std::string& name, const std::vector<std::int64_t>& sizes, std::size_t level, const Code& from,
              const Code& to);
  void learn(const Formula& quantifier);
  Found sampled(const Formula& quantifier, bool goal);
  Found on_cell(const Formula& quantifier, bool goal, const Value& cell);
  Found ordered(const Formula& quantifier, bool goal, const Cell& cell, int& order);
  void look_for_cuts(const Formula& quantifier, bool goal, const Cell& whole);
  void gaps_at(const Formula& formula, bool goal);
  std::vector<theory::Rational> guard_cuts(const Formula& quantifier);

  Value evaluated(const Code& code);
  bool passes(const Formula& quantifier);
  Value list_for(const Formula& quantifier);
  Leaf alone(const Formula& quantifier, bool goal, bool for_certain);
  bool tell(Leaf leaf, std::size_t count);
  void note_undefined(const Formula& end, const std::string& why);

  const CompiledStatement& statement_;
  const Reach reach_;
  const std::function<bool()> may_continue_;
  Crew* const crew_;
  Machine machine_;
  std::map<const Formula*, Value> lists_;  ///< of the quantifiers whose list is always the same
  const Holes::Pool* pool_ = nullptr;
  bool hunts_ = true;  ///< whether what is inside may be hunted for: not inside such a hunt
  bool failed_behind_ = false;
  bool tests_ = true;  ///< whether a chosen element has to withstand a hunt: not inside such a hunt
  bool may_use_polynomials_ = false;
  Solver* solver_ = nullptr;
  std::set<const Formula*> without_problem_;  ///< quantifiers that a solver cannot be asked about
  bool asks_solver_ = true;                   ///< not in a hunt's trials, nor inside of a nest that it was asked for
  int without_squares_ = 0;                   ///< how often polynomials did not do
  int systems_ = 0;                           ///< how many systems of linear inequalities were made
  std::vector<std::string> names_;            ///< of the variables of polynomials
  std::set<std::size_t> naturals_;            ///< those of them that are natural numbers
  Signs signs_;
  int boxes_ = 0;  ///< quantifiers around that are met on a cell
  std::size_t cells_ = 0;
  struct Orders {
    int vain = 0;             ///< on how many cells more than not no order did
    std::uint64_t steps = 0;  ///< that may still be spent on orders
  };
  Orders orders_[2];             ///< of the outermost boxes, and of those inside of cells that have none
  int vain_cuts_ = 0;            ///< how often more than not cells were not met in spite of cuts
  std::uint64_t cut_steps_ = 0;  ///< that may still be spent to look for places to cut at
  std::map<std::size_t, std::vector<theory::Rational>> cuts_;  ///< where cells are cut first, by the variables' slots
  std::vector<theory::Rational> ends_;                         ///< of the cells around
  std::uint64_t leaves_ = 0, undecided_ = 0;
  bool spent_ = false, tried_all_ = false;
  std::string undefined_;
  bool opposite_ = false;  ///< an expression had the opposite value
  Found against_;
};

}  // namespace attest::verify::attack
