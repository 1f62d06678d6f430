// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/properties.hpp"

namespace attest::constructions {

namespace {

using Bias = Attention::Bias;
using Normalizer = Attention::Normalizer;

// Why no parameters make A(X) one softmax of x_i x_j; empty where nothing stands in the way. Each line is an argument
// for one matrix, with n >= 2, d = 1 and u = 1 where no more is said.
std::string obstruction(const Attention& a) {
  switch (a.normalizer) {
    case Normalizer::softmax:
      break;
    case Normalizer::softmax_plus_one:
      return "rows sum to less than 1";
    case Normalizer::sigmoid:
      return "for one token the weight is below 1";
    case Normalizer::linear:
      return "weights phi(x) phi(y)^T are sums of finitely many products of a function of x and one of y, which exp(x "
             "y) is "
             "not, however its rows are scaled";
    case Normalizer::hardmax:
      return "every weight is 0 or one over a natural number";
    case Normalizer::sparsemax:
      return "weights are piecewise rational functions of X, and those of softmax are not";
    case Normalizer::none:
      return "scores are polynomials in X, and the weights of softmax are bounded without being constant";
  }
  if (a.sink == Attention::Sink::learned) return "the sink takes a share of each row";
  if (a.is_causal()) return "later tokens have the weight 0";
  if (a.factor == Attention::Factor::lower || a.factor == Attention::Factor::upper)
    return "the factor makes entries 0 beside the diagonal";
  if (a.factor == Attention::Factor::decay) return "the decay takes a share of each row";
  if (a.scores == Attention::Scores::positions) return "the weights do not depend on the tokens";
  if (a.softcap == Attention::Softcap::tanh) return "capped scores are bounded, and x_i x_j is not";
  if (a.qk_norm == Attention::QkNorm::rms)
    return "scores of normalized queries and keys are bounded, and x_i x_j is not";
  if (a.bias == Bias::alibi || a.bias == Bias::kerple)
    return "the distances stay in the scores: no row is uniform where all tokens' own scores are equal";
  if (a.encoding == Attention::Encoding::sinusoidal)
    return "the sinusoids stay in the scores: for a u that tells the first two apart, P_i u times X_j u is not the "
           "same for "
           "each i";
  return "";
}

}  // namespace

Answer attentive(const Attention& a) {
  if (a.extra_token != Attention::ExtraToken::none)
    return {std::nullopt, "with an extra token A has a row and a column more than the condition's matrix"};
  const std::string reason = obstruction(a);
  const bool two = a.difference != Attention::Difference::none || a.talking != Attention::Talking::none;
  if (!reason.empty() && two) return {std::nullopt, "of a combination of two matrices: of one alone, " + reason};
  if (!reason.empty()) return {false, reason};
  if (a.rotation == Attention::Rotation::rope)
    return {std::nullopt,
            "with fewer angles than tokens, none a full turn, never; with as many they can be chosen so for few tokens "
            "(urpe.attentive-condition); a description does not say how many angles there are"};
  std::string how = "query and key weights u";
  if (a.bias != Bias::none) how += ", a bias of 0";
  if (a.factor == Attention::Factor::toeplitz) how += ", C all ones";
  if (a.mask == Attention::Mask::window) how += ", a window as wide as the input";
  if (a.encoding == Attention::Encoding::learned) how += ", encodings 0";
  if (two) how += ", nothing of the second matrix";
  return {true, how + "; a constant c added to the keys' side does not change softmax"};
}

}  // namespace attest::constructions
