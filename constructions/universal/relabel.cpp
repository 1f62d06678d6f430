// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/relabel.hpp"

#include <map>

namespace attest::constructions {

using theory::Block;
using theory::Matrix;
using theory::Rational;
using theory::Vector;

namespace {

struct Unit {
  long shift, sign;
};
constexpr Unit kBump[] = {{2, 1}, {1, -1}, {-1, -1}, {-2, 1}};
constexpr std::size_t kBumpUnits = std::size(kBump);

void add_bump(const RowChange& change, std::size_t first_unit, Block<Rational>& block) {
  for (std::size_t u = 0; u < kBumpUnits; ++u) {
    block.ffn.W1(0, first_unit + u) = 2;
    (*block.ffn.b1)[first_unit + u] = Rational(kBump[u].shift) - Rational(2) * change.at;
    for (std::size_t j = 0; j < change.change.size(); ++j) {
      block.ffn.W2(first_unit + u, j) = Rational(kBump[u].sign) * change.change[j];
    }
  }
}

}  // namespace

Block<Rational> idle_block(std::size_t d, std::size_t r) {
  return {.ffn = {.W1 = Matrix<Rational>({d, r}),
                  .b1 = Vector<Rational>(r, 0),
                  .W2 = Matrix<Rational>({r, d}),
                  .b2 = Vector<Rational>(d, 0)}};
}

std::vector<RowChange> row_changes(const std::vector<Matrix<Rational>>& states,
                                   const std::vector<Matrix<Rational>>& targets) {
  std::map<Rational, Vector<Rational>> change_at;
  std::optional<Rational> greatest_target;
  for (std::size_t k = 0; k < states.size(); ++k) {
    for (std::size_t i = 0; i < states[k].rows(); ++i) {
      Vector<Rational> change = targets[k].row(i);
      for (std::size_t j = 0; j < change.size(); ++j) change[j] -= states[k](i, j);
      const auto [place, is_new] = change_at.emplace(states[k](i, 0), change);
      if (!is_new && place->second != change) {
        throw std::logic_error("row_changes: two rows that begin with " + place->first.to_string() +
                               " have different targets");
      }
      greatest_target = greatest_target ? max(*greatest_target, targets[k](i, 0)) : targets[k](i, 0);
    }
  }
  std::vector<RowChange> changes;
  for (auto& [at, change] : change_at) {
    if (!changes.empty() && at - changes.back().at < 2) {
      throw std::logic_error("row_changes: " + changes.back().at.to_string() + " and " + at.to_string() +
                             " are less than 2 apart");
    }
    changes.push_back({at, std::move(change)});
  }
  if (greatest_target && *greatest_target > changes.front().at - 1) {
    throw std::logic_error("row_changes: the target " + greatest_target->to_string() + " lies among the values");
  }
  return changes;
}

std::vector<Block<Rational>> relabel(const std::vector<RowChange>& changes, std::size_t d, Layout layout) {
  std::vector<Block<Rational>> blocks;
  if (layout == Layout::wide) {
    blocks.push_back(idle_block(d, kBumpUnits * changes.size()));
    for (std::size_t k = 0; k < changes.size(); ++k) add_bump(changes[k], kBumpUnits * k, blocks.front());
    return blocks;
  }
  for (const RowChange& change : changes) {
    blocks.push_back(idle_block(d, kBumpUnits));
    add_bump(change, 0, blocks.back());
  }
  return blocks;
}

}  // namespace attest::constructions
