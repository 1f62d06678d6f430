// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/written.hpp"

namespace attest::constructions {

using Bias = Attention::Bias;
using Normalizer = Attention::Normalizer;

namespace {

std::string def(const std::string& head, const std::string& body) {
  return "def " + head + (body.starts_with("\n") ? " =" : " = ") + body + ";\n";
}

bool has_window(const Attention& a) {
  return a.mask == Attention::Mask::window || a.mask == Attention::Mask::causal_window;
}
bool is_entrywise(const Attention& a) {
  return a.normalizer == Normalizer::sigmoid || a.normalizer == Normalizer::none;
}

std::string tokens(const Attention& a) {
  const std::string seen = a.extra_token == Attention::ExtraToken::bos ? "with_first(h, X)" : "X";
  return a.encoding == Attention::Encoding::none ? seen : "matadd(" + seen + ", h.P)";
}

// A query or key: the token's row, its weights, then normalization and rotation.
std::string projected(const Attention& a, const std::string& row, const std::string& place) {
  std::string text = "row_times(" + row + ", W)";
  if (a.qk_norm == Attention::QkNorm::rms) text = "rms_scaled(h, " + text + ")";
  if (a.rotation == Attention::Rotation::rope) text = "turned_row(h, " + text + ", " + place + ")";
  return text;
}

// What is added to dot(q, k); N counts the tokens.
std::string bias(const Attention& a) {
  switch (a.bias) {
    case Bias::none:
    case Bias::kerple:  // a factor of the weight
      return "";
    case Bias::t5:
      return " + relative(h.m, i, j, N)";
    case Bias::shaw:
      return " + dot(q, relative(h.r, i, j, N))";
    case Bias::deberta:
      return " + dot(q, relative(h.r, i, j, N)) + dot(relative(h.s, i, j, N), k)";
    case Bias::transformer_xl:
      return " + (let r = row_times(relative(h.r, i, j, N), h.WR) in dot(q, r) + dot(h.u, k) + dot(h.v, r))";
    case Bias::alibi:
      return " - h.slope * abs(i - j)";
    case Bias::swin:
      return " + bias_swin(h)[i][j]";
    case Bias::graphormer:
      return " + bias_graphormer(h)[i][j]";
    case Bias::at5:
      return " + bias_at5(h, N)[i][j]";
    case Bias::tupe:
      return " + dot(h.U[i], h.V[j])";
  }
  return "";
}

std::string score(const Attention& a) {
  if (a.normalizer == Normalizer::linear) return "dot([feature(e) for e in q], [feature(e) for e in k])";
  const std::string sum = "dot(q, k)" + bias(a);
  return a.softcap == Attention::Softcap::tanh ? "capped(h.cap, " + sum + ")" : sum;
}

// Which keys j the query i sees.
std::string sees(const Attention& a) {
  // Entry by entry, what the factor makes 0 need not be computed.
  const bool cut = is_entrywise(a) && a.factor == Attention::Factor::lower;
  std::string text = a.is_causal() || cut ? "j <= i" : "";
  if (has_window(a)) text += (text.empty() ? "" : " and ") + std::string("abs(i - j) < h.width");
  return text.empty() ? text : " if " + text;
}

// The scores s of the keys in J, as weights.
std::string weights(const Attention& a) {
  const bool sink = a.sink == Attention::Sink::learned, kerple = a.bias == Bias::kerple;
  const std::string distances = "[abs(i - j) for j in J]";
  switch (a.normalizer) {
    case Normalizer::hardmax:
      return "hardmax(s)";
    case Normalizer::sparsemax:
      return "sparsemax(s)";
    case Normalizer::none:
      return "s";
    case Normalizer::sigmoid:
      return kerple ? "[w / (1 + w) for w in kerple_weights(h, s, " + distances + ", 0)]"
                    : "[sigmoid_in(h.base, e) for e in s]";
    case Normalizer::linear:
      return std::string("shared(s, ") + (sink ? "power(h.base, h.sink)" : "0") + ")";
    default:
      break;
  }
  std::string rest = a.normalizer == Normalizer::softmax_plus_one ? "power(h.base, -m)" : "";
  if (sink) rest += (rest.empty() ? "" : " + ") + std::string("power(h.base, h.sink - m)");
  const std::string own =
      kerple ? "kerple_weights(h, s, " + distances + ", m)" : std::string("power_weights(h.base, s, m)");
  return "let m = max(s) in shared(" + own + ", " + (rest.empty() ? "0" : rest) + ")";
}

// Row i of A, with the queries' weights WQ.
std::string row(const Attention& a, const std::string& WQ) {
  const auto scores = [](const std::string& q, const std::string& k) {
    return "scores_seen(h, " + q + ", " + k + ", X, i)";
  };
  const auto own = [](const std::string& s) { return "weights_seen(h, " + s + ", len(tokens(h, X)), i)"; };
  const std::string first = scores(WQ, "h.WK"), second = scores("h.WQ2", "h.WK2");
  std::string text = own(first);
  if (a.difference == Attention::Difference::two_softmaxes) {
    text = "mixed(1, " + own(first) + ", -h.lambda, " + own(second) + ")";
  } else if (a.talking != Attention::Talking::none) {
    const auto heard = [&](const std::string& head) {
      const std::string mix = "h.mix_before[" + head + "]";
      if (!a.mixes_before()) return head == "1" ? first : second;
      return "mixed(" + mix + "[1], " + first + ", " + mix + "[2], " + second + ")";
    };
    text = own(heard("1"));
    if (a.mixes_after()) text = "mixed(h.mix_after[1], " + text + ", h.mix_after[2], " + own(heard("2")) + ")";
  }
  if (a.factor == Attention::Factor::none) return text;
  const std::string c = a.factor == Attention::Factor::decay ? "h.gamma^abs(i - j)" : "relative(h.c, i, j, len(a))";
  return "let a = " + text + " in [" + c + " * a[j] for j in 1..len(a)]";
}

std::string bias_is_described(const Attention& a) {
  switch (a.bias) {
    case Bias::none:
      return "";
    case Bias::t5:
      return "is_vector(h.m, 2*N - 1)";
    case Bias::shaw:
      return "is_matrix(h.r, 2*N - 1, dH)";
    case Bias::deberta:
      return "is_matrix(h.r, 2*N - 1, dH) and is_matrix(h.s, 2*N - 1, dH)";
    case Bias::transformer_xl:
      return "len(h.WR) >= 1 and is_matrix(h.r, 2*N - 1, len(h.WR)) and is_matrix(h.WR, len(h.WR), dH) and "
             "is_vector(h.u, dH) and is_vector(h.v, dH)";
    case Bias::alibi:
      return "h.slope > 0";
    case Bias::kerple:
      return "h.r1 > 0 and h.r2 > 0";
    case Bias::swin:
      return "is_integer(h.H) and is_integer(h.W) and h.H >= 1 and h.H * h.W = N and is_matrix(h.table, 2 * h.H - 1, 2 "
             "* h.W - 1)";
    case Bias::graphormer:
      return "is_matrix(h.G, N, N) and all(g = 0 or g = 1 for row in h.G, g in row) and h.G = transpose(h.G) and "
             "is_vector(h.b, N + 1)";
    case Bias::at5:
      return "is_at5_network(h.plus) and is_at5_network(h.minus)";
    case Bias::tupe:
      return "len(h.U[1]) >= 1 and is_matrix(h.U, N, len(h.U[1])) and is_matrix(h.V, N, len(h.U[1]))";
  }
  return "";
}

std::string is_described(const Attention& a) {
  const bool positions = a.scores == Attention::Scores::positions, latent = a.keys == Attention::Keys::latent;
  const std::string from = positions ? "len(h.WQ)" : "d", key_from = latent ? "len(h.WD[1])" : from,
                    value_from = latent ? "len(h.WD[1])" : "d";
  std::string text = std::string("\n  let N = ") + (a.extra_token == Attention::ExtraToken::bos ? "n + 1" : "n") +
                     " in\n  let dH = len(h.WQ[1]) in\n  is_base(h.base) and dH >= 1";
  const auto add = [&](const std::string& condition) {
    if (!condition.empty()) text += " and\n  " + condition;
  };
  add("is_matrix(h.WQ, " + from + ", dH) and is_matrix(h.WK, " + key_from + ", dH) and is_matrix(h.WV, " + value_from +
      ", d)");
  if (latent) add("len(h.WD[1]) >= 1 and is_matrix(h.WD, d, len(h.WD[1]))");
  if (positions) add("is_matrix(h.P, N, " + from + ")");
  if (a.encoding == Attention::Encoding::learned) add("is_matrix(h.P, N, d)");
  if (a.extra_token == Attention::ExtraToken::bos) add("is_vector(h.first, d)");
  if (a.rotation == Attention::Rotation::rope)
    add("is_matrix(h.angles, len(h.angles), 2) and dH = 2 * len(h.angles) and all(w[1]^2 + w[2]^2 = 1 for w in "
        "h.angles)");
  add(bias_is_described(a));
  if (a.qk_norm == Attention::QkNorm::rms) add("h.eps > 0 and is_vector(h.gain, dH)");
  if (a.softcap == Attention::Softcap::tanh) add("h.cap > 0");
  if (has_window(a)) add("is_integer(h.width) and h.width >= 1");
  if (a.sink == Attention::Sink::learned) add("is_number(h.sink)");
  const bool two = a.difference != Attention::Difference::none || a.talking != Attention::Talking::none;
  if (two || a.keys == Attention::Keys::grouped) {
    add("is_matrix(h.WQ2, " + from + ", dH)");
    if (two) add("is_matrix(h.WK2, " + key_from + ", dH)");
  }
  if (a.difference != Attention::Difference::none) add("is_number(h.lambda)");
  if (a.mixes_before()) add("is_matrix(h.mix_before, 2, 2)");
  if (a.mixes_after()) add("is_vector(h.mix_after, 2)");
  if (a.factor == Attention::Factor::decay)
    add("0 < h.gamma < 1");
  else if (a.factor != Attention::Factor::none)
    add("is_vector(h.c, 2*N - 1)");
  if (a.factor == Attention::Factor::lower) add("all(h.c[k] = 0 for k in 1..N - 1)");
  if (a.factor == Attention::Factor::upper) add("all(h.c[k] = 0 for k in N+1..2*N - 1)");
  if (a.values == Attention::Values::relative) add("is_matrix(h.a, 2*N - 1, d)");
  if (a.gate == Attention::Gate::output) add("is_matrix(h.WG, d, d)");
  return text;
}

}  // namespace

std::string written_definitions(const Attention& a) {
  const bool positions = a.scores == Attention::Scores::positions, latent = a.keys == Attention::Keys::latent,
             bos = a.extra_token == Attention::ExtraToken::bos, grouped = a.keys == Attention::Keys::grouped;
  const std::string source = positions ? "h.P" : "tokens(h, X)";
  const auto narrowed = [&](const std::string& token) { return latent ? "row_times(" + token + ", h.WD)" : token; };
  std::string text = "# The tokens that the attention sees.\n" + def("tokens(h, X)", tokens(a));
  text += "# Queries, keys and values, and the score of the query i and the key j.\n";
  text += def("query(h, W, X, i)", projected(a, source + "[i]", "i"));
  text += def("key(h, W, X, j)", projected(a, narrowed(source + "[j]"), "j"));
  text += def("value(h, X, j)", "row_times(" + narrowed("tokens(h, X)[j]") + ", h.WV)");
  text += def("score(h, q, k, i, j, N)", score(a));
  text += "# The keys that the query i sees, their scores and weights.\n";
  text += def("seen(h, N, i)", "[j for j in 1..N" + sees(a) + "]");
  text += def("scores_seen(h, WQ, WK, X, i)",
              "\n  let N = len(tokens(h, X)) in\n  let q = query(h, WQ, X, i) in\n  [score(h, q, key(h, WK, X, j), i, "
              "j, N) for j in seen(h, N, i)]");
  text += def("weights_of(h, s, i, J)", weights(a));
  text += def("weights_seen(h, s, N, i)", "let J = seen(h, N, i) in spread(weights_of(h, s, i, J), J, N)");
  text += "# The attention matrix.\n";
  text += def("A_row(h, X, i)", row(a, "h.WQ"));
  text += def("A(h, X)", "[A_row(h, X, i) for i in 1..len(tokens(h, X))]");
  text += "# What the layer adds to each token, and its output.\n";
  if (grouped) text += def("second_row(h, X, i)", row(a, "h.WQ2"));
  text += def("heard(h, X, i)", grouped ? "mixed(1, A_row(h, X, i), 1, second_row(h, X, i))" : "A_row(h, X, i)");
  std::string entry = "sum(a[j] * V[j][k] for j in 1..len(V))";
  if (a.values == Attention::Values::relative)
    entry = "sum(a[j] * (V[j][k] + relative(h.a, t, j, len(V))[k]) for j in 1..len(V))";
  if (a.gate == Attention::Gate::output) entry += " * sigmoid_in(h.base, row_times(T[t], h.WG)[k])";
  text += def("layer_row(h, X, i)", std::string("\n  let t = ") + (bos ? "i + 1" : "i") +
                                        " in\n  let T = tokens(h, X) in\n  let a = heard(h, X, t) in\n  let V = "
                                        "[value(h, X, j) for j in 1..len(T)] in\n  [T[t][k] + " +
                                        entry + " for k in 1..len(T[t])]");
  text += def("layer(h, X)", "[layer_row(h, X, i) for i in 1..len(X)]");
  text += "# A head for n tokens of dimension d.\n";
  return text + def("is_described(h, n, d)", is_described(a));
}

}  // namespace attest::constructions
