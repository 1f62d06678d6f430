// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "verify/attack/value.hpp"

namespace attest::verify::attack {

/// So many instances are evaluated at once, one in each lane: what an operation costs beside its arithmetic is paid
/// once for all of them.
inline constexpr std::size_t kLanes = 256;

/// The lanes cannot go on together (lists of different lengths, an operation they lack): one at a time, then.
struct Apart : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A set of lanes; or a boolean in each lane.
class Mask {
 public:
  static Mask first(std::size_t count);
  bool any() const { return (words_[0] | words_[1] | words_[2] | words_[3]) != 0; }
  bool has(std::size_t lane) const { return (words_[lane / 64] >> (lane % 64) & 1) != 0; }
  std::size_t count() const;
  std::uint64_t& word(std::size_t i) { return words_[i]; }
  std::uint64_t word(std::size_t i) const { return words_[i]; }
  friend Mask operator&(const Mask& a, const Mask& b) {
    return with(a, b, [](auto x, auto y) { return x & y; });
  }
  friend Mask operator|(const Mask& a, const Mask& b) {
    return with(a, b, [](auto x, auto y) { return x | y; });
  }
  friend Mask operator^(const Mask& a, const Mask& b) {
    return with(a, b, [](auto x, auto y) { return x ^ y; });
  }
  friend Mask operator-(const Mask& a, const Mask& b) {
    return with(a, b, [](auto x, auto y) { return x & ~y; });
  }

 private:
  template <class F>
  static Mask with(const Mask& a, const Mask& b, F f) {
    Mask result;
    for (std::size_t i = 0; i < kWords; ++i) result.words_[i] = f(a.words_[i], b.words_[i]);
    return result;
  }
  static constexpr std::size_t kWords = kLanes / 64;
  std::array<std::uint64_t, kWords> words_{};
};
static_assert(kLanes == 256, "Mask::any names four words");

/// A double in each lane: shared, counted without atomics (it belongs to one thread), taken from that thread's store.
class Doubles {
 public:
  Doubles() = default;
  static Doubles fresh();
  Doubles(const Doubles& other) : block_(other.block_) {
    if (block_) ++block_->uses;
  }
  Doubles(Doubles&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  Doubles& operator=(Doubles other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~Doubles() {
    if (block_ && --block_->uses == 0) give_back();
  }
  explicit operator bool() const { return block_ != nullptr; }
  double* data() { return block_->at.data(); }
  const double* data() const { return block_->at.data(); }

 private:
  friend class BlockStore;
  struct Block {
    alignas(64) std::array<double, kLanes> at;
    std::uint64_t uses = 1;
  };
  void give_back();
  Block* block_ = nullptr;
};

/// A number in each lane. Exact: an integer of at most 2^53 over a denominator that all lanes have in common, or the
/// same constant everywhere. Otherwise it lies between two doubles, and is known no better than that.
struct Numbers {
  Doubles low, high;       ///< both are there where it is enclosed; neither for a constant
  double constant = 0;     ///< the numerator of a constant
  double denominator = 1;  /// of exact numbers; an integer below 2^31
  bool is_exact() const { return !high; }
};

class Lane;
using LaneList = std::vector<Lane>;
using LaneRecord = std::vector<std::pair<std::string, Lane>>;

/// A value in each lane: the same in all, or numbers, or booleans, or lists of one length, or records.
class Lane {
 public:
  using Data = std::variant<Value, Numbers, Mask, std::shared_ptr<const LaneList>, std::shared_ptr<const LaneRecord>>;
  Lane() : data_(Value()) {}
  Lane(Value value) : data_(std::move(value)) {}
  Lane(Numbers numbers) : data_(std::move(numbers)) {}
  Lane(const Mask& truths) : data_(truths) {}
  Lane(LaneList list) : data_(std::make_shared<const LaneList>(std::move(list))) {}
  Lane(LaneRecord record) : data_(std::make_shared<const LaneRecord>(std::move(record))) {}
  const Value* same() const { return std::get_if<Value>(&data_); }
  const Numbers* numbers() const { return std::get_if<Numbers>(&data_); }
  const Mask* truths() const { return std::get_if<Mask>(&data_); }
  const LaneList* list() const {
    const auto* list = std::get_if<std::shared_ptr<const LaneList>>(&data_);
    return list ? list->get() : nullptr;
  }
  const LaneRecord* record() const {
    const auto* record = std::get_if<std::shared_ptr<const LaneRecord>>(&data_);
    return record ? record->get() : nullptr;
  }

 private:
  Data data_;
};

/// Which lanes count where an operation stands, and which have left for good: theirs is not known here.
struct Running {
  Mask active, left;
  void leave(const Mask& lanes) {
    left = left | (lanes & active);
    active = active - lanes;
  }
};

/// The values of up to kLanes instances, one in each lane. Apart where their shapes differ.
Lane in_lanes(std::span<const Value> values);

std::size_t length_in_lanes(const Lane& list);
Lane element_in_lanes(const Lane& list, std::size_t place);  ///< from 0
LaneList elements_in_lanes(const Lane& list);
Lane field_in_lanes(const Lane& record, const std::string& name);
bool is_number_in_lanes(const Lane& value);
Mask truths_in_lanes(const Lane& value);
/// Where the mask says so the one, elsewhere the other.
Lane chosen_in_lanes(const Mask& mask, const Lane& yes, const Lane& no);

enum class Operation : std::uint8_t { add, subtract, multiply, divide, floor_divide, remainder, least, greatest };
/// Not of two that are the same in all lanes.
Lane computed_in_lanes(Running& running, Operation operation, const Lane& a, const Lane& b);
Lane negated_in_lanes(const Lane& a);
Lane power_in_lanes(Running& running, const Lane& base, std::int64_t exponent);
Lane function_in_lanes(Running& running, const std::string& name, const Lane& x);  ///< abs, floor, ceil
Mask related_in_lanes(Running& running, Relation relation, const Lane& a, const Lane& b);
Lane indexed_in_lanes(Running& running, const Lane& list, const Lane& index);
/// 1 where it holds, else 0.
Lane counted_in_lanes(const Mask& mask);

}  // namespace attest::verify::attack
