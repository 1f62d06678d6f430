// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/leaves.hpp"

#include <algorithm>

namespace attest::verify::attack {

namespace {

/// Fewer are not worth it, and the first few often decide.
constexpr std::size_t kFew = 12;
/// So many batches in a row that came to nothing are enough.
constexpr std::size_t kPatience = 2;

/// A value's lanes: the same in all of them where it is one number or one object.
Lane column_in_lanes(const std::vector<Value>& column) {
  const Value& first = column.front();
  const auto is_first = [&](const Value& value) {
    if (first.small()) return value.small() && *value.small() == *first.small();
    return first.list() && value.list() == first.list();
  };
  if (std::all_of(column.begin(), column.end(), is_first)) return first;
  return in_lanes(column);
}

}  // namespace

Answers in_lanes(const Machine& machine, const Formula& innermost, const std::vector<std::size_t>& slots,
                 const std::vector<std::vector<Value>>& columns) {
  const std::size_t count = columns.front().size();
  const bool guarded = static_cast<bool>(innermost.guard_in_lanes);
  Answers answers;
  answers.passes = Mask::first(count);
  LaneMachine lanes;
  Running& running = lanes.running;
  running.active = answers.passes;
  try {
    const std::size_t outer = *std::max_element(slots.begin(), slots.end()) + 1;
    lanes.top = machine.top;
    lanes.stack.resize(std::max(outer, lanes.top) + 64);
    for (std::size_t slot = 0; slot < outer; ++slot) lanes.stack[slot] = machine.stack[slot];
    for (std::size_t i = 0; i < slots.size(); ++i) lanes.stack[slots[i]] = column_in_lanes(columns[i]);
    if (guarded) {
      answers.passes = answers.passes & truths_in_lanes(innermost.guard_in_lanes(lanes));
      running.active = running.active & answers.passes;
    }
    if (running.active.any()) answers.holds = truths_in_lanes(innermost.children.front().expression_in_lanes(lanes));
    answers.left = running.left;
  } catch (const Apart&) {
    answers.left = Mask::first(count);
  } catch (const Undefined&) {  // of the same in all lanes; some may not get there by themselves
    answers.left = Mask::first(count);
  } catch (const Unknown&) {
    answers.left = Mask::first(count);
  } catch (const Spent&) {
    answers.left = Mask::first(count);
  }
  answers.cost = lanes.walked + 2 * lanes.computed + count / 8;
  answers.alone = lanes.alone + count * (guarded ? 4 : 2);
  return answers;
}

Leaves::Leaves(Machine& machine, const Formula& innermost, std::vector<std::size_t> slots, bool goal, bool cheap,
               Alone alone, Visit visit)
    : machine_(machine),
      innermost_(innermost),
      slots_(std::move(slots)),
      goal_(goal),
      cheap_(cheap),
      alone_(std::move(alone)),
      visit_(std::move(visit)),
      columns_(slots_.size()) {}

bool Leaves::take_each(std::span<const Value> elements) {
  // Those that are looked at are put into the slots.
  std::vector<Value> outer;
  for (std::size_t i = 0; i + 1 < slots_.size(); ++i) outer.push_back(machine_.stack[slots_[i]]);
  for (std::size_t at = 0; more_ && at < elements.size();) {
    const std::size_t until = any_taken_ ? kLanes : kFew;
    const std::size_t count = std::min(elements.size() - at, until - columns_.front().size());
    for (std::size_t i = 0; i + 1 < slots_.size(); ++i) columns_[i].insert(columns_[i].end(), count, outer[i]);
    const auto first = elements.begin() + static_cast<std::ptrdiff_t>(at);
    columns_.back().insert(columns_.back().end(), first, first + static_cast<std::ptrdiff_t>(count));
    at += count;
    if (columns_.front().size() == until) more_ = finish();
  }
  for (std::size_t i = 0; i < outer.size(); ++i) machine_.stack[slots_[i]] = outer[i];
  return more_;
}

bool Leaves::take(Columns instances) {
  columns_ = std::move(instances);
  return finish();
}

bool Leaves::finish() {
  const std::size_t count = columns_.front().size();
  if (more_ && count > 0) {
    const bool alone = !any_taken_ || count <= kFew || failures_ >= kPatience;
    any_taken_ = true;
    more_ = alone ? one_by_one(0, count) : together();
    for (auto& column : columns_) column.clear();
  }
  return more_;
}

std::vector<Value> Leaves::instance(std::size_t row) const {
  std::vector<Value> values;
  for (const auto& column : columns_) values.push_back(column[row]);
  return values;
}

void Leaves::stand(std::size_t row) {
  for (std::size_t i = 0; i < slots_.size(); ++i) machine_.stack[slots_[i]] = columns_[i][row];
}

bool Leaves::one_by_one(std::size_t from, std::size_t to) {
  for (std::size_t row = from; row < to; ++row) {
    stand(row);
    if (!visit_(alone_(), row, 1)) return false;
  }
  return true;
}

bool Leaves::together() {
  const std::size_t count = columns_.front().size();
  const Mask all = Mask::first(count);
  const auto [passes, holds, left, cost, by_themselves] = in_lanes(machine_, innermost_, slots_, columns_);
  machine_.charge(cheap_ || !(all - left).any() ? cost : by_themselves);
  failures_ = left.count() * 2 > count ? failures_ + 1 : 0;
  // Where all are to be met, those that are need not be told one by one, nor those that are not where one is.
  const Mask met = goal_ ? holds : all - holds;
  const Mask passing = all & passes;
  if (!(all & left).any() && !(cheap_ ? (passing & met) : (passing - met)).any()) {
    const std::size_t passed = passing.count();
    return (passed == 0 || visit_(cheap_ ? Leaf::opposite : Leaf::met, count - 1, passed)) &&
           (passed == count || visit_(Leaf::refused, count - 1, count - passed));
  }
  for (std::size_t row = 0; row < count; ++row) {
    if (left.has(row)) {
      if (!one_by_one(row, row + 1)) return false;
    } else {
      const Leaf leaf = !passes.has(row) ? Leaf::refused : holds.has(row) == goal_ ? Leaf::met : Leaf::opposite;
      if (!visit_(leaf, row, 1)) return false;
    }
  }
  return true;
}

}  // namespace attest::verify::attack
