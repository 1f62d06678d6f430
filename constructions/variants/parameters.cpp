// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/parameters.hpp"

#include <algorithm>
#include <cstdlib>

namespace attest::constructions {

using theory::Rational;
using theory::Value;
using Bias = Attention::Bias;
using Entry = std::function<Rational(long)>;

namespace {

RationalMatrix matrix(long rows, long columns, const Entry& entry) {
  RationalMatrix result = constant_matrix(rows, columns, 0);
  for (RationalVector& row : result)
    for (Rational& x : row) x = entry(0);
  return result;
}

RationalVector vector(long n, const Entry& entry) { return matrix(1, n, entry).front(); }

// 2N-1 rows of the given length; the entries of row i-j are entry(i-j).
RationalMatrix family(long N, long length, const Entry& entry) {
  RationalMatrix result;
  for (long difference = 1 - N; difference < N; ++difference) {
    RationalVector& row = result.emplace_back();
    for (long k = 0; k < length; ++k) row.push_back(entry(difference));
  }
  return result;
}

RationalVector scalars(long N, const Entry& entry) {
  RationalVector result;
  for (const RationalVector& row : family(N, 1, entry)) result.push_back(row.front());
  return result;
}

void add_bias(Parameters& p, Bias bias, long N, long dH, const Entry& entry) {
  switch (bias) {
    case Bias::none:
      break;
    case Bias::t5:
      p.m = scalars(N, entry);
      break;
    case Bias::deberta:
      p.s = family(N, dH, entry);
      [[fallthrough]];
    case Bias::shaw:
      p.r = family(N, dH, entry);
      break;
    case Bias::transformer_xl:
      p.r = family(N, 1, entry);
      p.WR = matrix(1, dH, [](long) { return Rational(1); });
      p.u = vector(dH, entry);
      p.v = vector(dH, [](long) { return Rational(1); });
      break;
    case Bias::alibi:
      p.slope = 1;
      break;
    case Bias::kerple:
      p.r1 = p.r2 = 1;
      break;
    case Bias::swin:
      p.H = N == 4 ? 2 : 1;
      p.W = N / p.H;
      for (long rows = 1 - p.H; rows < p.H; ++rows) {
        RationalVector& row = p.table.emplace_back();
        for (long columns = 1 - p.W; columns < p.W; ++columns) row.push_back(entry(rows * p.W + columns));
      }
      break;
    case Bias::graphormer:
      p.G = constant_matrix(N, N, 0);
      for (std::size_t i = 0; i + 1 < p.G.size(); ++i) p.G[i][i + 1] = p.G[i + 1][i] = 1;
      for (long length = 0; length <= N; ++length) p.b.push_back(entry(length));
      break;
    case Bias::tupe:
      p.U = p.V = RationalMatrix();
      for (long i = 0; i < N; ++i) {
        p.U.push_back({entry(i)});
        p.V.push_back({entry(i)});
      }
      break;
    case Bias::at5:
      p.plus = entry(0);
      p.minus = entry(-1);
      break;
  }
}

// The network with hidden layers of width 1 and last weight 0, whose value is `constant` at every bucket.
Value at5_network(const Rational& constant) {
  const Value zero = Value::matrix({{0}}), bias = Value::vector({0});
  return Value(Value::Record{{"gamma", 1},
                             {"W1", zero},
                             {"b1", bias},
                             {"W2", zero},
                             {"b2", bias},
                             {"W3", zero},
                             {"b3", Value::vector({constant})}});
}

// A rotation needs two dimensions; of linear attention with one, the query would cancel out.
long head_dimension(const Attention& attention) {
  return attention.rotation == Attention::Rotation::rope || attention.normalizer == Attention::Normalizer::linear ? 2
                                                                                                                  : 1;
}

}  // namespace

std::string contradiction(const Attention& a) {
  using Normalizer = Attention::Normalizer;
  const bool entrywise = a.normalizer == Normalizer::sigmoid || a.normalizer == Normalizer::none;
  if (a.sink == Attention::Sink::learned && (entrywise || a.normalizer == Normalizer::hardmax))
    return "a sink takes part in a denominator, which only softmax, softmax-plus-one and linear have";
  if (a.normalizer == Normalizer::linear && (a.bias != Bias::none || a.rotation != Attention::Rotation::none))
    return "linear attention has features in place of scores, and so neither a bias nor a rotation";
  if ((a.normalizer == Normalizer::none || a.normalizer == Normalizer::hardmax) && a.bias == Bias::kerple)
    return "kerple's kernel is a factor of exponential weights, which this normalizer does not have";
  if (a.normalizer == Normalizer::hardmax && a.bias == Bias::alibi)
    return "hardmax over alibi's distances, which sends equal tokens to themselves alone, is not decided here";
  if (a.normalizer == Normalizer::sparsemax && a.sink == Attention::Sink::learned)
    return "a sink takes part in a denominator, which only softmax, softmax-plus-one and linear have";
  if (a.normalizer == Normalizer::sparsemax && (a.bias == Bias::kerple || a.bias == Bias::alibi))
    return "sparsemax over distances, which may leave far tokens out, is not decided here";
  if (a.normalizer == Normalizer::linear &&
      (a.softcap != Attention::Softcap::none || a.qk_norm != Attention::QkNorm::none || a.mixes_before()))
    return "linear attention has features in place of scores";
  if (a.softcap != Attention::Softcap::none && a.bias == Bias::kerple)
    return "a softcap of kerple's logarithms is not decided here";
  const bool two = a.difference != Attention::Difference::none;
  if (two && a.talking != Attention::Talking::none)
    return "a difference and talking heads each combine two matrices: expected one of the two";
  if (a.keys == Attention::Keys::grouped && (two || a.talking != Attention::Talking::none))
    return "grouped queries beside a difference or talking heads are not decided here";
  if (a.keys == Attention::Keys::latent && a.scores == Attention::Scores::positions)
    return "latent keys and values are made of tokens: expected scores of tokens";
  if (a.scores == Attention::Scores::positions && a.encoding != Attention::Encoding::none)
    return "encodings are the queries' and keys' own input, or are added to the tokens: expected one of the two";
  if (a.factor == Attention::Factor::upper && a.is_causal())
    return "a causal mask and an upper factor leave nothing but the diagonal";
  Attention normalized = a;
  normalized.difference = Attention::Difference::none;
  normalized.talking = Attention::Talking::none;
  const bool told_apart = a.mask != Attention::Mask::none || a.factor != Attention::Factor::none;
  if (a.extra_token == Attention::ExtraToken::bos && !normalized.rows_are_normalized() &&
      (a.normalizer == Normalizer::none || !told_apart))
    return "an extra token beside rows that do not sum to 1, without a mask or a factor, is not decided here";
  const bool ends_alike = !a.is_causal() && (a.mask == Attention::Mask::window || a.factor == Attention::Factor::decay);
  if (a.extra_token == Attention::ExtraToken::bos && !normalized.rows_are_normalized() && ends_alike)
    return "an extra token beside a window or a decay on both sides is not decided here";
  return "";
}

Parameters make_parameters(const Attention& attention, long n, long d, const Entry& entry) {
  Parameters p;
  p.base_2 = true;
  const long N = attention.tokens(n), dH = head_dimension(attention);
  const bool positions = attention.scores == Attention::Scores::positions;
  const long dP = positions ? 1 : d;
  p.WQ = matrix(dP, dH, entry);
  const bool latent = attention.keys == Attention::Keys::latent;
  p.WK = matrix(latent ? 1 : dP, dH, entry);
  p.WV = matrix(latent ? 1 : d, d, entry);
  if (latent) p.WD = matrix(d, 1, [](long) { return Rational(1); });
  if (positions || attention.encoding != Attention::Encoding::none) {
    for (long i = 0; i < N; ++i) p.P.push_back(RationalVector(static_cast<std::size_t>(dP), entry(i)));
  }
  if (attention.rotation == Attention::Rotation::rope) p.angles = {{0, 1}};
  add_bias(p, attention.bias, N, dH, entry);
  if (attention.factor != Attention::Factor::none) {
    p.c = scalars(N, [&](long difference) {
      const bool cut = (attention.factor == Attention::Factor::lower && difference < 0) ||
                       (attention.factor == Attention::Factor::upper && difference > 0);
      if (attention.factor == Attention::Factor::decay) return pow(Rational(1, 5), std::labs(difference));
      return cut ? Rational(0) : entry(difference);
    });
  }
  if (attention.values == Attention::Values::relative) p.a = family(N, d, entry);
  if (attention.gate == Attention::Gate::output) p.WG = matrix(d, d, entry);
  if (attention.extra_token == Attention::ExtraToken::bos) p.first = vector(d, entry);
  if (attention.sink == Attention::Sink::learned) p.sink = entry(0);
  const bool mixed = attention.talking != Attention::Talking::none;
  if (attention.difference == Attention::Difference::two_softmaxes || mixed) {
    p.WQ2 = matrix(dP, dH, entry);
    p.WK2 = matrix(latent ? 1 : dP, dH, entry);
    if (!mixed) p.lambda = Rational(1, 2);
  }
  if (attention.keys == Attention::Keys::grouped) p.WQ2 = matrix(dP, dH, entry);
  if (attention.mixes_before()) p.mix_before = {{1, 1}, {1, -1}};
  if (attention.mixes_after()) p.mix_after = {Rational(1, 2), Rational(1, 4)};
  if (attention.softcap == Attention::Softcap::tanh) p.cap = 50;
  if (attention.factor == Attention::Factor::decay) p.gamma = Rational(1, 5);
  if (attention.mask == Attention::Mask::window || attention.mask == Attention::Mask::causal_window) p.width = N;
  return p;
}

Parameters zero_parameters(const Attention& attention, long n, long d) {
  Parameters p = make_parameters(attention, n, d, [](long) { return Rational(0); });
  p.base_2 = attention.bias == Bias::alibi;  // whose slope cannot be 0
  return p;
}

Parameters drawn_parameters(const Attention& attention, long n, long d, Draw& draw) {
  const bool features = attention.normalizer == Attention::Normalizer::linear;  // elu + 1 is rational from 0 on
  return make_parameters(attention, n, d, [&](long) { return Rational(draw.integer(features ? 0 : -1, 2)); });
}

Value Parameters::record(const Attention& attention) const {
  Value::Record head = {{"base", base_2 ? Value(2) : Value("e")},
                        {"WQ", Value::matrix(WQ)},
                        {"WK", Value::matrix(WK)},
                        {"WV", Value::matrix(WV)}};
  const bool decay = attention.factor == Attention::Factor::decay;  // whose family is that of gamma
  const auto add = [&](const char* name, Value value) { head.emplace_back(name, std::move(value)); };
  for (const auto& [name, entries] : {std::pair("P", &P),
                                      {"r", &r},
                                      {"s", &s},
                                      {"WR", &WR},
                                      {"angles", &angles},
                                      {"table", &table},
                                      {"G", &G},
                                      {"a", &a},
                                      {"WG", &WG},
                                      {"U", &U},
                                      {"V", &V},
                                      {"WD", &WD},
                                      {"mix_before", &mix_before},
                                      {"WQ2", &WQ2},
                                      {"WK2", &WK2}})
    if (!entries->empty()) add(name, Value::matrix(*entries));
  for (const auto& [name, entries] :
       {std::pair("m", &m), {"u", &u}, {"v", &v}, {"b", &b}, {"c", &c}, {"first", &first}, {"mix_after", &mix_after}})
    if (!entries->empty() && !(decay && entries == &c)) add(name, Value::vector(*entries));
  if (decay) add("gamma", gamma);
  if (attention.qk_norm == Attention::QkNorm::rms) {  // with which 1 stays rational
    add("gain", Value::vector(RationalVector(WQ.front().size(), 2)));
    add("eps", 3);
  }
  if (attention.bias == Bias::alibi) add("slope", slope);
  if (attention.bias == Bias::kerple) {
    add("r1", r1);
    add("r2", r2);
  }
  if (attention.bias == Bias::swin) {
    add("H", H);
    add("W", W);
  }
  if (attention.bias == Bias::at5) {
    add("plus", at5_network(plus));
    add("minus", at5_network(minus));
  }
  if (attention.sink == Attention::Sink::learned) add("sink", sink);
  if (attention.difference == Attention::Difference::two_softmaxes) add("lambda", lambda);
  if (attention.softcap == Attention::Softcap::tanh) add("cap", cap);
  if (width > 0) add("width", width);
  return Value(std::move(head));
}

}  // namespace attest::constructions
