// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "verify/attack/search.hpp"

namespace attest::verify::attack {

/// The instances of a nest of lists behind which an expression stands, in the order of the lists: until one is not met,
/// where all are to be, or until one is met. The first few are looked at here; then pieces of the nest are given to
/// whoever of the crew is free, and what comes of them is put together in their order. So the result, with all counts
/// and all steps, is that of one thread.
class Enumeration {
 public:
  enum class Wanted : std::uint8_t { all, one };
  struct Stop {
    Leaf leaf;
    std::vector<Value> instance;  ///< of the nest's quantifiers
  };

  Enumeration(Search& search, const Formula& outermost, bool goal, Wanted wanted);
  ~Enumeration();
  Enumeration(const Enumeration&) = delete;
  Enumeration& operator=(const Enumeration&) = delete;

  /// Whether all lists were some; up to a stop, if there is one. Spent if the steps are.
  bool run();
  const std::optional<Stop>& stop() const { return stop_; }
  /// Whether every `where` holds for certain at the stop.
  bool is_certain();

  /// The lists from this quantifier on inwards, of its kind, and behind them an expression.
  static bool is_nest(const Formula& formula);
  /// Steps of a certificate for one instance.
  static theory::Step witnesses(const Formula& outermost, const std::vector<Value>& instance);

 private:
  struct Piece;
  bool fill(const Formula& quantifier);
  bool take_each(const Value::List& elements);
  bool finish();
  bool passes(const Formula& quantifier);
  bool see(Search& search, const Leaves& leaves, Leaf leaf, std::size_t row, std::size_t count,
           std::optional<Stop>& stop) const;
  Value copied(std::size_t i);
  void begin_pieces();
  bool close_piece();
  bool settle_front();
  bool merge(Piece& piece);
  void evaluate(const CompiledStatement& statement, const Formula& innermost, Piece& piece) const;

  Search& search_;
  const Formula& outermost_;
  const Formula* innermost_;
  const bool goal_;
  const Wanted wanted_;
  std::vector<std::size_t> slots_;
  std::optional<Leaves> first_;  ///< looks at the first ones
  std::size_t seen_ = 0;         ///< by `first_`
  const std::uint64_t begin_;    ///< the steps there were
  const std::chrono::steady_clock::time_point began_;
  bool in_pieces_ = false, may_piece_ = false, all_are_lists_ = true;
  bool overdrawn_ = false;  ///< more steps were needed than there are
  std::optional<Stop> stop_;

  std::uint64_t left_ = 0;     ///< steps when all pieces that were put together are paid
  std::uint64_t counted_ = 0;  ///< steps of the machine when the last piece was closed
  std::size_t piece_size_ = 0;
  std::shared_ptr<Piece> open_;
  std::vector<std::pair<Value, Value>> copies_;  ///< for each slot the last value and its copy in the open piece
  std::deque<std::shared_ptr<Piece>> pieces_;    ///< in their order, none of them put together
};

}  // namespace attest::verify::attack
