// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/enumeration.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>

#include "verify/attack/crew.hpp"
#include "verify/attack/models.hpp"

namespace attest::verify::attack {

namespace {

using Clock = std::chrono::steady_clock;

/// So many are looked at in front of the first piece: they tell what an instance costs, and whether lanes are of use.
constexpr std::size_t kAlone = 12 + kLanes;
/// A piece takes about such a share of the steps: what is begun when they are spent counts for nothing.
constexpr std::uint64_t kShare = 128;
constexpr std::size_t kFewest = 32, kMost = 64 * kLanes;  ///< instances of a piece
constexpr std::size_t kMostPieces = 64;                   ///< that are begun and not put together
/// What is over sooner is not worth a thread.
constexpr std::chrono::milliseconds kShort(5);

enum State { kWaiting, kTaken, kDone };

/// The way from a statement's formula to one inside of it, child by child.
bool find_way(const Formula& from, const Formula& to, std::vector<std::size_t>& way) {
  if (&from == &to) return true;
  for (std::size_t i = 0; i < from.children.size(); ++i) {
    way.push_back(i);
    if (find_way(from.children[i], to, way)) return true;
    way.pop_back();
  }
  return false;
}

}  // namespace

/// Instances, and what came of them. Whoever takes it owns all that is in it until it is done.
struct Enumeration::Piece {
  std::vector<Value> outside;  ///< in the slots in front of the nest's
  std::vector<Leaves::Columns> batches;
  std::size_t size = 0;
  std::size_t failures = 0;
  std::uint64_t limit = 0, production = 0;  ///< steps: that may be spent, that were to make it

  std::atomic<int> state{kWaiting};
  std::atomic<bool> is_idle{false};  ///< nobody waits for it any more

  std::uint64_t used = 0, leaves = 0, undecided = 0;
  bool spent = false, opposite = false;
  std::string undefined;
  std::optional<Stop> stop;
  std::exception_ptr failure;

  bool take() {
    int waiting = kWaiting;
    return state.compare_exchange_strong(waiting, kTaken);
  }
};

Enumeration::Enumeration(Search& search, const Formula& outermost, bool goal, Wanted wanted)
    : search_(search),
      outermost_(outermost),
      innermost_(&outermost),
      goal_(goal),
      wanted_(wanted),
      begin_(search.machine_.steps),
      began_(Clock::now()) {
  for (const Formula* each = &outermost; each->kind != Formula::Kind::expression; each = &each->children.front()) {
    innermost_ = each;
    slots_.push_back(each->slot);
  }
  // What this thread alone knows of, variables, cells and orders, cannot be handed on.
  may_piece_ = search.boxes_ == 0 && !running_signs && running_order == 0 && !running_holes && !running_gaps;
  first_.emplace(
      search_.machine_, *innermost_, slots_, goal_, wanted_ == Wanted::one,
      [this] { return search_.alone(*innermost_, goal_, wanted_ == Wanted::one); },
      [this](Leaf leaf, std::size_t row, std::size_t count) { return see(search_, *first_, leaf, row, count, stop_); });
}

Enumeration::~Enumeration() {
  for (const auto& piece : pieces_) piece->is_idle = true;
  for (const auto& piece : pieces_)
    if (!piece->take()) piece->state.wait(kTaken);
}

bool Enumeration::is_nest(const Formula& formula) {
  const Formula* each = &formula;
  for (; each->kind == formula.kind; each = &each->children.front())
    if (each->domain.kind != theory::syntax::Domain::Kind::list) return false;
  return each->kind == Formula::Kind::expression;
}

theory::Step Enumeration::witnesses(const Formula& outermost, const std::vector<Value>& instance) {
  std::vector<const Formula*> nest;
  for (const Formula* each = &outermost; each->kind != Formula::Kind::expression; each = &each->children.front())
    nest.push_back(each);
  theory::Step steps = theory::evaluate();
  for (std::size_t i = nest.size(); i-- > 0;)
    steps = theory::witness(nest[i]->variable, instance[i].in_certificate(), std::move(steps));
  return steps;
}

bool Enumeration::run() {
  try {
    if (fill(outermost_)) finish();
  } catch (const Spent&) {
    // What was begun in front of it comes first.
    while (!pieces_.empty())
      if (!settle_front()) return true;
    throw;
  }
  return all_are_lists_;
}

bool Enumeration::passes(const Formula& quantifier) {
  if (wanted_ == Wanted::all || !quantifier.guard) return search_.passes(quantifier);
  try {
    return boolean_of(search_.evaluated(quantifier.guard)) == Truth::yes;
  } catch (const Undefined&) {
  } catch (const Unknown&) {
  }
  return false;
}

/// Takes every instance from this quantifier on inwards; false once it is over.
bool Enumeration::fill(const Formula& quantifier) {
  try {
    const Value list = search_.list_for(quantifier);
    if (&quantifier == innermost_) return take_each(list_of(list));
    for (const Value& element : list_of(list)) {
      search_.machine_.stack[quantifier.slot] = element;
      if (passes(quantifier) && !fill(quantifier.children.front())) return false;
    }
    return true;
  } catch (const Undefined&) {
  } catch (const Unknown&) {
  }
  all_are_lists_ = false;
  if (wanted_ == Wanted::one) return true;
  finish();
  return false;
}

/// Whether to go on.
bool Enumeration::see(Search& search, const Leaves& leaves, Leaf leaf, std::size_t row, std::size_t count,
                      std::optional<Stop>& stop) const {
  const bool fits = search.tell(leaf, count);
  if (wanted_ == Wanted::one ? leaf != Leaf::met : fits) return true;
  stop = Stop{leaf, leaves.instance(row)};
  return false;
}

bool Enumeration::take_each(const Value::List& elements) {
  std::span<const Value> rest(elements);
  if (!in_pieces_) {
    const std::size_t alone = may_piece_ ? std::min(rest.size(), kAlone - seen_) : rest.size();
    seen_ += alone;
    if (!first_->take_each(rest.first(alone))) return false;
    rest = rest.subspan(alone);
    if (rest.empty()) return true;
    if (!first_->finish()) return false;
    begin_pieces();
  }
  while (!rest.empty()) {
    if (!open_) open_ = std::make_shared<Piece>();
    if (open_->batches.empty() || open_->batches.back().front().size() == kLanes)
      open_->batches.emplace_back(slots_.size());
    Leaves::Columns& batch = open_->batches.back();
    const std::size_t count = std::min({rest.size(), kLanes - batch.front().size(), piece_size_ - open_->size});
    for (std::size_t i = 0; i + 1 < slots_.size(); ++i) batch[i].insert(batch[i].end(), count, copied(i));
    for (const Value& element : rest.first(count)) batch.back().push_back(element.detached());
    open_->size += count;
    rest = rest.subspan(count);
    if (open_->size == piece_size_ && !close_piece()) return false;
  }
  return true;
}

/// What stands in an outer slot of the nest, a copy that the open piece owns.
Value Enumeration::copied(std::size_t i) {
  const Value& value = search_.machine_.stack[slots_[i]];
  auto& [from, copy] = copies_[i];
  if (!value.list() || value.list() != from.list()) {
    from = value;
    copy = value.detached();
  }
  return copy;
}

void Enumeration::begin_pieces() {
  in_pieces_ = true;
  left_ = counted_ = search_.machine_.steps;
  const std::uint64_t used = begin_ - left_;
  piece_size_ = std::clamp<std::size_t>(left_ / kShare * seen_ / std::max<std::uint64_t>(used, 1), kFewest, kMost);
  copies_.resize(slots_.size());
}

/// The open piece is complete: somebody looks at it. False if a stop is known.
bool Enumeration::close_piece() {
  const std::shared_ptr<Piece> piece = std::move(open_);
  open_.reset();
  copies_.assign(slots_.size(), {});
  for (std::size_t slot = 0; slot < slots_.front(); ++slot)
    piece->outside.push_back(search_.machine_.stack[slot].detached());
  piece->failures = first_->failures();
  piece->limit = search_.machine_.steps;
  piece->production = counted_ - search_.machine_.steps;
  counted_ = search_.machine_.steps;
  pieces_.push_back(piece);
  if (!search_.crew_ || Clock::now() - began_ < kShort || !search_.crew_->has_helpers()) return settle_front();
  std::vector<std::size_t> way;
  find_way(search_.statement_.formula, *innermost_, way);
  search_.crew_->give([this, piece, way = std::move(way), name = search_.statement_.name](const Compiled& compiled) {
    if (!piece->take()) return;  // then nothing else of what it names may be there any more
    const auto statement = std::find_if(compiled.statements().begin(), compiled.statements().end(),
                                        [&](const CompiledStatement& one) { return one.name == name; });
    const Formula* innermost = &statement->formula;
    for (const std::size_t child : way) innermost = &innermost->children[child];
    evaluate(*statement, *innermost, *piece);
  });
  return pieces_.size() < kMostPieces || settle_front();
}

/// The first of the pieces is done and put together with what was before it.
bool Enumeration::settle_front() {
  Piece& front = *pieces_.front();
  while (front.state != kDone) {
    // Rather than to wait, the next one that nobody has is looked at.
    const auto next = std::find_if(pieces_.begin(), pieces_.end(), [](const auto& piece) { return piece->take(); });
    if (next != pieces_.end())
      evaluate(search_.statement_, *innermost_, **next);
    else
      front.state.wait(kTaken);
  }
  const std::shared_ptr<Piece> piece = std::move(pieces_.front());
  pieces_.pop_front();
  return merge(*piece);
}

bool Enumeration::merge(Piece& piece) {
  if (piece.failure) std::rethrow_exception(piece.failure);
  const std::uint64_t paid = piece.production + piece.used;
  if (piece.spent || paid > left_) throw Spent();
  left_ -= paid;
  // The machine has paid for what is behind this piece, too: if both are too much, what is behind it is.
  const std::uint64_t payable = std::min(piece.used, search_.machine_.steps);
  overdrawn_ = overdrawn_ || payable < piece.used;
  search_.machine_.steps -= payable;
  counted_ -= payable;
  search_.leaves_ += piece.leaves;
  search_.undecided_ += piece.undecided;
  search_.opposite_ = search_.opposite_ || piece.opposite;
  if (search_.undefined_.empty()) search_.undefined_ = std::move(piece.undefined);
  stop_ = std::move(piece.stop);
  return !stop_;
}

/// By whoever has taken it. Nothing of the search is changed: it may be another thread's.
void Enumeration::evaluate(const CompiledStatement& statement, const Formula& innermost, Piece& piece) const {
  try {
    Search search(statement, search_.reach_, piece.limit, [&] { return !piece.is_idle && search_.may_continue_(); });
    search.ready();
    std::move(piece.outside.begin(), piece.outside.end(), search.machine_.stack.begin());
    Leaves leaves(
        search.machine_, innermost, slots_, goal_, wanted_ == Wanted::one,
        [&] { return search.alone(innermost, goal_, wanted_ == Wanted::one); },
        [&](Leaf leaf, std::size_t row, std::size_t count) {
          return see(search, leaves, leaf, row, count, piece.stop);
        });
    leaves.go_on_from(piece.failures);
    try {
      for (Leaves::Columns& batch : piece.batches)
        if (!leaves.take(std::move(batch))) break;
    } catch (const Spent&) {
      piece.spent = true;
    }
    piece.used = piece.limit - search.machine_.steps;
    piece.leaves = search.leaves_;
    piece.undecided = search.undecided_;
    piece.opposite = search.opposite_;
    piece.undefined = std::move(search.undefined_);
  } catch (...) {
    piece.failure = std::current_exception();
  }
  piece.batches.clear();
  piece.outside.clear();
  piece.state = kDone;
  piece.state.notify_all();
}

/// Everything that was taken is looked at.
bool Enumeration::finish() {
  if (stop_) return false;
  if (!in_pieces_) return first_->finish();
  if (open_ && !close_piece()) return false;
  while (!pieces_.empty())
    if (!settle_front()) return false;
  if (overdrawn_) throw Spent();
  return true;
}

bool Enumeration::is_certain() {
  std::size_t i = 0;
  try {
    for (const Formula* each = &outermost_; each->kind != Formula::Kind::expression; each = &each->children.front()) {
      search_.machine_.stack[each->slot] = stop_->instance[i++];
      if (each->guard && boolean_of(search_.evaluated(each->guard)) != Truth::yes) return false;
    }
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

}  // namespace attest::verify::attack
