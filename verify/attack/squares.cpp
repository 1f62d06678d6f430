// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/squares.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "verify/attack/gram.hpp"

namespace attest::verify::attack {

using theory::Rational;

namespace {

constexpr std::size_t kMostEntries = 700, kMostRows = 160, kMostBasis = 36, kMostBlocks = 24;
constexpr int kReductions = 8;

/// The fraction of the smallest denominator within the tolerance; nothing if that needs a greater one than `most`.
std::optional<Rational> simple(double x, long most, double tolerance) {
  for (long denominator = 1; denominator <= most; ++denominator) {
    const double numerator = std::round(x * static_cast<double>(denominator));
    if (std::abs(numerator) < 1e9 && std::abs(x - numerator / static_cast<double>(denominator)) < tolerance)
      return Rational(static_cast<long>(numerator), denominator);
  }
  return std::nullopt;
}

/// The equations solved for some entries by the others, exactly.
class Solution {
 public:
  explicit Solution(const Equations& equations) : size_(equations.entries().size()) {
    rows_.assign(equations.target().size(), std::vector<Rational>(size_ + 1));
    for (std::size_t j = 0; j < size_; ++j)
      for (const auto& [row, coefficient] : equations.entries()[j].coefficients) rows_[row][j] = coefficient;
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i][size_] = equations.target()[i];
    std::size_t rank = 0;
    for (std::size_t j = 0; j < size_ && rank < rows_.size(); ++j) {
      std::size_t pivot = rank;
      while (pivot < rows_.size() && rows_[pivot][j].sign() == 0) ++pivot;
      if (pivot == rows_.size()) continue;
      std::swap(rows_[pivot], rows_[rank]);
      const Rational factor = Rational(1) / rows_[rank][j];
      for (Rational& entry : rows_[rank])
        if (entry.sign() != 0) entry *= factor;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (i == rank || rows_[i][j].sign() == 0) continue;
        const Rational multiple = rows_[i][j];
        for (std::size_t k = j; k <= size_; ++k)
          if (rows_[rank][k].sign() != 0) rows_[i][k] -= multiple * rows_[rank][k];
      }
      pivots_.push_back(j);
      ++rank;
    }
    for (std::size_t i = rank; i < rows_.size(); ++i) solvable_ = solvable_ && rows_[i][size_].sign() == 0;
  }
  bool is_solvable() const { return solvable_; }
  bool is_unique() const { return pivots_.size() == size_; }
  /// Entries that solve the equations; those that are free are taken from `given`.
  std::vector<Rational> with(std::vector<Rational> given) const {
    for (std::size_t i = 0; i < pivots_.size(); ++i) given[pivots_[i]] = Rational();
    std::vector<Rational> result = given;
    for (std::size_t i = 0; i < pivots_.size(); ++i) {
      Rational& entry = result[pivots_[i]];
      entry = rows_[i][size_];
      for (std::size_t j = 0; j < size_; ++j)
        if (j != pivots_[i] && rows_[i][j].sign() != 0 && given[j].sign() != 0) entry -= rows_[i][j] * given[j];
    }
    return result;
  }

 private:
  std::size_t size_;
  std::vector<std::vector<Rational>> rows_;
  std::vector<std::size_t> pivots_;
  bool solvable_ = true;
};

/// The terms of L D L', exactly; nothing if the matrix is not positive semidefinite.
bool decompose(std::vector<std::vector<Rational>> q, const Block& block, std::vector<SquareTerm>& terms) {
  const std::size_t n = q.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (q[k][k].sign() < 0) return false;
    if (q[k][k].sign() == 0) {
      for (std::size_t j = k + 1; j < n; ++j)
        if (q[k][j].sign() != 0) return false;
      continue;
    }
    Polynomial root = block.basis[k];
    for (std::size_t j = k + 1; j < n; ++j) root.add(block.basis[j], q[k][j] / q[k][k]);
    terms.push_back({q[k][k], block.signs, std::move(root)});
    for (std::size_t i = k + 1; i < n; ++i) {
      if (q[k][i].sign() == 0) continue;
      const Rational factor = q[k][i] / q[k][k];
      for (std::size_t j = i; j < n; ++j) {
        q[i][j] -= factor * q[k][j];
        q[j][i] = q[i][j];
      }
    }
  }
  return true;
}

std::optional<std::vector<SquareTerm>> exact_terms(const Equations& equations, const std::vector<Rational>& entries,
                                                   bool strict) {
  std::vector<SquareTerm> terms;
  std::size_t next = 0;
  bool is_strict = false;
  for (const Block& block : equations.blocks()) {
    const std::size_t n = block.basis.size();
    std::vector<std::vector<Rational>> q(n, std::vector<Rational>(n));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i; j < n; ++j) q[i][j] = q[j][i] = entries[next++];
    is_strict = is_strict || (block.shows_strict && q[0][0].sign() > 0);
    if (!decompose(std::move(q), block, terms)) return std::nullopt;
  }
  if (strict && !is_strict) return std::nullopt;
  return terms;
}

/// Bases without what the eigenvectors of small eigenvalues stand for; nothing if these are not simple fractions, or if
/// there are none.
std::optional<std::vector<Block>> reduced(const std::vector<Block>& blocks, const std::vector<Eigen>& spectra,
                                          double threshold) {
  std::vector<Block> result = blocks;
  bool smaller = false;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const std::size_t n = blocks[b].basis.size();
    std::vector<std::vector<long double>> null;
    for (std::size_t k = 0; k < n; ++k)
      if (spectra[b].values[k] < threshold)
        null.emplace_back(spectra[b].vectors.begin() + static_cast<std::ptrdiff_t>(k * n),
                          spectra[b].vectors.begin() + static_cast<std::ptrdiff_t>((k + 1) * n));
    if (null.empty()) continue;
    smaller = true;
    std::vector<std::size_t> pivots;
    for (std::size_t r = 0; r < null.size(); ++r) {
      std::size_t row = r, column = 0;
      long double best = 0;
      for (std::size_t i = r; i < null.size(); ++i)
        for (std::size_t j = 0; j < n; ++j)
          if (std::abs(null[i][j]) > best + 1e-6) {
            best = std::abs(null[i][j]);
            row = i;
            column = j;
          }
      if (best < 1e-6) return std::nullopt;
      std::swap(null[r], null[row]);
      const long double pivot = null[r][column];
      for (long double& entry : null[r]) entry /= pivot;
      for (std::size_t i = 0; i < null.size(); ++i) {
        const long double multiple = null[i][column];
        if (i == r || multiple == 0) continue;
        for (std::size_t j = 0; j < n; ++j) null[i][j] -= multiple * null[r][j];
      }
      pivots.push_back(column);
    }
    result[b].basis.clear();
    for (std::size_t f = 0; f < n; ++f) {
      if (std::find(pivots.begin(), pivots.end(), f) != pivots.end()) continue;
      Polynomial element = blocks[b].basis[f];
      for (std::size_t r = 0; r < pivots.size(); ++r) {
        const std::optional<Rational> entry = simple(static_cast<double>(null[r][f]), 12, 4e-3);
        if (!entry) return std::nullopt;
        element.add(blocks[b].basis[pivots[r]], -*entry);
      }
      result[b].basis.push_back(std::move(element));
    }
  }
  if (!smaller) return std::nullopt;
  std::erase_if(result, [](const Block& block) { return block.basis.empty(); });
  return result;
}

using Terms = std::optional<std::vector<SquareTerm>>;

Terms solved(const Polynomial& target, bool strict, std::vector<Block> blocks, int reductions,
             const std::function<bool()>& may_continue) {
  if (!may_continue()) return std::nullopt;
  const Equations equations(target, std::move(blocks));
  const std::size_t size = equations.entries().size();
  if (!equations.is_possible() || size > kMostEntries || equations.target().size() > kMostRows) return std::nullopt;
  if (strict && std::none_of(equations.blocks().begin(), equations.blocks().end(),
                             [](const Block& block) { return block.shows_strict; }))
    return std::nullopt;
  const Solution solution(equations);
  if (!solution.is_solvable()) return std::nullopt;
  if (solution.is_unique()) return exact_terms(equations, solution.with(std::vector<Rational>(size)), strict);
  const std::optional<Matrices> guess = middle(equations);
  if (!guess) return std::nullopt;
  const auto entry_of = [&](std::size_t j) {
    const Equations::Entry& entry = equations.entries()[j];
    return (*guess)[entry.block][entry.row + entry.column * equations.blocks()[entry.block].basis.size()];
  };
  for (const double denominator : {1.0, 2.0, 4.0, 12.0, 60.0, 256.0, 65536.0, 16777216.0}) {
    std::vector<Rational> rounded(size);
    for (std::size_t j = 0; j < size; ++j)
      rounded[j] = Rational::from_double(static_cast<double>(std::round(entry_of(j) * denominator))) /
                   Rational::from_double(denominator);
    if (Terms terms = exact_terms(equations, solution.with(std::move(rounded)), strict)) return terms;
  }
  if (reductions == 0) return std::nullopt;
  std::vector<Eigen> spectra;
  for (std::size_t b = 0; b < guess->size(); ++b)
    spectra.push_back(eigen((*guess)[b], equations.blocks()[b].basis.size()));
  for (const double threshold : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
    std::optional<std::vector<Block>> smaller = reduced(equations.blocks(), spectra, threshold);
    if (!smaller) continue;
    if (Terms terms = solved(target, strict, std::move(*smaller), reductions - 1, may_continue)) return terms;
    --reductions;
    if (reductions <= 0) break;
  }
  return std::nullopt;
}

std::set<std::size_t> variables_of(const Polynomial& polynomial) {
  std::set<std::size_t> result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) result.insert(monomial.begin(), monomial.end());
  return result;
}

/// All monomials up to a degree, or none where they are too many.
std::vector<Polynomial> monomials(const std::set<std::size_t>& variables, std::size_t degree) {
  std::vector<Monomial> all = {{}}, last = {{}};
  for (std::size_t d = 0; d < degree; ++d) {
    std::vector<Monomial> next;
    for (const Monomial& monomial : last)
      for (const std::size_t variable : variables)
        if (monomial.empty() || monomial.back() <= variable) {
          next.push_back(monomial);
          next.back().push_back(variable);
        }
    all.insert(all.end(), next.begin(), next.end());
    if (all.size() > 4 * kMostBasis) return {};
    last = std::move(next);
  }
  std::vector<Polynomial> result;
  for (const Monomial& monomial : all) result.push_back(Polynomial::term(monomial, 1));
  return result;
}

/// Products of signs, of at most three different ones, in the order of their number.
std::vector<Block> products(const std::vector<std::size_t>& used, const std::vector<Sign>& signs, std::size_t degree) {
  std::vector<Block> result = {{{}, Polynomial(Rational(1)), {}, true}};
  std::size_t begin = 0;
  for (int number = 0; number < 3; ++number) {
    const std::size_t end = result.size();
    for (std::size_t i = begin; i < end; ++i)
      for (const std::size_t place : used) {
        if (!result[i].signs.empty() && result[i].signs.back() >= place) continue;
        Block next{result[i].signs,
                   result[i].multiplier * signs[place].polynomial,
                   {},
                   result[i].shows_strict && signs[place].strict};
        next.signs.push_back(place);
        if (next.multiplier.degree() <= degree && result.size() < kMostBlocks) result.push_back(std::move(next));
      }
    begin = end;
  }
  return result;
}

}  // namespace

Terms sum_of_squares(const Polynomial& target, bool strict, const std::vector<Sign>& signs,
                     const std::function<bool()>& may_continue) {
  std::set<std::size_t> variables = variables_of(target);
  std::vector<std::size_t> used;
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t i = 0; i < signs.size(); ++i) {
      const std::set<std::size_t> own = variables_of(signs[i].polynomial);
      const bool meets = std::any_of(own.begin(), own.end(), [&](std::size_t v) { return variables.contains(v); });
      if (!meets || std::find(used.begin(), used.end(), i) != used.end()) continue;
      used.push_back(i);
      variables.insert(own.begin(), own.end());
      grows = true;
    }
  }
  std::sort(used.begin(), used.end());
  const std::size_t least = (target.degree() + 1) / 2 * 2;
  // Numbers alone first: then squares of polynomials; then squares of a higher degree.
  for (std::size_t attempt = 0; attempt < (used.empty() ? 2U : 4U); ++attempt) {
    if (attempt == 0 && used.empty()) continue;
    const std::size_t degree = attempt < 2 ? target.degree() : attempt == 2 ? least : least + 2;
    std::vector<Block> blocks;
    for (Block& block : products(used, signs, degree)) {
      if (block.shows_strict && strict)
        blocks.push_back({block.signs, block.multiplier, {Polynomial(Rational(1))}, true});
      block.shows_strict = false;
      // Of an equation both sides are signs: with them it is multiplied by any polynomial, which takes squares of a
      // degree that may be above its own.
      const bool is_equation = std::any_of(block.signs.begin(), block.signs.end(), [&](std::size_t place) {
        return std::any_of(used.begin(), used.end(), [&](std::size_t other) {
          return (signs[place].polynomial + signs[other].polynomial).is_zero();
        });
      });
      const std::size_t left = degree - block.multiplier.degree() + (is_equation ? 1 : 0);
      block.basis = monomials(variables, attempt == 0 ? 0 : left / 2);
      if (!block.basis.empty()) blocks.push_back(std::move(block));
    }
    if (Terms terms = solved(target, strict, std::move(blocks), kReductions, may_continue)) return terms;
  }
  return std::nullopt;
}

theory::Value written(const Polynomial& polynomial, const std::vector<std::string>& names) {
  theory::Value::List terms;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    theory::Value::List factors = {coefficient};
    for (const std::size_t variable : monomial) factors.emplace_back(names[variable]);
    terms.emplace_back(std::move(factors));
  }
  return terms;
}

theory::Value written(const std::vector<SquareTerm>& terms, const std::vector<std::string>& names) {
  theory::Value::List result;
  for (const SquareTerm& term : terms) {
    theory::Value::List signs;
    for (const std::size_t place : term.signs) signs.emplace_back(static_cast<long>(place + 1));
    result.emplace_back(theory::Value::List{term.weight, std::move(signs), written(term.root, names)});
  }
  return result;
}

}  // namespace attest::verify::attack
