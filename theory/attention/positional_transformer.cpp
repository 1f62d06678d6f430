// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/positional_transformer.hpp"

#include <algorithm>
#include <optional>

#include "theory/attention/softmax.hpp"

namespace attest::theory {

namespace {

Matrix<Rational> scores(const PositionalTransformer& network, const PositionalHead& head) {
  return (network.P * head.WQ) * transpose(network.P * head.WK);
}

// The product with a rational matrix many of whose entries are 0: they are passed over.
Matrix<Enclosure> product(const Matrix<Enclosure>& a, const Matrix<Rational>& b, long precision) {
  if (a.columns() != b.rows())
    throw std::invalid_argument("product: " + a.shape().to_string() + " times " + b.shape().to_string());
  const Enclosure zero(Rational(0), precision);
  Matrix<Enclosure> result({a.rows(), b.columns()}, zero);
  for (std::size_t k = 0; k < b.rows(); ++k) {
    for (std::size_t j = 0; j < b.columns(); ++j) {
      if (b(k, j) == 0) continue;
      const Enclosure factor(b(k, j), precision);
      for (std::size_t i = 0; i < a.rows(); ++i) result(i, j) = result(i, j) + a(i, k) * factor;
    }
  }
  return result;
}
Matrix<Rational> product(const Matrix<Rational>& a, const Matrix<Rational>& b, long) { return a * b; }

Vector<Rational> numbers(const Vector<Rational>& x, const Rational*, long) { return x; }
Vector<Enclosure> numbers(const Vector<Rational>& x, const Enclosure*, long precision) { return enclose(x, precision); }

Rational relu(const Rational& x) { return max(x, Rational(0)); }
Enclosure relu(const Enclosure& x) { return max(x, Enclosure(Rational(0), x.precision())); }

template <class S>
Matrix<S> mlp_of_rows(const std::vector<AffineMap>& mlp, Matrix<S> X, long precision) {
  for (std::size_t k = 0; k < mlp.size(); ++k) {
    X = add_row(product(X, mlp[k].W, precision), numbers(mlp[k].b, static_cast<const S*>(nullptr), precision));
    if (k + 1 < mlp.size()) X = X.map([](const S& x) { return relu(x); });
  }
  return X;
}

template <class S>
std::vector<PositionalOutput<S>> run_layers(const PositionalTransformer& network, const PositionalPatterns<S>& patterns,
                                            Matrix<S> X, long precision) {
  if (patterns.size() != network.layers.size()) {
    throw std::invalid_argument("run: patterns for every layer were expected");
  }
  std::vector<PositionalOutput<S>> outputs;
  for (std::size_t l = 0; l < network.layers.size(); ++l) {
    const PositionalLayer& layer = network.layers[l];
    std::optional<Matrix<S>> heads;
    for (std::size_t h = 0; h < layer.heads.size(); ++h) {
      const Matrix<S> head = patterns[l].at(h) * product(X, layer.heads[h].WV, precision);
      heads = heads ? beside(*heads, head) : head;
    }
    if (!heads) throw std::invalid_argument("run: a layer without heads");
    Matrix<S> received = product(*heads, layer.WO, precision);
    X = mlp_of_rows(layer.mlp, beside(received, X), precision);
    outputs.push_back({std::move(received), X});
  }
  return outputs;
}

}  // namespace

PositionalPatterns<Rational> hardmax_patterns(const PositionalTransformer& network, Weighting ties) {
  PositionalPatterns<Rational> patterns;
  for (const PositionalLayer& layer : network.layers) {
    patterns.emplace_back();
    for (const PositionalHead& head : layer.heads) {
      patterns.back().push_back(weights(scores(network, head), ties));
    }
  }
  return patterns;
}

PositionalPatterns<Enclosure> softmax_patterns(const PositionalTransformer& network, const Rational& temperature_factor,
                                               long precision) {
  PositionalPatterns<Enclosure> patterns;
  for (const PositionalLayer& layer : network.layers) {
    patterns.emplace_back();
    for (const PositionalHead& head : layer.heads) {
      const Matrix<Rational> factored = scaled(temperature_factor, scores(network, head));
      patterns.back().push_back(weights(enclose(factored, precision), Weighting::softmax_e));
    }
  }
  return patterns;
}

std::vector<PositionalOutput<Rational>> run(const PositionalTransformer& network,
                                            const PositionalPatterns<Rational>& patterns, const Matrix<Rational>& X) {
  return run_layers<Rational>(network, patterns, X, 0);
}

std::vector<PositionalOutput<Enclosure>> run(const PositionalTransformer& network,
                                             const PositionalPatterns<Enclosure>& patterns, const Matrix<Rational>& X) {
  long precision = Enclosure::least_precision;
  for (const auto& layer : patterns) {
    for (const Matrix<Enclosure>& pattern : layer) {
      if (pattern.rows() > 0) precision = std::max(precision, pattern(0, 0).precision());
    }
  }
  return run_layers<Enclosure>(network, patterns, enclose(X, precision), precision);
}

Matrix<Rational> apply_mlp(const std::vector<AffineMap>& mlp, Matrix<Rational> X) {
  return mlp_of_rows<Rational>(mlp, std::move(X), 0);
}

}  // namespace attest::theory
