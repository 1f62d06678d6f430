// SPDX-License-Identifier: Apache-2.0
// Gram matrices in floating point: Newton's method for the analytic centre, along a path on which the target is lifted
// less and less into the interior of the cone. What comes out is only a guess (squares.cpp rounds it and decides
// exactly).
#include "verify/attack/gram.hpp"

#include <algorithm>
#include <cmath>

namespace attest::verify::attack {

using theory::Rational;

namespace {

using Dense = std::vector<long double>;

/// The lower Cholesky factor in place; false if the matrix is not positive definite.
bool factor(Dense& a, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < j; ++k)
      for (std::size_t i = j; i < n; ++i) a[i + j * n] -= a[i + k * n] * a[j + k * n];
    if (!(a[j + j * n] > 1e-300)) return false;
    const long double root = std::sqrt(a[j + j * n]);
    for (std::size_t i = j; i < n; ++i) a[i + j * n] /= root;
  }
  return true;
}

void solve(const Dense& l, std::size_t n, long double* x) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= l[i + k * n] * x[k];
    x[i] /= l[i + i * n];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= l[k + i * n] * x[k];
    x[i] /= l[i + i * n];
  }
}

Dense times(const Dense& a, const Dense& b, std::size_t n) {
  Dense c(n * n, 0.0);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k)
      if (b[k + j * n] != 0)
        for (std::size_t i = 0; i < n; ++i) c[i + j * n] += a[i + k * n] * b[k + j * n];
  return c;
}

class Centre {
 public:
  explicit Centre(const Equations& equations) : rows_(equations.target().size()) {
    for (const Block& block : equations.blocks()) {
      sizes_.push_back(block.basis.size());
      by_row_.emplace_back(rows_);
      Dense one(block.basis.size() * block.basis.size(), 0.0);
      for (std::size_t i = 0; i < block.basis.size(); ++i) one[i + i * block.basis.size()] = 1;
      matrices_.push_back(std::move(one));
    }
    for (const Equations::Entry& entry : equations.entries())
      for (const auto& [row, coefficient] : entry.coefficients)
        by_row_[entry.block][row].push_back({entry.row, entry.column, coefficient.to_double()});
    for (const Rational& number : equations.target()) target_.push_back(number.to_double());
    lift_ = applied(matrices_);
  }

  /// Moves to the centre for this lift; false if that fails.
  bool go(long double lift) {
    Dense wanted = target_;
    for (std::size_t k = 0; k < rows_; ++k) wanted[k] += lift * lift_[k];
    for (int i = 0; i < kIterations; ++i) {
      const long double length = step(wanted);
      if (length < 0) return false;
      if (length < 0.1 && remainder(wanted) < 0.01 * std::min<long double>(lift, 1)) return true;
    }
    return false;
  }
  const Matrices& matrices() const { return matrices_; }

 private:
  static constexpr int kIterations = 60;
  static constexpr long double kTrace = 1e-2;  ///< keeps the centre of an unbounded set from running away
  struct Coefficient {
    std::size_t row, column;
    long double value;
  };

  static long double norm(const Dense& x) {
    long double sum = 0;
    for (const long double entry : x) sum += entry * entry;
    return std::sqrt(sum);
  }
  Dense applied(const Matrices& matrices) const {
    Dense result(rows_, 0.0);
    for (std::size_t b = 0; b < sizes_.size(); ++b)
      for (std::size_t k = 0; k < rows_; ++k)
        for (const Coefficient& c : by_row_[b][k]) result[k] += c.value * matrices[b][c.row + c.column * sizes_[b]];
    return result;
  }
  long double remainder(const Dense& wanted) const {
    Dense difference = applied(matrices_);
    for (std::size_t k = 0; k < rows_; ++k) difference[k] -= wanted[k];
    return norm(difference);
  }
  /// A'(y) + kTrace in a block: an entry off the diagonal stands once in the equations, for both of its places.
  Dense adjoint(std::size_t b, const Dense& y, long double trace) const {
    const std::size_t n = sizes_[b];
    Dense result(n * n, 0.0);
    for (std::size_t k = 0; k < rows_; ++k)
      for (const Coefficient& c : by_row_[b][k]) {
        result[c.row + c.column * n] += y[k] * c.value / 2;
        result[c.column + c.row * n] += y[k] * c.value / 2;
      }
    for (std::size_t i = 0; i < n; ++i) result[i + i * n] += trace;
    return result;
  }

  /// One damped step; its length in the local norm, or less than 0 where numbers fail.
  long double step(const Dense& wanted) {
    Dense schur(rows_ * rows_, 0.0), y = applied(matrices_);
    Matrices squares;
    for (std::size_t b = 0; b < sizes_.size(); ++b) {
      const std::size_t n = sizes_[b];
      squares.push_back(times(matrices_[b], matrices_[b], n));
      const Dense& q = matrices_[b];
      for (std::size_t k = 0; k < rows_; ++k) {
        if (by_row_[b][k].empty()) continue;
        Dense between(n * n, 0.0);  // Q A_k Q
        for (const Coefficient& c : by_row_[b][k])
          for (std::size_t j = 0; j < n; ++j)
            for (std::size_t i = 0; i < n; ++i)
              between[i + j * n] +=
                  c.value / 2 * (q[i + c.row * n] * q[j + c.column * n] + q[i + c.column * n] * q[j + c.row * n]);
        for (std::size_t l = 0; l < rows_; ++l)
          for (const Coefficient& c : by_row_[b][l]) schur[l + k * rows_] += c.value * between[c.row + c.column * n];
      }
    }
    const Dense of_squares = applied(squares);
    long double trace = 0;
    for (std::size_t k = 0; k < rows_; ++k) {
      y[k] = 2 * y[k] - wanted[k] - kTrace * of_squares[k];
      trace += schur[k + k * rows_];
    }
    for (std::size_t k = 0; k < rows_; ++k) schur[k + k * rows_] += 1e-17L * trace + 1e-300L;
    if (!factor(schur, rows_)) return -1;
    solve(schur, rows_, y.data());
    Matrices change;
    long double length = 0;
    for (std::size_t b = 0; b < sizes_.size(); ++b) {
      const std::size_t n = sizes_[b];
      const Dense half = times(matrices_[b], adjoint(b, y, kTrace), n);  // I - half: the step, as Q^-1 sees it
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) length += ((i == j) - half[i + j * n]) * ((i == j) - half[j + i * n]);
      Dense moved = times(half, matrices_[b], n);
      for (std::size_t i = 0; i < n * n; ++i) moved[i] = matrices_[b][i] - moved[i];
      change.push_back(std::move(moved));
    }
    length = std::sqrt(std::max(length, 0.0L));
    if (!std::isfinite(length)) return -1;
    long double portion = length < 0.5 ? 1 : std::max(1 / (1 + length), 0.05L);
    for (int tries = 0; tries < 60; ++tries, portion *= 0.7) {
      Matrices next = matrices_;
      bool definite = true;
      for (std::size_t b = 0; b < sizes_.size() && definite; ++b) {
        for (std::size_t i = 0; i < next[b].size(); ++i) next[b][i] += portion * change[b][i];
        Dense copy = next[b];
        definite = factor(copy, sizes_[b]);
      }
      if (!definite) continue;
      matrices_ = std::move(next);
      return portion < 1e-6 ? -1 : length;
    }
    return -1;
  }

  std::size_t rows_;
  std::vector<std::size_t> sizes_;
  std::vector<std::vector<std::vector<Coefficient>>> by_row_;
  Matrices matrices_;
  Dense target_, lift_;
};

}  // namespace

Equations::Equations(const Polynomial& target, std::vector<Block> blocks) : blocks_(std::move(blocks)) {
  for (bool changed = true; changed && possible_;) {
    collect(target);
    changed = false;
    // By equation: the sign that all its coefficients have, as far as they are those of squares.
    std::vector<int> sign(target_.size(), 2);
    for (const Entry& entry : entries_)
      for (const auto& [row, coefficient] : entry.coefficients) {
        int& so_far = sign[row];
        const int own = entry.row == entry.column ? coefficient.sign() : 0;
        so_far = so_far == 2 || so_far == own ? own : 0;
      }
    std::vector<std::vector<bool>> kept;
    for (const Block& block : blocks_) kept.emplace_back(block.basis.size(), true);
    for (const Entry& entry : entries_)
      for (const auto& [row, coefficient] : entry.coefficients)
        if ((sign[row] == 1 || sign[row] == -1) && target_[row].sign() == 0) kept[entry.block][entry.row] = false;
    for (std::size_t row = 0; row < target_.size(); ++row)
      possible_ = possible_ && (sign[row] != 2 || target_[row].sign() == 0) && sign[row] * target_[row].sign() != -1;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      std::vector<Polynomial> basis;
      for (std::size_t i = 0; i < blocks_[b].basis.size(); ++i)
        if (kept[b][i]) basis.push_back(std::move(blocks_[b].basis[i]));
      changed = changed || basis.size() < kept[b].size();
      blocks_[b].basis = std::move(basis);
    }
    std::erase_if(blocks_, [](const Block& block) { return block.basis.empty(); });
  }
}

void Equations::collect(const Polynomial& target) {
  std::map<Monomial, std::size_t> rows;
  entries_.clear();
  target_.clear();
  const auto row_of = [&](const Monomial& monomial) {
    const auto [row, is_new] = rows.emplace(monomial, rows.size());
    if (is_new) target_.emplace_back();
    return row->second;
  };
  for (const auto& [monomial, coefficient] : target.terms()) target_[row_of(monomial)] = coefficient;
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (std::size_t i = 0; i < blocks_[b].basis.size(); ++i)
      for (std::size_t j = i; j < blocks_[b].basis.size(); ++j) {
        Entry entry{b, i, j, {}};
        const Polynomial terms = blocks_[b].multiplier * blocks_[b].basis[i] * blocks_[b].basis[j];
        for (const auto& [monomial, coefficient] : terms.terms())
          entry.coefficients[row_of(monomial)] = coefficient * Rational(i == j ? 1 : 2);
        entries_.push_back(std::move(entry));
      }
}

std::optional<Matrices> middle(const Equations& equations) {
  std::optional<Matrices> found;
  Centre centre(equations);
  long double lift = 1;
  while (!centre.go(lift)) {
    if (lift > 1e4) return std::nullopt;
    lift *= 10;
    centre = Centre(equations);
  }
  for (; lift > 1e-7; lift *= 0.3) {
    if (!centre.go(lift)) return lift < 1e-4 ? found : std::nullopt;
    found = centre.matrices();
  }
  return found;
}

Eigen eigen(std::vector<long double> a, std::size_t n) {
  Eigen result;
  result.vectors.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) result.vectors[i + i * n] = 1;
  for (int sweep = 0; sweep < 40; ++sweep) {
    long double off = 0;
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) {
        const long double x = a[p + q * n];
        off += x * x;
        if (std::abs(x) < 1e-300) continue;
        const long double theta = (a[q + q * n] - a[p + p * n]) / (2 * x);
        const long double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const long double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (std::size_t k = 0; k < n; ++k) {
          const long double kp = a[k + p * n], kq = a[k + q * n];
          a[k + p * n] = c * kp - s * kq;
          a[k + q * n] = s * kp + c * kq;
        }
        for (std::size_t k = 0; k < n; ++k) {
          const long double pk = a[p + k * n], qk = a[q + k * n];
          a[p + k * n] = c * pk - s * qk;
          a[q + k * n] = s * pk + c * qk;
          const long double vp = result.vectors[k + p * n], vq = result.vectors[k + q * n];
          result.vectors[k + p * n] = c * vp - s * vq;
          result.vectors[k + q * n] = s * vp + c * vq;
        }
      }
    if (off < 1e-30) break;
  }
  for (std::size_t i = 0; i < n; ++i) result.values.push_back(a[i + i * n]);
  return result;
}

}  // namespace attest::verify::attack
