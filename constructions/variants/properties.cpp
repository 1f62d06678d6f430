// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/properties.hpp"

#include <algorithm>
#include <stdexcept>

#include "constructions/variants/evaluate.hpp"

namespace attest::constructions {

using theory::Rational;
using Bias = Attention::Bias;
using Normalizer = Attention::Normalizer;

namespace {

constexpr long largest_n = 4;

// No bias, no gate, no sink: what is left when the scores are 0.
Parameters without_scores(Parameters p) {
  for (RationalVector* entries : {&p.m, &p.u, &p.v, &p.b})
    for (Rational& x : *entries) x = 0;
  for (RationalMatrix* entries : {&p.r, &p.s, &p.table, &p.WG, &p.U})
    for (RationalVector& row : *entries)
      for (Rational& x : row) x = 0;
  p.plus = p.minus = p.sink = 0;
  p.base_2 = false;
  return p;
}

// Simple parameters first: free entries 0; a step up or down along i-j; i-j itself; each first without a bias, where
// that leaves every score 0. Query and key weights all 0 or all 1; positions keep theirs at 1, for there the weights
// are all that positions act through. Then small random ones, half of them with query and key weights 0. Sinusoids are
// 0 here: what the attention sees is X + P, and X is any matrix.
std::vector<Parameters> candidates(const Attention& attention, long n, long d) {
  const bool positions = attention.scores == Attention::Scores::positions, slope = attention.bias == Bias::alibi;
  std::vector<Parameters> result;
  for (long weight = 0; weight <= 1; ++weight) {
    for (int shape = 0; shape < 4; ++shape) {
      Parameters p = make_parameters(attention, n, d, [shape](long k) {
        return Rational(shape == 0 ? 0L : shape == 1 ? long(k >= 0) : shape == 2 ? long(k <= 0) : k);
      });
      const Rational entry = positions && shape > 0 ? 1 : weight;
      for (RationalMatrix* W : {&p.WQ, &p.WK, &p.WQ2, &p.WK2}) {
        *W =
            constant_matrix(static_cast<long>(W->size()), W->empty() ? 0 : static_cast<long>(W->front().size()), entry);
      }
      p.WV = constant_matrix(static_cast<long>(p.WV.size()), d, 1);
      p.base_2 = true;
      if (weight == 0 && !slope && (shape == 0 || !positions)) result.push_back(without_scores(p));
      if (weight > 0 || shape > 0 || slope) result.push_back(std::move(p));
    }
  }
  Draw draw(70);
  for (int i = 0; i < 40; ++i) {
    Parameters p = drawn_parameters(attention, n, d, draw);
    if (i % 2 == 0 && !positions)
      for (RationalMatrix* W : {&p.WQ, &p.WK, &p.WQ2, &p.WK2})
        for (RationalVector& row : *W)
          for (Rational& x : row) x = 0;
    result.push_back(std::move(p));
  }
  // A window as wide as the tokens, and one that leaves something out; of the others a half wide one.
  if (attention.mask == Attention::Mask::window || attention.mask == Attention::Mask::causal_window) {
    const std::size_t found = result.size();
    for (std::size_t i = 0; i < found && attention.tokens(n) > 1; ++i) {
      result.push_back(result[i]);
      result.back().width = attention.tokens(n) - 1;
    }
  }
  if (attention.encoding == Attention::Encoding::sinusoidal)
    for (Parameters& p : result) p.P = constant_matrix(attention.tokens(n), d, 0);
  return result;
}

// Tokens 0; tokens 1; the first one 1, the others 0; and, if asked for, 1, ..., n.
std::vector<RationalMatrix> inputs(long n, long d, bool with_counted = false) {
  RationalMatrix first = constant_matrix(n, d, 0), counted;
  first.front() = RationalVector(static_cast<std::size_t>(d), 1);
  for (long i = 1; i <= n; ++i) counted.push_back(RationalVector(static_cast<std::size_t>(d), i));
  std::vector<RationalMatrix> list = {constant_matrix(n, d, 0), constant_matrix(n, d, 1), first};
  if (with_counted) list.push_back(counted);
  return list;
}

// The first of the candidates at which `shows` is true.
template <class Shows>
std::optional<Witness> look_for(const Attention& attention, long from, Shows shows, bool with_counted = false) {
  for (long n = from; n <= largest_n; ++n)
    for (const Parameters& p : candidates(attention, n, 1))
      for (const RationalMatrix& X : inputs(n, 1, with_counted)) {
        for (const long later : {1, 3}) {
          Witness witness{p, X, constant_matrix(n - 1, 1, later)};
          try {
            if (shows(witness)) return witness;
          } catch (const std::domain_error&) {  // irrational at these parameters
            if (!attention.numbers_may_be_irrational()) throw;
          }
        }
      }
  return std::nullopt;
}

// The arguments below say that there is one. Where its numbers would be irrational there may be none.
template <class Shows>
std::optional<Witness> search(const Attention& attention, long from, Shows shows) {
  std::optional<Witness> found = look_for(attention, from, shows);
  if (found || attention.numbers_may_be_irrational()) return found;
  throw std::logic_error("an argument about an attention has no witness up to n = 4");
}

// The input with the later tokens in their place.
RationalMatrix with_later(const Witness& w) {
  RationalMatrix Y = w.X;
  std::copy(w.later.begin(), w.later.end(), Y.begin() + 1);
  return Y;
}

bool identical(const RationalMatrix& Y) {
  return std::all_of(Y.begin(), Y.end(), [&](const RationalVector& row) { return row == Y.front(); });
}

bool distinct(const RationalVector& v) {
  for (std::size_t i = 0; i < v.size(); ++i)
    if (std::count(v.begin(), v.end(), v[i]) > 1) return false;
  return true;
}

bool entrywise(const Attention& a) { return a.normalizer == Normalizer::sigmoid || a.normalizer == Normalizer::none; }

// Every row sums to 1, or to 1 - lambda in a difference of two such.
bool row_sums_are_constant(const Attention& a) {
  Attention one = a;
  one.difference = Attention::Difference::none;
  one.talking = Attention::Talking::none;
  return one.rows_are_normalized();
}

// Whether scores of identical tokens may depend on the positions.
bool scores_see_positions(const Attention& a) {
  return a.bias != Bias::none || a.rotation != Attention::Rotation::none || a.scores == Attention::Scores::positions;
}

// What is left of the scores at the input at which all tokens' queries and keys are 0.
enum class Remaining { zero, symmetric, free };
Remaining remaining_scores(const Attention& a) {
  if (a.scores == Attention::Scores::positions) return Remaining::free;
  switch (a.bias) {
    case Bias::none:
    case Bias::shaw:
    case Bias::deberta:
      return Remaining::zero;
    case Bias::alibi:
    case Bias::kerple:
    case Bias::graphormer:
      return Remaining::symmetric;
    default:
      return Remaining::free;
  }
}

}  // namespace

Property right_stochastic(const Attention& a) {
  if (a.rows_are_normalized())
    return {
        true, "each row is divided by its own sum, whatever the scores are, and nothing is done to it afterwards", {}};
  std::string reason;
  if (a.factor != Attention::Factor::none) reason = "the factor C multiplies the rows after they have been normalized";
  if (a.difference != Attention::Difference::none) reason = "the second softmax takes lambda away from each row's sum";
  if (a.mixes_after()) reason = "the matrices of several heads are mixed after they have been normalized";
  if (a.sink == Attention::Sink::learned) reason = "the sink takes a share of each row";
  if (a.normalizer == Normalizer::softmax_plus_one) reason = "the 1 in the denominator takes a share of each row";
  if (entrywise(a)) reason = "no row is divided by its sum";
  return {false, reason, search(a, 1, [&](const Witness& w) {
            const RationalMatrix A = attention_matrix(a, w.parameters, w.X);
            for (const Rational& sum : row_sums(A))
              if (sum != Rational(1)) return true;
            return false;
          })};
}

Property identical_rows_stay_identical(const Attention& a) {
  const bool bos = a.extra_token == Attention::ExtraToken::bos, masked = a.mask != Attention::Mask::none;
  std::string reason;
  if (a.encoding != Attention::Encoding::none)
    reason = "encodings that differ from row to row are added to the input";
  else if (a.values == Attention::Values::relative)
    reason = "the values carry vectors of their relative positions, so rows that sum to 1 average different things";
  else if (a.factor != Attention::Factor::none)
    reason = "the factor C gives the rows different sums";
  else if (bos && (masked || scores_see_positions(a)))
    reason = "the extra token is not one of the identical rows, and the tokens give it different weights";
  else if (!row_sums_are_constant(a) && masked)
    reason = a.mask == Attention::Mask::window
                 ? "rows at the ends see fewer tokens, and their sums are not brought back to 1"
                 : "a later row sees more tokens, and its sum is not brought back to 1";
  else if (!row_sums_are_constant(a) && scores_see_positions(a))
    reason = "the rows' sums depend on positions through the scores";
  if (reason.empty())
    return {true,
            row_sums_are_constant(a) && !bos
                ? "every row of A has the same sum, so it returns the same multiple of the common row; what follows "
                  "acts on each row by itself"
                : "nothing tells one of the identical rows from another",
            {}};
  if (a.encoding == Attention::Encoding::sinusoidal) return {false, reason, {}};
  return {false, reason, search(a, 2, [&](const Witness& w) {
            return identical(w.X) && !identical(attention_layer(a, w.parameters, w.X));
          })};
}

std::optional<Parameters> position_aware_parameters(const Attention& a, long n, long d) {
  const bool positions = a.scores == Attention::Scores::positions;
  for (const Parameters& p : candidates(a, n, d)) {
    const bool zero = p.WQ == constant_matrix(d, static_cast<long>(p.WQ.front().size()), 0);
    if (!positions && !zero) continue;  // A would depend on X
    if (a.talking != Attention::Talking::none && !positions && p.WQ2 != p.WQ) continue;
    try {
      if (distinct(row_sums(attention_matrix(a, p, constant_matrix(n, d, 0))))) return p;
    } catch (const std::domain_error&) {  // irrational at these parameters
      if (!a.numbers_may_be_irrational()) throw;
    }
  }
  return std::nullopt;
}

Property position_aware(const Attention& a) {
  const bool masked = a.is_causal(), no_denominator = a.normalizer == Normalizer::none;
  const Remaining remaining = remaining_scores(a);
  std::string obstruction;
  if (a.rows_are_normalized()) {
    obstruction = "every row of A sums to 1, so v = (1, ..., 1)";
  } else if (row_sums_are_constant(a)) {
    obstruction =
        a.mixes_after() ? "every row of A sums to the sum of the mixing weights" : "every row of A sums to 1 - lambda";
  } else if (no_denominator && remaining == Remaining::zero) {
    obstruction = "at X = 0 (or minus the encodings) every score is 0, and so is A";
  } else if ((a.factor == Attention::Factor::none || a.factor == Attention::Factor::decay) && !masked &&
             remaining != Remaining::free) {
    const bool ends = a.mask == Attention::Mask::window || a.factor == Attention::Factor::decay;
    obstruction =
        remaining != Remaining::zero
            ? "at X = 0 the scores are those of the distances alone, which the first and the last token see alike"
        : ends
            ? "at X = 0 (or minus the encodings) every score is 0 whatever the parameters are, and the first and the "
              "last token see the same distances"
            : "at X = 0 (or minus the encodings) every score is 0 whatever the parameters are, so the rows are equal";
  }
  if (!obstruction.empty())
    return {false, obstruction, Witness{zero_parameters(a, 2, 1), constant_matrix(2, 1, 0), {}}};
  const std::optional<Parameters> parameters = position_aware_parameters(a, 2, 1);
  if (!parameters && !a.numbers_may_be_irrational())
    throw std::logic_error("an argument about position awareness has no witness");
  std::string reason = "with query and key weights 0, A does not depend on X, and its rows have different sums";
  if (a.scores == Attention::Scores::positions)
    reason = "A depends on positions alone, and its rows have different sums";
  Property property{true, reason, {}};
  if (parameters) property.witness = Witness{*parameters, constant_matrix(2, 1, 0), {}};
  return property;
}

Property causal(const Attention& a) {
  if (a.is_causal()) return {true, "query i sees the keys j <= i alone, in the denominator too", {}};
  if (a.factor == Attention::Factor::lower && a.sink == Attention::Sink::none && entrywise(a))
    return {true, "c_{i-j} = 0 for j > i, and there is no denominator through which later tokens act", {}};
  if (a.factor == Attention::Factor::lower && a.scores == Attention::Scores::positions)
    return {true, "c_{i-j} = 0 for j > i, and the weights do not depend on any token", {}};
  const char* reason = "later tokens have weights of their own";
  if (a.factor == Attention::Factor::upper)
    reason = "c_{i-j} = 0 for i > j leaves the later tokens, not the earlier ones";
  if (a.factor == Attention::Factor::lower)
    reason = "later tokens are taken out after softmax: they still act through its denominator";
  return {false, reason, search(a, 2, [&](const Witness& w) {
            return attention_layer(a, w.parameters, w.X).front() !=
                   attention_layer(a, w.parameters, with_later(w)).front();
          })};
}

std::vector<Witness> irrational_witnesses(const Attention& a, long from, std::size_t most) {
  std::vector<Witness> found;
  for (long n = from; n <= 3; ++n)
    for (const Parameters& p : candidates(a, n, 1))
      for (const RationalMatrix& X : inputs(n, 1, true)) {
        Witness witness{p, X, constant_matrix(n - 1, 1, 1)};
        witness.parameters.base_2 =
            false;  // base 2 is there for rational weights, and asks whether a score is an integer
        try {
          attention_layer(a, witness.parameters, X);
          attention_layer(a, witness.parameters, with_later(witness));
        } catch (const std::domain_error&) {
          if (found.size() < most) found.push_back(std::move(witness));
        }
      }
  return found;
}

std::optional<Witness> order_matters(const Attention& a) {
  return look_for(
      a, 2,
      [&](const Witness& w) {
        RationalMatrix X = w.X, Y = attention_layer(a, w.parameters, w.X);
        std::swap(X[0], X[1]);
        std::swap(Y[0], Y[1]);
        return attention_layer(a, w.parameters, X) != Y;
      },
      true);
}

bool permutation_equivariant(const Attention& a) {
  return !scores_see_positions(a) && a.encoding == Attention::Encoding::none && a.factor == Attention::Factor::none &&
         a.mask == Attention::Mask::none && a.values == Attention::Values::plain;
}

}  // namespace attest::constructions
