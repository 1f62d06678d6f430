// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace attest::constructions {

/// What an attention is made of: docs/attention_format.md, key by key. Parameters (weights, tables, families) are not
/// part of it: a description stands for every choice of them.
struct Attention {
  enum class Bias { none, t5, shaw, deberta, transformer_xl, alibi, kerple, swin, graphormer, at5, tupe };
  enum class Rotation { none, rope };
  enum class Encoding { none, sinusoidal, learned };          ///< added to the layer's input
  enum class Scores { tokens, positions };                    ///< what queries and keys are made of
  enum class Factor { none, toeplitz, lower, upper, decay };  ///< lower: c_{i-j} = 0 for j > i; decay: gamma^|i-j|
  enum class Mask { none, causal, window, causal_window };    ///< causal: i attends to j <= i; window: to |i-j| < w
  enum class Normalizer { softmax, softmax_plus_one, sigmoid, linear, hardmax, sparsemax, none };
  enum class Sink { none, learned };
  enum class ExtraToken { none, bos };
  enum class Values { plain, relative };  ///< relative: a vector a_{i-j} is added to every value
  enum class Gate { none, output };
  enum class Difference { none, two_softmaxes };
  enum class Softcap { none, tanh };                 ///< scores s become t tanh(s/t)
  enum class QkNorm { none, rms };                   ///< each query and key is divided by its root mean square
  enum class Keys { own, grouped, latent };          ///< grouped: several queries share keys and values
  enum class Talking { none, before, after, both };  ///< heads are mixed before, after their normalizer

  Bias bias = Bias::none;
  Rotation rotation = Rotation::none;
  Encoding encoding = Encoding::none;
  Scores scores = Scores::tokens;
  Factor factor = Factor::none;
  Mask mask = Mask::none;
  Normalizer normalizer = Normalizer::softmax;
  Sink sink = Sink::none;
  ExtraToken extra_token = ExtraToken::none;
  Values values = Values::plain;
  Gate gate = Gate::none;
  Difference difference = Difference::none;
  Softcap softcap = Softcap::none;
  QkNorm qk_norm = QkNorm::none;
  Keys keys = Keys::own;
  Talking talking = Talking::none;

  /// Tokens that the attention matrix is over, for n tokens of the user.
  long tokens(long n) const { return n + (extra_token == ExtraToken::bos ? 1 : 0); }
  /// Every row is divided by its own sum, and nothing is multiplied or subtracted afterwards.
  bool rows_are_normalized() const {
    return (normalizer == Normalizer::softmax || normalizer == Normalizer::linear ||
            normalizer == Normalizer::hardmax || normalizer == Normalizer::sparsemax) &&
           sink == Sink::none && factor == Factor::none && difference == Difference::none && !mixes_after();
  }
  bool mixes_before() const { return talking == Talking::before || talking == Talking::both; }
  bool mixes_after() const { return talking == Talking::after || talking == Talking::both; }
  bool is_causal() const { return mask == Mask::causal || mask == Mask::causal_window; }
  /// Scores that are not 0 are irrational, or seldom are not, so that an argument may have no numbers beside it.
  bool numbers_may_be_irrational() const { return softcap == Softcap::tanh || qk_norm == QkNorm::rms; }
  bool operator==(const Attention&) const = default;
};

/// A published variant: theory/variants/<name>.json, compiled in (cmake/attest_variants.cmake). std::logic_error where
/// there is no such file.
Attention published(const std::string& name);

/// Why an attention of this description does not exist ("a sink needs a denominator") or is not decided here; otherwise
/// empty.
std::string contradiction(const Attention& attention);

}  // namespace attest::constructions
