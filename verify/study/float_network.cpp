// SPDX-License-Identifier: Apache-2.0
#include "verify/study/float_network.hpp"

#include <cmath>
#include <functional>
#include <stdexcept>

#include "kernels/problem.hpp"
#include "kernels/registry.hpp"
#include "verify/instances/instance.hpp"

namespace attest::verify::study {

using instances::as_problem;
using instances::blank_outputs;
using instances::FloatArray;
using instances::Instance;
using instances::Outputs;
using instances::round_to;

namespace {

using theory::Matrix;
using theory::ModifiedBlock;
using theory::ModifiedHead;
using theory::PiecewiseLinear;
using theory::Rational;

/// A number overflowed.
struct Overflow {};

class FloatNetwork {
 public:
  FloatNetwork(FloatArray tokens, std::optional<double> inverse_temperature)
      : tokens_(std::move(tokens)),
        inverse_temperature_(inverse_temperature),
        inputs_(tokens_.shape().at(0)),
        n_(tokens_.shape().at(2)),
        d_(tokens_.shape().at(3)) {}

  void apply(const ModifiedBlock& block) {
    attend(block.heads);
    feed_forward(block);
  }
  FloatArray take() { return std::move(tokens_); }

 private:
  attest_dtype dtype() const { return tokens_.dtype(); }
  double rounded(double x) const {
    const double result = round_to(dtype(), x);
    if (!std::isfinite(result)) throw Overflow();
    return result;
  }
  double rounded(const Rational& x) const { return rounded(x.to_double()); }
  std::vector<double> rounded(const theory::Vector<Rational>& x) const {
    std::vector<double> result;
    for (const Rational& entry : x) result.push_back(rounded(entry));
    return result;
  }

  /// One number for each token: its product with a vector of d parameters.
  std::vector<double> project(const std::vector<double>& weights) const {
    std::vector<double> result;
    for (std::int64_t token = 0; token < inputs_ * n_; ++token) {
      double sum = 0;
      for (std::int64_t c = 0; c < d_; ++c) sum += tokens_[token * d_ + c] * weights[static_cast<std::size_t>(c)];
      result.push_back(rounded(sum));
    }
    return result;
  }

  /// [inputs, 1, n, width], of which entry (token, column) is f(token, column).
  FloatArray array(std::int64_t width, const std::function<double(std::size_t, std::size_t)>& f) const {
    FloatArray result(dtype(), {inputs_, 1, n_, width});
    for (std::int64_t k = 0; k < result.size(); ++k)
      result.set(k, rounded(f(static_cast<std::size_t>(k / width), static_cast<std::size_t>(k % width))));
    return result;
  }

  void attend(const std::vector<ModifiedHead>& heads) {
    if (heads.empty()) return;
    std::vector<double> sums(static_cast<std::size_t>(tokens_.size()));
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] = tokens_[static_cast<std::int64_t>(k)];
    for (const ModifiedHead& head : heads) {
      const FloatArray output = attention(head);
      const std::size_t width = head.WO.rows(), d = static_cast<std::size_t>(d_);
      for (std::size_t k = 0; k < sums.size(); ++k)
        for (std::size_t c = 0; c < width; ++c)
          sums[k] += output[static_cast<std::int64_t>(k / d * width + c)] * rounded(head.WO(c, k % d));
    }
    store(sums);
  }

  /// A X WV, by the kernel.
  FloatArray attention(const ModifiedHead& head) const {
    const std::vector<double> s = project(rounded(head.u));
    const double c = rounded(head.c);
    const bool on_query = head.shift == ModifiedHead::Shift::query;
    std::vector<std::vector<double>> values;
    for (std::size_t column = 0; column < head.WV.columns(); ++column)
      values.push_back(project(rounded(head.WV.column(column))));
    Instance instance;
    instance.operation = inverse_temperature_ ? ATTEST_ATTENTION : ATTEST_HARDMAX;
    instance.dtype = dtype();
    instance.batches = inputs_, instance.queries = instance.keys = n_, instance.width = 1;
    instance.value_width = static_cast<std::int64_t>(values.size());
    instance.scale = inverse_temperature_.value_or(1);
    instance.query = array(1, [&](std::size_t token, std::size_t) { return on_query ? s[token] - c : s[token]; });
    instance.key = array(1, [&](std::size_t token, std::size_t) { return on_query ? s[token] : s[token] - c; });
    instance.value =
        array(instance.value_width, [&](std::size_t token, std::size_t column) { return values[column][token]; });
    return run(instance);
  }

  FloatArray run(const Instance& instance) const {
    Outputs outputs = blank_outputs(instance, false, false);
    const attest_problem problem = as_problem(instance, outputs);
    const std::string name = std::string(kernels::operation_name(instance.operation)) + "_" +
                             kernels::dtype_name(instance.dtype) + "_scalar";
    std::string why;
    if (kernels::run_problem(problem, name, 1, why) != ATTEST_OK) throw std::runtime_error(name + ": " + why);
    for (std::int64_t k = 0; k < outputs.output.size(); ++k)
      if (!std::isfinite(outputs.output[k])) throw Overflow();
    return std::move(outputs.output);
  }

  void feed_forward(const ModifiedBlock& block) {
    std::vector<double> sums(static_cast<std::size_t>(tokens_.size()));
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] = tokens_[static_cast<std::int64_t>(k)];
    const std::size_t d = static_cast<std::size_t>(d_);
    PiecewiseLinear phi = block.phi;
    for (theory::Vector<Rational>* numbers : {&phi.breaks, &phi.slopes, &phi.intercepts, &phi.at})
      for (Rational& number : *numbers) number = Rational::from_double(rounded(number));
    for (std::size_t hidden = 0; hidden < block.W1.columns(); ++hidden) {
      const std::vector<double> w2 = rounded(block.W2.row(hidden));
      if (w2 == std::vector<double>(d, 0)) continue;
      const std::vector<double> t = project(rounded(block.W1.column(hidden)));
      for (std::size_t token = 0; token < t.size(); ++token) {
        const double y = rounded(phi(Rational::from_double(t[token])));
        for (std::size_t c = 0; c < d; ++c) sums[token * d + c] += y * w2[c];
      }
    }
    store(sums);
  }

  void store(const std::vector<double>& sums) {
    for (std::size_t k = 0; k < sums.size(); ++k) tokens_.set(static_cast<std::int64_t>(k), rounded(sums[k]));
  }

  FloatArray tokens_;
  const std::optional<double> inverse_temperature_;
  const std::int64_t inputs_, n_, d_;
};

}  // namespace

std::optional<FloatArray> run_network(const std::vector<ModifiedBlock>& blocks, FloatArray tokens,
                                      std::optional<double> inverse_temperature) {
  FloatNetwork network(std::move(tokens), inverse_temperature);
  try {
    for (const ModifiedBlock& block : blocks) network.apply(block);
  } catch (const Overflow&) {
    return std::nullopt;
  }
  return network.take();
}

}  // namespace attest::verify::study
