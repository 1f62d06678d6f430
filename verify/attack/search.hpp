// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>

#include "theory/certificate/certificate.hpp"
#include "verify/attack/candidates.hpp"
#include "verify/attack/holes.hpp"

namespace attest::verify::attack {

class Hunt;

/// Steps of a certificate that meet a formula, as far as this room's evaluator tells.
struct Met {
  theory::Step steps;
  bool complete;  ///< every element of every domain is met, not only some
};

/// One round: looks for steps that meet a statement under a goal, within a number of steps.
class Search {
 public:
  Search(const CompiledStatement& statement, const Reach& reach, std::uint64_t steps,
         std::function<bool()> may_continue);
  /// Nothing where none was found, or where the steps were spent first: then `spent` says so. Half of the steps are the
  /// hunt's, which goes on where it stopped.
  std::optional<Met> run(bool goal, Hunt& hunt);
  bool spent() const { return spent_; }
  std::uint64_t leaves() const { return leaves_; }  ///< expressions at the end that were evaluated

 private:
  using Found = std::optional<Met>;
  Found meet(const Formula& formula, bool goal);
  Found one(const Formula& quantifier, bool goal);
  Found hunted(const Formula& quantifier, bool goal);
  Found all_of_list(const Formula& quantifier, bool goal);
  Found all_naturals(const Formula& quantifier, bool goal);
  Found all_reals(const Formula& quantifier, bool goal);
  Found all_arrays(const Formula& quantifier, bool goal);
  Found sampled(const Formula& quantifier, bool goal);
  Found on_cell(const Formula& quantifier, bool goal, const Value& cell);

  Value evaluated(const Code& code);
  bool passes(const Formula& quantifier);

  const CompiledStatement& statement_;
  const Reach reach_;
  const std::function<bool()> may_continue_;
  Machine machine_;
  const Holes::Pool* pool_ = nullptr;
  bool hunts_ = true;  ///< whether what is inside may be hunted for: not inside such a hunt
  int boxes_ = 0;      ///< quantifiers around that are met on a cell
  std::size_t cells_ = 0;
  std::uint64_t leaves_ = 0;
  bool spent_ = false;
  bool opposite_ = false;  ///< an expression had the opposite value
};

}  // namespace attest::verify::attack
