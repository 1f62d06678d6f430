// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "verify/attack/code.hpp"

namespace attest::verify::attack {

/// What becomes of an instance at the end of a nest of quantifiers.
enum class Leaf : std::uint8_t { refused, met, opposite, open };  ///< refused: by the innermost `where`

/// What lanes say of up to kLanes instances. What `left` has is not known.
struct Answers {
  Mask passes, holds, left;  ///< the innermost `where`; the expression, where it passes
  std::uint64_t cost = 0;    ///< steps for what was computed
  std::uint64_t alone = 0;   ///< steps that the instances would take one by one, about
};

/// The instances whose values for these slots stand in the columns; the slots in front of them are the machine's.
Answers in_lanes(const Machine& machine, const Formula& innermost, const std::vector<std::size_t>& slots,
                 const std::vector<std::vector<Value>>& columns);

/// Instances of the quantifiers in front of an expression, evaluated many at once where that can be, and one by one
/// where not. The answers are the same and come in the instances' order.
class Leaves {
 public:
  using Alone = std::function<Leaf()>;  ///< one instance that stands in the machine's slots
  /// Of so many instances in a row, the last of them `instance(row)`: whether to go on. Several at once only of what is
  /// not stopped at: refused, or met where all are to be, or not met where one is.
  using Visit = std::function<bool(Leaf, std::size_t row, std::size_t count)>;
  using Columns = std::vector<std::vector<Value>>;  ///< for each slot the instances' values

  /// `cheap`, where one instance is wanted: charged for what it costs here; otherwise as many steps as instances one by
  /// one, because whoever checks goes through them so.
  Leaves(Machine& machine, const Formula& innermost, std::vector<std::size_t> slots, bool goal, bool cheap, Alone alone,
         Visit visit);

  /// Takes the instances that stand in the machine's slots, each with one of these elements for the innermost
  /// quantifier. Returns false once `visit` has.
  bool take_each(std::span<const Value> elements);
  /// Takes and looks at up to kLanes instances.
  bool take(Columns instances);
  /// Looks at those that were taken and not looked at.
  bool finish();
  /// Of those that are being looked at.
  std::vector<Value> instance(std::size_t row) const;
  /// Whether lanes are of use, and that this is so known from others of the same nest.
  std::size_t failures() const { return failures_; }
  void go_on_from(std::size_t failures) {
    any_taken_ = true;
    failures_ = failures;
  }

 private:
  bool together();
  bool one_by_one(std::size_t from, std::size_t to);
  void stand(std::size_t row);

  Machine& machine_;
  const Formula& innermost_;
  const std::vector<std::size_t> slots_;
  const bool goal_, cheap_;
  const Alone alone_;
  const Visit visit_;
  Columns columns_;
  std::size_t failures_ = 0;  ///< batches that came to nothing
  bool more_ = true, any_taken_ = false;
};

}  // namespace attest::verify::attack
