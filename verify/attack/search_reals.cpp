// SPDX-License-Identifier: Apache-2.0
// The part of the search that meets reals by cells: orders for a cell that enclosures leave open, and where it is cut
// if no order does it.
#include <algorithm>

#include "verify/attack/cell.hpp"
#include "verify/attack/cuts.hpp"
#include "verify/attack/models.hpp"
#include "verify/attack/search.hpp"

namespace attest::verify::attack {

using theory::Rational;
using theory::Step;
using Kind = theory::syntax::Domain::Kind;

namespace {

constexpr int kDepth = 12;
constexpr std::size_t kCells = 8000;
constexpr int kOrder = 5, kOrderAtCut = 8, kOrderAround = 4, kWithoutOrder = 60, kWithoutCuts = 4;

/// Sets something while it lives.
template <class T>
class Holding {
 public:
  Holding(T& place, T value) : place_(place), before_(place) { place_ = value; }
  ~Holding() { place_ = before_; }
  Holding(const Holding&) = delete;
  Holding& operator=(const Holding&) = delete;

 private:
  T& place_;
  const T before_;
};

bool asks_for_all(const Formula& quantifier, bool goal) { return (quantifier.kind == Formula::Kind::forall) == goal; }

/// Whether all that is inside may have models: nothing is chosen or left out there, and reals have ends.
bool takes_orders(const Formula& formula, bool goal) {
  if (formula.kind == Formula::Kind::parts) {
    return goal && std::all_of(formula.children.begin(), formula.children.end(),
                               [&](const Formula& part) { return takes_orders(part, goal); });
  }
  if (formula.kind == Formula::Kind::expression) return true;
  const bool has_elements =
      formula.domain.kind == Kind::list || (formula.domain.kind == Kind::reals && formula.domain.from);
  return asks_for_all(formula, goal) && has_elements && takes_orders(formula.children.front(), goal);
}

/// The rational zeros of what these are values of, at 0, 1, -1, 2 and 3, if its degree is 1 or 2.
std::vector<Rational> zeros(const std::vector<Rational>& values) {
  const Rational& c = values[0];
  const Rational a = (values[1] + values[2]) / Rational(2) - c, b = (values[1] - values[2]) / Rational(2);
  for (const long x : {2L, 3L})
    if ((a * Rational(x) + b) * Rational(x) + c != values[static_cast<std::size_t>(x) + 1]) return {};
  if (a.sign() == 0) return b.sign() == 0 ? std::vector<Rational>{} : std::vector<Rational>{-c / b};
  const Rational square = b * b - Rational(4) * a * c;
  if (square.sign() < 0) return {};
  const auto root = sqrt_if_square(square);
  if (!root) return {};
  return {(-b - *root) / (Rational(2) * a), (-b + *root) / (Rational(2) * a)};
}

}  // namespace

Search::Found Search::on_cell(const Formula& quantifier, bool goal, const Value& cell) {
  if (++cells_ > kCells) return std::nullopt;
  machine_.stack[quantifier.slot] = cell;
  if (!passes(quantifier)) return Met{nothing_to_do(quantifier.children.front()), true};
  return meet(quantifier.children.front(), goal);
}

/// The cell met with an order (docs/certificate_format.md, "A cell with an order"). The least one that does it is tried
/// first, at the lower end; inside of a cell with an order only the same, at either end.
Search::Found Search::ordered(const Formula& quantifier, bool goal, const Cell& cell, int& order) {
  const int around = running_order;
  Orders& mine = orders_[boxes_ > 1 ? 1 : 0];
  if (!cell.is_finite() || cell.is_point() || running_signs || boxes_ > kMostModelVariables) return std::nullopt;
  if (around == 0 && (mine.steps == 0 || mine.vain >= kWithoutOrder)) return std::nullopt;
  if (!takes_orders(quantifier.children.front(), goal)) return std::nullopt;
  const bool innermost = quantifier.children.front().kind == Formula::Kind::expression;
  const std::vector<Rational>& cuts = cuts_[quantifier.slot];
  const bool at_cut = std::any_of(cuts.begin(), cuts.end(),
                                  [&](const Rational& x) { return x == *cell.low.number || x == *cell.high.number; });
  const int most = !innermost ? kOrderAround : at_cut ? kOrderAtCut : kOrder;
  const int first = around ? around : 1, last = around ? around : most;
  Found met;
  for (int i = 2 * first; i < 2 * last + 2 && !met && (around || mine.steps > 0); ++i) {
    order = i % 2 == 0 ? i / 2 : -(i / 2);
    const Rational &from = *(order > 0 ? cell.low : cell.high).number, &to = *(order > 0 ? cell.high : cell.low).number;
    const std::uint64_t before = machine_.steps;
    machine_.charge(64);  // a model's operations are many
    const Holding in_use(running_order, i / 2);
    const Holding opposite(opposite_, opposite_);
    met = on_cell(quantifier, goal, model_of_cell(*cell.value().interval(), from, to, boxes_));
    if (!around) mine.steps -= std::min(mine.steps, before - machine_.steps);
  }
  if (!around) mine.vain += met ? -1 : 1;
  return met;
}

/// Where the guard turns, as far as it compares polynomials of degree 1 or 2. Where it compares with what is known on a
/// cell around, the ends of the cells.
std::vector<Rational> Search::guard_cuts(const Formula& quantifier) {
  std::vector<Rational> cuts;
  for (const Formula::Link& link : quantifier.links) {
    try {
      std::vector<Rational> values;
      for (const std::int64_t x : {0, 1, -1, 2, 3}) {
        machine_.stack[quantifier.slot] = x;
        values.push_back(subtract(evaluated(link.left), evaluated(link.right)).exact());
      }
      const std::vector<Rational> found = zeros(values);
      cuts.insert(cuts.end(), found.begin(), found.end());
    } catch (const Undefined&) {
    } catch (const Unknown&) {
      cuts.insert(cuts.end(), ends_.begin(), ends_.end());
    }
  }
  return cuts;
}

/// Notes the gaps of the comparisons of all that is inside, for the reals that stand in the slots; of a list's elements
/// the first few.
void Search::gaps_at(const Formula& formula, bool goal) {
  constexpr std::size_t kElements = 6;
  switch (formula.kind) {
    case Formula::Kind::expression:
      evaluated(formula.expression);
      return;
    case Formula::Kind::parts:
      for (const Formula& part : formula.children)
        if (part.kind == Formula::Kind::expression) gaps_at(part, goal);
      return;
    default:
      break;
  }
  if (!asks_for_all(formula, goal)) return;
  const auto inside = [&] {
    {
      const Holding unnoted(running_gaps, static_cast<std::vector<Gap>*>(nullptr));
      if (formula.guard && boolean_of(evaluated(formula.guard)) != Truth::yes) return;
    }
    gaps_at(formula.children.front(), goal);
  };
  if (formula.domain.kind == Kind::reals) return inside();
  if (formula.domain.kind != Kind::list) return;
  const Value list = list_for(formula);
  for (std::size_t i = 0; i < list_of(list).size() && i < kElements; ++i) {
    machine_.stack[formula.slot] = list_of(list)[i];
    inside();
  }
}

/// Looks for numbers of small height at which sides of comparisons are equal, for this quantifier and those over reals
/// inside.
void Search::look_for_cuts(const Formula& quantifier, bool goal, const Cell& whole) {
  std::vector<const Formula*> reals;
  std::vector<Interval> box;
  try {
    for (const Formula* each = &quantifier;; each = &each->children.front()) {
      if (each->kind == Formula::Kind::expression || each->kind == Formula::Kind::parts) break;
      if (!asks_for_all(*each, goal)) return;
      if (each->domain.kind == Kind::list) {
        const Value list = list_for(*each);
        if (list_of(list).empty()) return;
        machine_.stack[each->slot] = list_of(list).front();
        continue;
      }
      if (each->domain.kind != Kind::reals) return;
      Cell cell = whole;
      if (each != &quantifier) {
        cell = {};
        if (each->domain.from) cell = {{evaluated(each->domain.from).exact()}, {evaluated(each->domain.to).exact()}};
      }
      double low = cell.low.as_double(kInfinity), high = cell.high.as_double(-kInfinity);
      for (const Rational& x : guard_cuts(*each)) {
        if (!cell.low.number) low = std::min(low, x.to_double());
        if (!cell.high.number) high = std::max(high, x.to_double());
      }
      if (!(low < high)) return;  // without ends there is little that cells can do
      box.push_back({low, high});
      reals.push_back(each);
      cuts_[each->slot].clear();
      machine_.stack[each->slot] = Interval{low, low};
    }
  } catch (const Undefined&) {
    return;
  } catch (const Unknown&) {
    return;
  }
  const auto gaps = [&](const std::vector<Value>& point) {
    std::vector<Gap> noted;
    if (cut_steps_ == 0) return noted;
    const std::uint64_t before = machine_.steps;
    machine_.charge(16);
    const Holding in_use(running_gaps, &noted);
    for (std::size_t i = 0; i < reals.size(); ++i) machine_.stack[reals[i]->slot] = point[i];
    try {
      gaps_at(quantifier, goal);
    } catch (const Undefined&) {
    } catch (const Unknown&) {
    }
    cut_steps_ -= std::min(cut_steps_, before - machine_.steps);
    return noted;
  };
  for (const std::vector<Rational>& point : points_of_equality(gaps, box, pool_->numbers))
    for (std::size_t i = 0; i < reals.size(); ++i) cuts_[reals[i]->slot].push_back(point[i]);
}

Search::Found Search::all_reals(const Formula& quantifier, bool goal) {
  Cell whole;
  if (quantifier.domain.from) {
    whole.low.number = evaluated(quantifier.domain.from).exact();
    whole.high.number = evaluated(quantifier.domain.to).exact();
    if (*whole.high.number < *whole.low.number) return std::nullopt;
  }
  // Cells that are not met are cut, and the left one comes first, so that what is met stands in order. Inside another
  // cell the whole is tried and halved a little only: the outer one is halved, too.
  std::vector<std::pair<Cell, int>> waiting = {{whole, 0}};
  std::vector<std::pair<std::string, std::string>> cells;
  std::vector<int> orders;
  std::vector<Step> cases;
  bool complete = true, failed = false, looked = false;
  const int depth = boxes_ == 0 ? kDepth : running_order == 0 ? reach_.halvings : reach_.halvings / 2;
  std::vector<Rational> cuts;
  ++boxes_;
  while (!waiting.empty() && !failed) {
    const auto [cell, level] = waiting.back();
    waiting.pop_back();
    const std::size_t ends = ends_.size();
    for (const End& end : {cell.low, cell.high})
      if (end.number) ends_.push_back(*end.number);
    int order = 0;
    Found met = on_cell(quantifier, goal, cell.value());
    if (!met) met = ordered(quantifier, goal, cell, order);
    ends_.resize(ends);
    if (met) {
      complete = complete && met->complete;
      cells.push_back(cell.text());
      orders.push_back(order);
      cases.push_back(std::move(met->steps));
      continue;
    }
    if (!looked) {
      looked = true;
      if (boxes_ == 1 && vain_cuts_ < kWithoutCuts) look_for_cuts(quantifier, goal, whole);
      cuts = guard_cuts(quantifier);
      const std::vector<Rational>& more = cuts_[quantifier.slot];
      cuts.insert(cuts.end(), more.begin(), more.end());
    }
    const auto cut = std::find_if(cuts.begin(), cuts.end(), [&](const Rational& x) { return cell.has_inside(x); });
    if (cells_ > kCells || (cut == cuts.end() && level == depth)) {
      failed = true;
      continue;
    }
    // Of cuts there are few: they do not count as halvings.
    const End between{cut != cuts.end() ? *cut : cell.middle()};
    const int next = cut != cuts.end() ? level : level + 1;
    waiting.push_back({{between, cell.high}, next});
    waiting.push_back({{cell.low, between}, next});
  }
  --boxes_;
  if (looked && boxes_ == 0) vain_cuts_ += failed ? 1 : -1;
  if (failed) return boxes_ == 0 ? sampled(quantifier, goal) : std::nullopt;
  const bool plain = std::count(orders.begin(), orders.end(), 0) == static_cast<std::ptrdiff_t>(orders.size());
  if (plain && are_equal(cases))
    return Met{theory::box(quantifier.variable, std::move(cells), std::move(cases.front())), complete};
  if (plain) return Met{theory::box(quantifier.variable, std::move(cells), std::move(cases)), complete};
  return Met{theory::box(quantifier.variable, std::move(cells), std::move(orders), std::move(cases)), complete};
}

Search::Found Search::all_arrays(const Formula& quantifier, bool goal) {
  Cell cell;
  if (quantifier.domain.from) {
    cell.low.number = evaluated(quantifier.domain.from).exact();
    cell.high.number = evaluated(quantifier.domain.to).exact();
  }
  const Value entry = quantifier.domain.from ? cell.value() : Value(Interval{-kInfinity, kInfinity});
  const std::int64_t rows = integer(evaluated(quantifier.domain.sizes.front()));
  if (rows >= 0 && rows <= 64) {
    Value whole = Value::List(static_cast<std::size_t>(rows), entry);
    if (quantifier.domain.kind == Kind::matrices) {
      const std::int64_t columns = integer(evaluated(quantifier.domain.sizes.back()));
      if (columns < 0 || columns > 64) return std::nullopt;
      whole = Value::List(static_cast<std::size_t>(rows), Value(Value::List(static_cast<std::size_t>(columns), entry)));
    }
    ++boxes_;
    Found met = on_cell(quantifier, goal, whole);
    --boxes_;
    if (met) return Met{theory::box(quantifier.variable, {cell.text()}, std::move(met->steps)), met->complete};
  }
  return boxes_ == 0 ? sampled(quantifier, goal) : std::nullopt;
}

}  // namespace attest::verify::attack
