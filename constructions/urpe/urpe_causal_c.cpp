// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/encoding.hpp"
#include "constructions/urpe/samples.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The family c_{i-j} with one value for j < i, one for j = i and one for j > i; c_{i-j} stands at place i-j+n.
Value family(long n, const Rational& before, const Rational& here, const Rational& after) {
  RationalVector entries;
  for (long difference = -(n - 1); difference <= n - 1; ++difference)
    entries.push_back(difference > 0 ? before : difference == 0 ? here : after);
  return Value::vector(entries);
}

// A head with T5's encoding, m = 0 and d = 1.
Value t5_head(long n, const Rational& weight, Value c) {
  Value::Record head = encoding("t5", n, {weight});
  head.emplace_back("c", std::move(c));
  return head;
}

// The i-th output at X and at Y, which agrees with X up to token i.
Step counterexample(Value h, const RationalMatrix& X, const RationalMatrix& Y) {
  return witness(
      "n", 2,
      witness("d", 1,
              witness("h", std::move(h),
                      witness("i", 1, witness("X", Value::matrix(X), witness("Y", Value::matrix(Y), evaluate()))))));
}

Step look_ahead(long largest_n) {
  return for_every("n", 2, largest_n, [&](long n) {
    return witness("h", t5_head(n, 0, family(n, 0, 1, 1)),
                   theory::split({{"the_first_sees_every_later_token", exhaustive("k", evaluate())},
                                  {"the_last_sees_no_token_before_it", box("Y", theory::whole_line, evaluate())}}));
  });
}

// One step for each i, with instances of the tokens 1, ..., i; those after i are every real at once.
Step for_every_prefix(Draw& draw, long n, long d) {
  std::vector<Step> by_i;
  for (long i = 1; i <= n; ++i)
    by_i.push_back(instances("X", sample_matrices(draw, i, d, 1), box("Y", theory::whole_line, evaluate())));
  return exhaustive("i", std::move(by_i));
}

Step without_content(long largest_n) {
  Draw draw(351);
  return for_every("n", 1, largest_n, [&](long n) {
    Value::Record head = {{"variant", "t5"},
                          {"WQ", Value::matrix({{0}})},
                          {"WK", Value::matrix({{1}})},
                          {"m", Value::vector(draw.vector(2 * n - 1))},
                          {"c", family(n, Rational(2, 3), 1, 0)}};
    return instances("h", {Value(std::move(head))}, for_every_prefix(draw, n, 1));
  });
}

Value random_head(Draw& draw, const std::string& variant, long n, long d) {
  auto matrix = [&](long rows) { return Value::matrix(draw.matrix(rows, 1)); };
  Value::Record head = {{"variant", variant}, {"WQ", matrix(d)}, {"WK", matrix(d)}};
  if (variant == "t5") head.emplace_back("m", Value::vector(draw.vector(2 * n - 1)));
  if (variant == "shaw" || variant == "deberta") head.emplace_back("r", matrix(2 * n - 1));
  if (variant == "deberta") head.emplace_back("s", matrix(2 * n - 1));
  if (variant == "transformer_xl") {
    head.emplace_back("WR", matrix(d));
    head.emplace_back("u", Value::vector(draw.vector(1)));
    head.emplace_back("v", Value::vector(draw.vector(1)));
  }
  head.emplace_back("c", Value::vector(draw.vector(2 * n - 1)));
  return head;
}

Step masked_before_softmax(long largest_n) {
  Draw draw(352);
  std::vector<Step> by_variant;
  for (const char* variant : {"t5", "shaw", "deberta", "transformer_xl"}) {
    by_variant.push_back(for_every("n", 1, largest_n, [&](long n) {
      return for_every("d", 1, 2, [&](long d) {
        return instances("r", sample_matrices(draw, 2 * n - 1, d, 1),
                         instances("h", {random_head(draw, variant, n, d)},
                                   instances("W", sample_matrices(draw, d, d, 1), for_every_prefix(draw, n, d))));
      });
    }));
  }
  return exhaustive("variant", std::move(by_variant));
}

Step position_aware(long largest_n) {
  return for_every("n", 1, largest_n, [&](long n) {
    return witness("h", t5_head(n, 0, family(n, 0, 1, 0)), box("X", theory::whole_line, evaluate()));
  });
}

}  // namespace

// URPE, section 4.2: what zeros in C let a token see, and a causal variant.
Findings urpe_causal_c(const Effort& effort) {
  const std::string id = "urpe.causal-c";
  const long largest_n = effort.thorough ? 6 : 3;
  Findings findings;
  findings.certificates = {
      {id, "printed", false, counterexample(t5_head(2, 0, family(2, 0, 1, 1)), {{0}, {0}}, {{0}, {1}})},
      {id, "finding_printed_zeros_look_ahead", true,
       theory::proof("theory/proofs/bound_causal.v", "printed_zeros_look_ahead")},
      {id, "finding_printed_zeros_look_ahead", true, look_ahead(largest_n + 2)},
      {id, "finding_other_side", false, counterexample(t5_head(2, 1, family(2, 1, 1, 0)), {{1}, {1}}, {{1}, {0}})},
      {id, "finding_other_side_without_content", true,
       theory::proof("theory/proofs/bound_causal_masked.v", "other_side_without_content")},
      {id, "finding_other_side_without_content", true, without_content(largest_n)},
      {id, "repaired", true, theory::proof("theory/proofs/bound_causal_masked.v", "masked_encodings_are_causal")},
      {id, "repaired", true, masked_before_softmax(largest_n)},
      {id, "finding_position_aware", true,
       theory::proof("theory/proofs/bound_causal_aware.v", "masked_position_aware")},
      {id, "finding_position_aware", true, position_aware(largest_n + 2)},
  };
  const RationalMatrix printed_C = {{1, 1, 1}, {0, 1, 1}, {0, 0, 1}}, other_C = {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}};
  findings.exhibits = {
      {"The printed zeros, n = 3", "Entries with i > j are 0: row i keeps the tokens i, ..., 3, those that come later.",
       Exhibit::Matrix{printed_C, {}, {}}},
      {"The zeros of the other side", "Entries with i < j are 0: row i keeps the tokens 1, ..., i.",
       Exhibit::Matrix{other_C, {}, {}}},
      {"Both counterexamples by hand: n = 2, d = 1, the first output", "Layer: X + A(X) X.",
       Exhibit::Text{{"printed zeros, WQ = WK = 0, c = (1, 1, 0): A = ((1/2, 1/2), (0, 1/2))",
                      "  X = (0, 0): 0 + 0 = 0;  X = (0, 1): 0 + 1/2 = 1/2: the first output saw the second token",
                      "other side, WQ = WK = 1, c = (0, 1, 1): A_11 = e^(x1 x1) / (e^(x1 x1) + e^(x1 x2)), A_12 = 0",
                      "  X = (1, 1): 1 + 1/2;  X = (1, 0): 1 + e/(e+1) = 1.73...: it saw it through the denominator",
                      "masked before softmax: the first row is softmax of one score, A_11 = c_0, whatever x2 is"}}}};
  findings.exhibits[2].sides = {"the first output is the same for X = (0, 0) and X = (0, 1)",
                                "it is 0 for the one and 1/2 for the other"};
  return findings;
}

}  // namespace attest::constructions
