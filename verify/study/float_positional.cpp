// SPDX-License-Identifier: Apache-2.0
#include "verify/study/float_positional.hpp"

#include <cmath>
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

using theory::Matrix;
using theory::PositionalHead;
using theory::PositionalLayer;
using theory::PositionalTransformer;
using theory::Rational;

namespace {

struct Overflow {};

class FloatPositional {
 public:
  FloatPositional(const Matrix<Rational>& P, attest_dtype dtype, std::optional<double> inverse_temperature)
      : P_(P), dtype_(dtype), inverse_temperature_(inverse_temperature) {}

  FloatArray apply(const PositionalLayer& layer, const FloatArray& rows) const {
    // The heads side by side, then W_O, beside the rows.
    std::vector<FloatArray> heads;
    std::int64_t width = 0;
    for (const PositionalHead& head : layer.heads) {
      heads.push_back(attention(head, rows));
      width += columns(heads.back());
    }
    FloatArray joined = blank(rows, width);
    std::int64_t column = 0;
    for (const FloatArray& head : heads) {
      copy(head, joined, column);
      column += columns(head);
    }
    const FloatArray received = times(joined, layer.WO, nullptr, false);
    FloatArray both = blank(rows, columns(received) + columns(rows));
    copy(received, both, 0);
    copy(rows, both, columns(received));
    for (std::size_t k = 0; k < layer.mlp.size(); ++k) {
      both = times(both, layer.mlp[k].W, &layer.mlp[k].b, k + 1 < layer.mlp.size());
    }
    return both;
  }

 private:
  static std::int64_t columns(const FloatArray& rows) { return rows.shape().at(3); }
  FloatArray blank(const FloatArray& like, std::int64_t width) const {
    return FloatArray(dtype_, {like.shape()[0], 1, like.shape()[2], width});
  }
  static void copy(const FloatArray& from, FloatArray& to, std::int64_t first_column) {
    const std::int64_t width = columns(from), total = columns(to);
    for (std::int64_t k = 0; k < from.size(); ++k) to.set(k / width * total + first_column + k % width, from[k]);
  }
  double rounded(double x) const {
    const double result = round_to(dtype_, x);
    if (!std::isfinite(result)) throw Overflow();
    return result;
  }

  FloatArray times(const FloatArray& rows, const Matrix<Rational>& W, const theory::Vector<Rational>* b,
                   bool relu) const {
    const auto in = static_cast<std::size_t>(columns(rows)), out = W.columns();
    std::vector<double> weights;
    for (std::size_t i = 0; i < in; ++i) {
      for (std::size_t j = 0; j < out; ++j) weights.push_back(rounded(W(i, j).to_double()));
    }
    FloatArray result = blank(rows, static_cast<std::int64_t>(out));
    const auto count = static_cast<std::size_t>(rows.shape()[0] * rows.shape()[2]);
    for (std::size_t r = 0; r < count; ++r) {
      for (std::size_t j = 0; j < out; ++j) {
        double sum = b ? rounded((*b)[j].to_double()) : 0;
        for (std::size_t i = 0; i < in; ++i) sum += rows[static_cast<std::int64_t>(r * in + i)] * weights[i * out + j];
        sum = rounded(sum);
        result.set(static_cast<std::int64_t>(r * out + j), relu ? std::max(sum, 0.0) : sum);
      }
    }
    return result;
  }

  FloatArray parameters(const Matrix<Rational>& matrix) const {
    FloatArray result(dtype_,
                      {1, 1, static_cast<std::int64_t>(matrix.rows()), static_cast<std::int64_t>(matrix.columns())});
    for (std::size_t i = 0; i < matrix.rows(); ++i) {
      for (std::size_t j = 0; j < matrix.columns(); ++j) {
        result.set(static_cast<std::int64_t>(i * matrix.columns() + j), rounded(matrix(i, j).to_double()));
      }
    }
    return result;
  }

  FloatArray attention(const PositionalHead& head, const FloatArray& rows) const {
    Instance instance;
    instance.operation = inverse_temperature_ ? ATTEST_POSITIONAL : ATTEST_HARDMAX;
    instance.ties = ATTEST_TIES_ALL;
    instance.dtype = dtype_;
    instance.batches = rows.shape()[0];
    instance.queries = instance.keys = rows.shape()[2];
    instance.width = static_cast<std::int64_t>(head.WQ.columns());
    instance.scale = inverse_temperature_.value_or(1);
    instance.query = parameters(P_ * head.WQ);
    instance.key = parameters(P_ * head.WK);
    instance.value = times(rows, head.WV, nullptr, false);
    instance.value_width = columns(instance.value);
    if (!inverse_temperature_) {  // hardmax wants queries and keys for each batch
      instance.query = repeated(instance.query, instance.batches);
      instance.key = repeated(instance.key, instance.batches);
    }
    Outputs outputs = blank_outputs(instance, false, false);
    const attest_problem problem = as_problem(instance, outputs);
    const std::string name =
        std::string(kernels::operation_name(instance.operation)) + "_" + kernels::dtype_name(dtype_) + "_scalar";
    std::string why;
    if (kernels::run_problem(problem, name, 1, why) != ATTEST_OK) throw std::runtime_error(name + ": " + why);
    for (std::int64_t k = 0; k < outputs.output.size(); ++k) {
      if (!std::isfinite(outputs.output[k])) throw Overflow();
    }
    return std::move(outputs.output);
  }

  FloatArray repeated(const FloatArray& one, std::int64_t times) const {
    FloatArray result(dtype_, {times, 1, one.shape()[2], one.shape()[3]});
    for (std::int64_t k = 0; k < result.size(); ++k) result.set(k, one[k % one.size()]);
    return result;
  }

  const Matrix<Rational>& P_;
  attest_dtype dtype_;
  std::optional<double> inverse_temperature_;
};

}  // namespace

std::optional<FloatArray> run_positional(const PositionalTransformer& network, const FloatArray& rows,
                                         std::optional<double> inverse_temperature) {
  const FloatPositional floats(network.P, rows.dtype(), inverse_temperature);
  FloatArray result = rows;
  try {
    for (const PositionalLayer& layer : network.layers) result = floats.apply(layer, result);
  } catch (const Overflow&) {
    return std::nullopt;
  }
  return result;
}

}  // namespace attest::verify::study
