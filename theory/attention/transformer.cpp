// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/transformer.hpp"

#include "theory/error.hpp"

namespace attest::theory {

template <class S>
Matrix<S> block(const Block<S>& parameters, const Matrix<S>& X) {
  const auto& [heads, bO, ffn, norm1, norm2, placement] = parameters;
  if (placement == Placement::pre) {
    const Matrix<S> Y = X + attention_sum(heads, bO, normalize(norm1, X));
    return Y + multilayer_perceptron(ffn, normalize(norm2, Y));
  }
  const Matrix<S> Y = normalize(norm1, attention_layer(heads, bO, X));
  return normalize(norm2, feed_forward(ffn, Y));
}

template <class S>
std::vector<Matrix<S>> transformer_trace(const std::vector<Block<S>>& blocks, const Matrix<S>& X) {
  std::vector<Matrix<S>> trace{X};
  for (const Block<S>& parameters : blocks) {
    const std::string place = "block " + std::to_string(trace.size());
    try {
      trace.push_back(block(parameters, trace.back()));
    } catch (const InputError& error) {
      throw InputError(place, error.what());
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(place + ": " + error.what());
    } catch (const Undecided& error) {
      throw Undecided(place + ": " + error.what());
    }
  }
  return trace;
}

template <class S>
Matrix<S> positional_layer_input(const std::vector<Matrix<S>>& attention, const std::vector<Matrix<S>>& values,
                                 const Matrix<S>& WO, const Matrix<S>& X) {
  if (attention.size() != values.size()) {
    throw std::invalid_argument("a positional layer with " + std::to_string(attention.size()) +
                                " attention matrices and " + std::to_string(values.size()) + " value matrices");
  }
  Matrix<S> heads(Shape{X.rows(), 0});
  for (std::size_t h = 0; h < attention.size(); ++h) heads = beside(heads, attention[h] * X * values[h]);
  return beside(heads * WO, X);
}

#define ATTEST_INSTANTIATE(S)                                                                             \
  template Matrix<S> block(const Block<S>&, const Matrix<S>&);                                            \
  template std::vector<Matrix<S>> transformer_trace(const std::vector<Block<S>>&, const Matrix<S>&);      \
  template Matrix<S> positional_layer_input(const std::vector<Matrix<S>>&, const std::vector<Matrix<S>>&, \
                                            const Matrix<S>&, const Matrix<S>&);
ATTEST_INSTANTIATE(Rational)
ATTEST_INSTANTIATE(Enclosure)
#undef ATTEST_INSTANTIATE

}  // namespace attest::theory
