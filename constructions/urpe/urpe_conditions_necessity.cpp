// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/blocks.hpp"
#include "constructions/urpe/samples.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// A random network in which no head carries a matrix; with `attentive`, each has the u and c of the attentive
// condition.
Value network_of(Draw& draw, long d, long layers, bool attentive) {
  std::vector<Block> blocks;
  for (long layer = 0; layer < layers; ++layer) {
    Block block = random_block(draw, 1, d, draw.integer(1, 2), true);
    for (Head& head : block.heads) {
      head.attention.clear();
      if (attentive) {
        const RationalVector u(static_cast<std::size_t>(d), Rational(draw.integer(-2, 2), 2));
        head.parameters = {{"u", Value::vector(u)}, {"bias", Rational(draw.integer(-3, 3), 2)}};
      }
    }
    blocks.push_back(std::move(block));
  }
  return network_value(blocks);
}

Step attentive_alone(long largest_n) {
  Draw draw(341);
  return for_every("n", 2, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) {
      const std::vector<Value> networks = {network_of(draw, d, 1, true), network_of(draw, d, 2, true)};
      return instances("net", networks, instances("X", sample_matrices(draw, n, d, 2), evaluate()));
    });
  });
}

// v, or two of them: URPE's own and a random one.
std::vector<Value> position_vectors(Draw& draw, long n) {
  RationalVector own;
  for (long i = 1; i <= n; ++i) own.emplace_back(n - i + 1, n);
  return distinct_values({Value::vector(own), Value::vector(draw.distinct_vector(n))});
}

// All tokens but the first are every real at once.
Step no_token_sees_another(long largest_n) {
  Draw draw(342);
  return for_every("n", 2, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) {
      Step steps = instances("x", sample_vectors(draw, d, 2), box("Y", theory::whole_line, evaluate()));
      steps = instances("net", {network_of(draw, d, 1, false), network_of(draw, d, 3, false)}, std::move(steps));
      return instances("v", position_vectors(draw, n), std::move(steps));
    });
  });
}

Step printed(long largest_n) {
  Draw draw(343);
  Step condition =
      for_every("n", 1, largest_n + 2, [&](long n) { return instances("v", position_vectors(draw, n), evaluate()); });
  Step alone = theory::split({{"the_condition_holds", std::move(condition)},
                              {"no_token_sees_another", no_token_sees_another(largest_n)},
                              {"so_it_misses_the_second_token", box("y", {{"-inf", "1"}, {"1", "inf"}}, evaluate())}});
  return theory::split({{"attentive_heads_fail_too", range("n", 2, 8, evaluate())},
                        {"attentive_alone", attentive_alone(largest_n)},
                        {"position_aware_alone", std::move(alone)}});
}

Step attentive_is_not_necessary(long largest_n) {
  Draw draw(344);
  Step same = for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) {
      Step steps = instances("WO", sample_matrices(draw, 1, d, 2), evaluate());
      steps = instances("bV", sample_vectors(draw, 1, 2), std::move(steps));
      steps = instances("WV", sample_matrices(draw, d, 1, 2), std::move(steps));
      steps = instances("X", sample_matrices(draw, n, d, 2), std::move(steps));
      return instances("A", sample_matrices(draw, n, n, 2), std::move(steps));
    });
  });
  Step fails = for_every("n", 2, largest_n, [&](long n) {
    return instances("A", {Value::matrix(draw.right_stochastic(n))},
                     instances("v", position_vectors(draw, n), evaluate()));
  });
  return theory::split({{"the_same_layers", std::move(same)}, {"the_condition_fails", std::move(fails)}});
}

Step position_aware_is_not_necessary(long largest_n) {
  Draw draw(345);
  Step added = for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) {
      return instances(
          "v", position_vectors(draw, n),
          instances("cV", {Rational(1), Rational(-7, 2)}, instances("X", sample_matrices(draw, n, d, 3), evaluate())));
    });
  });
  Step varies = for_every("n", 1, largest_n, [&](long n) {
    return instances("v", position_vectors(draw, n),
                     exhaustive("sign", witness("X", Value::matrix(constant_matrix(n, 1, 0)),
                                                witness("Y", Value::matrix(constant_matrix(n, 1, 1)), evaluate()))));
  });
  return theory::split({{"the_block_of_lemma_8", std::move(added)}, {"no_fixed_row_sums", std::move(varies)}});
}

}  // namespace

// URPE, Theorem 3: classes that meet one condition only, and universal ones that miss one.
Findings urpe_conditions_necessity(const Effort& effort) {
  const std::string id = "urpe.conditions-necessity";
  const long largest_n = effort.thorough ? 5 : 3;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_conditions.v", "neither_alone")},
      {id, "printed", true, printed(largest_n)},
      {id, "finding_attentive_is_not_necessary", true,
       theory::proof("theory/proofs/bound_conditions_alone.v", "attentive_is_not_necessary")},
      {id, "finding_attentive_is_not_necessary", true, attentive_is_not_necessary(largest_n)},
      {id, "finding_position_aware_is_not_necessary", true,
       theory::proof("theory/proofs/bound_position_aware_alone.v", "position_aware_is_not_necessary")},
      {id, "finding_position_aware_is_not_necessary", true, position_aware_is_not_necessary(largest_n)},
  };
  findings.exhibits = {
      {"Which condition a class meets, and whether it is universal",
       "n >= 2. What the certificates show of each class, at listed sizes; the first one is Theorem 3's.",
       Exhibit::Table{{"attention matrices of the class", "attentive", "position-aware", "at the listed sizes"},
                      {{"softmax((Xu - c1)(Xu)^T), diag(v)", "yes", "yes", "Theorem 3"},
                       {"softmax((Xu - c1)(Xu)^T)", "yes", "no", "exchanging two tokens exchanges the outputs"},
                       {"diag(v)", "no", "yes", "tokens never meet"},
                       {"2 softmax((Xu - c1)(Xu)^T), diag(v)", "no", "yes", "the first class's layers"},
                       {"softmax(...), diag(v) + X_11 I, diag(v) - X_11 I", "yes", "no", "Lemma 8's block"}}}},
      {"Two tokens by hand", "d = 1.",
       Exhibit::Text{
           {"attentive alone: exchanging two tokens exchanges the outputs, (a, b) at X and (b, a) at X'",
            "  target (2, 0) at both: errors |a-2|, |b| and |b-2|, |a|; |a-2| and |a| are not both below 1",
            "position-aware alone, A = diag(1, 1/2): the first output depends on X_1 only",
            "  target X_2 in the first row: X = (x, 0) and (x, 2) give one output y, and max(|y|, |y-2|) >= 1"}}}};
  return findings;
}

}  // namespace attest::constructions
