// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/approximant.hpp"

#include "constructions/universal/quantizer.hpp"
#include "constructions/universal/rpe_network.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Head;
using theory::Matrix;
using theory::Rational;
using theory::Step;
using theory::Value;
using theory::Vector;

namespace {

Matrix<Rational> mean_of_rows(const Matrix<Rational>& Y) {
  return Matrix<Rational>::from_function(Y.shape(), [&](std::size_t, std::size_t j) {
    Rational sum = 0;
    for (std::size_t i = 0; i < Y.rows(); ++i) sum += Y(i, j);
    return sum / Rational(static_cast<long>(Y.rows()));
  });
}

}  // namespace

Rational Cut::covered(std::size_t n, std::size_t d) const {
  if (kind == Kind::boxes) return pow(Rational(1) - Rational(m) * margin, static_cast<long>(n * d));
  return pow(Rational(1) - Rational(static_cast<long>(n) - 1) * margin, static_cast<long>(n));
}

Value Cut::to_value() const {
  if (kind == Kind::boxes) return Value::Record{{"kind", "boxes"}, {"m", m}, {"strip", margin}};
  return Value::Record{{"kind", "simplices"}, {"m", m}, {"gap", margin}};
}

Rational Approximant::error(const Target& f, long p) const {
  const Rational covered = cut.covered(f.n(), f.d()), largest = max(abs(low), abs(high)) + f.largest();
  Rational on_cells = 0;
  for (const Rational& miss : misses) on_cells += pow(miss, p);
  on_cells /= Rational(kinds);
  return covered * on_cells + (Rational(1) - covered) * Rational(static_cast<long>(f.n() * f.d())) * pow(largest, p);
}

Approximant within(const Family& family, const Target& f, long p, const Rational& eps, bool needs_margin) {
  const Rational goal = pow(eps, p);
  long m = 1;
  Rational margin = 0;
  const auto on_cells = [&] {
    const Approximant network = family(m, needs_margin ? Rational(1, 1L << 40) : Rational(0));
    Rational sum = 0;
    for (const Rational& miss : network.misses) sum += pow(miss, p);
    return sum / Rational(network.kinds);
  };
  while (on_cells() >= goal) ++m;
  if (needs_margin) {
    margin = Rational(1, 4 * m);
    while (family(m, margin).error(f, p) >= goal) margin /= 2;
  }
  return family(m, margin);
}

Approximant by_the_grid(const Target& f, const TableNetwork& values_to_network, long m, const Rational& strip,
                        bool equal_rows) {
  const Grid grid{f.n(), f.d(), m, false};
  const Rational edge = Rational(1, m) - strip, half(1, 2 * m);
  std::vector<Matrix<Rational>> outputs;
  Approximant result{quantizer(f.d(), m, strip, Layout::narrow), 0, 0, {Cut::Kind::boxes, m, strip}, {}, 0};
  for (const Matrix<Rational>& X : grid.points()) {
    outputs.push_back(f.at(X.map([&](const Rational& x) { return x + half; })));
    if (equal_rows && has_identical_rows(X)) outputs.back() = mean_of_rows(outputs.back());
    Matrix<Rational> miss({f.n(), f.d()});
    for (std::size_t corner = 0; corner < (std::size_t{1} << (f.n() * f.d())); ++corner) {
      const Matrix<Rational> Y = f.at(Matrix<Rational>::from_function(X.shape(), [&](std::size_t i, std::size_t j) {
        return (corner >> (i * f.d() + j)) % 2 == 1 ? X(i, j) + edge : X(i, j);
      }));
      for (std::size_t i = 0; i < f.n(); ++i) {
        for (std::size_t j = 0; j < f.d(); ++j) miss(i, j) = max(miss(i, j), abs(Y(i, j) - outputs.back()(i, j)));
      }
    }
    for (std::size_t i = 0; i < f.n(); ++i) {
      for (std::size_t j = 0; j < f.d(); ++j) {
        result.misses.push_back(miss(i, j) + f.curvature(i, j) * edge * edge / 8);
        result.low = min(result.low, outputs.back()(i, j));
        result.high = max(result.high, outputs.back()(i, j));
      }
    }
    ++result.kinds;
  }
  const std::vector<Block<Rational>> rest = values_to_network(grid, outputs);
  result.blocks.insert(result.blocks.end(), rest.begin(), rest.end());
  return result;
}

Step approximant_step(const Approximant& network, std::size_t n, const HeadFields& fields, Step then) {
  const Value range = Value::Record{{"low", network.low}, {"high", network.high}};
  return witness("body", network_value(network.blocks, n, fields),
                 witness("range", range, witness("cut", network.cut.to_value(), std::move(then))));
}

std::string cost(const Approximant& network, std::size_t d) {
  std::size_t units = 2 * d;
  for (const Block<Rational>& block : network.blocks) units += block.ffn.W1.columns();
  return std::to_string(network.blocks.size() + d) + " blocks, " + std::to_string(units) + " hidden units";
}

Value::Record toeplitz_fields(const Head<Rational>& head, std::size_t n) {
  for (auto& [name, value] : urpe_fields(head, n)) {
    if (name == "c") return {{"c", value}};
  }
  throw std::logic_error("toeplitz_fields: no c");
}

Value::Record mean_fields(const Head<Rational>& head, std::size_t) {
  return {{"kind", head.A ? "position" : "attentive"}};
}

// A_ij = w_{i-j} / sum_k w_{i-k} with w_0 = 1: the first row has w_0, w_-1, ..., the last one w_{n-1}, ..., w_0.
Value::Record weight_fields(const Head<Rational>& head, std::size_t n) {
  const Matrix<Rational>& A = *head.A;
  Vector<Rational> w;
  for (std::size_t j = n; j-- > 0;) w.push_back(A(0, j) / A(0, 0));
  for (std::size_t j = n - 1; j-- > 0;) w.push_back(A(n - 1, j) / A(n - 1, n - 1));
  return {{"w", Value::vector(w)}};
}

}  // namespace attest::constructions
