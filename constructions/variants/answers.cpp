// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/answers.hpp"

#include <stdexcept>

#include "constructions/claim.hpp"
#include "constructions/variants/properties.hpp"
#include "constructions/variants/steps.hpp"
#include "constructions/variants/written.hpp"

namespace attest::constructions {

using theory::Step;
using theory::Value;

namespace {

constexpr long kLargestN = 3;
constexpr std::size_t kMostTries = 24;  // of irrational witnesses, each a start of attest-check

std::string sizes(const char* quantifier, int from) {
  const std::string q = std::string("  ") + quantifier + " ";
  return q + "n in naturals from " + std::to_string(from) + ":\n" + q + "d in naturals from 1:\n";
}
std::string heads(const char* quantifier) {
  return std::string("  ") + quantifier + " h in values where is_described(h, n, d):\n";
}
std::string line(const char* quantifier, const std::string& what) {
  return std::string("  ") + quantifier + " " + what + ":\n";
}

Step at(const Attention& a, const Witness& w, Step then) {
  const long n = static_cast<long>(w.X.size()), d = static_cast<long>(w.X.front().size());
  return theory::witness("n", n,
                         theory::witness("d", d, theory::witness("h", w.parameters.record(a), std::move(then))));
}

bool is_constant(const RationalMatrix& X) {
  for (const RationalVector& row : X)
    if (row != X.front()) return false;
  return true;
}

// The sinusoids are irrational, and what the attention sees is their sum with X, which is any matrix as X is.
Attention without_sinusoids(Attention a) {
  if (a.encoding == Attention::Encoding::sinusoidal) a.encoding = Attention::Encoding::none;
  return a;
}

class Writer {
 public:
  explicit Writer(const Attention& attention)
      : a_(attention), seen_(without_sinusoids(attention)), sinusoidal_(!(seen_ == attention)) {}

  WrittenAnswer right_stochastic() const {
    const Property property = constructions::right_stochastic(seen_);
    const char* q = property.holds ? "forall" : "exists";
    WrittenAnswer w = about_the_sum("right_stochastic", property.holds);
    w.asserted = property.holds
                     ? "The rows of A(X) sum to 1, with entries >= 0, for every X and every parameter."
                     : "For some parameters and some X the rows of A(X) do not all sum to 1 with entries >= 0.";
    w.quantifiers = sizes(q, 1) + heads(q) + line(q, "X in matrices(n, d)");
    w.body = property.holds ? "right_stochastic(A(h, X))" : "not right_stochastic(A(h, X))";
    fill(
        w, property, 1, [&] { return right_stochastic_step(seen_, property, kLargestN); },
        [&](const Witness& each) { return theory::witness("X", Value::matrix(each.X), theory::evaluate()); });
    return w;
  }

  WrittenAnswer identical_rows() const {
    const Property property = identical_rows_stay_identical(a_);
    const char* q = property.holds ? "forall" : "exists";
    WrittenAnswer w = about_the_sum("identical_rows_stay_identical", property.holds);
    w.asserted = property.holds ? "The layer sends n identical rows to n identical rows, for every parameter."
                                : "For some parameters the layer sends some n identical rows to rows that differ.";
    if (sinusoidal_) return about_the_sinusoids(std::move(w), false);
    w.quantifiers = sizes(q, 1) + heads(q) + line(q, "x in vectors(d)");
    w.body = property.holds ? "identical_rows(layer(h, repeat_row(x, n)))"
                            : "not identical_rows(layer(h, repeat_row(x, n)))";
    fill(
        w, property, 2, [&] { return identical_rows_step(seen_, property, kLargestN); },
        [&](const Witness& each) -> std::optional<Step> {
          if (!is_constant(each.X)) return std::nullopt;
          return theory::witness("x", Value::vector(each.X.front()), theory::evaluate());
        });
    return w;
  }

  WrittenAnswer position_aware() const {
    const Property property = constructions::position_aware(seen_);
    WrittenAnswer w = about_the_sum("position_aware", property.holds);
    const std::string N = seen_.extra_token == Attention::ExtraToken::bos ? "n + 1" : "n";
    if (property.holds) {
      w.asserted =
          "For each n some parameters and some v with distinct entries give A(X) 1 = v for every X (URPE, Theorem 3).";
      w.quantifiers = sizes("forall", 1) + heads("exists") +
                      line("exists", "v in vectors(" + N + ") where distinct(v)") +
                      line("forall", "X in matrices(n, d)");
      w.body = "row_sums(A(h, X)) = v";
      try {
        w.steps = {position_aware_step(seen_, kLargestN + 1)};
      } catch (const std::domain_error& irrational) {
        w.without = irrational.what();
      }
      return w;
    }
    w.asserted =
        "For n >= 2 and all parameters there is an X at which two row sums of A(X) agree, so no v with distinct "
        "entries is A(X) 1 for every X (URPE, Theorem 3).";
    w.quantifiers = sizes("forall", 2) + heads("forall") + line("exists", "X in matrices(n, d)");
    w.body = "not distinct(row_sums(A(h, X)))";
    try {
      w.steps = {not_position_aware_step(seen_, kLargestN)};
    } catch (const std::domain_error& irrational) {
      w.without = irrational.what();
    }
    return w;
  }

  WrittenAnswer causal() const {
    const Property property = constructions::causal(seen_);
    const char* q = property.holds ? "forall" : "exists";
    WrittenAnswer w = about_the_sum("causal", property.holds);
    w.asserted = property.holds ? "No output depends on a later token, for every parameter."
                                : "For some parameters some output depends on a later token.";
    w.quantifiers = sizes(q, 2) + heads(q) + line(q, "X in matrices(n, d)") + line(q, "i in 1..n - 1") +
                    line(q, "Y in matrices(n - i, d)");
    w.body =
        std::string("layer_row(h, with_later(X, i, Y), i) ") + (property.holds ? "=" : "!=") + " layer_row(h, X, i)";
    fill(
        w, property, 2, [&] { return causal_step(seen_, property, kLargestN); },
        [&](const Witness& each) {
          return theory::witness(
              "X", Value::matrix(each.X),
              theory::witness("i", 1, theory::witness("Y", Value::matrix(each.later), theory::evaluate())));
        });
    return w;
  }

  WrittenAnswer attentive() const {
    const Answer answer = constructions::attentive(a_);
    WrittenAnswer w = begun("attentive_condition", answer.holds.value_or(false), a_);
    const std::string condition = "softmax_matrix(2, key_side_scores(X, u, c))", u = "u in vectors(d)",
                      c = "c in reals", X = "X in matrices(n, d)",
                      in_base_2 =
                          "In base 2 on the side of the condition: base 2 is base e with every score multiplied by log "
                          "2, and u and c are any numbers.";
    if (is_plain_but_for(&Attention::rotation)) {
      w.holds = true;
      w.asserted =
          "With as many angles as tokens: for each n, u and c some parameters give A(X) = softmax(Xu (Xu - c 1)^T) for "
          "every X (URPE, Theorem 3).";
      w.difference =
          "A description does not say how many angles there are: here they are parameters, n of them for n tokens. "
          "With fewer, none of them a full turn, no parameters do (urpe.attentive-condition, theorem "
          "rope_is_not_attentive). " +
          in_base_2;
      w.quantifiers = sizes("forall", 1) + line("forall", u) + line("forall", c) +
                      line("exists", "h in values where is_described(h, n, d) and h.base = 2 and len(h.angles) = n") +
                      line("forall", X);
      w.body = "A(h, X) = " + condition;
      w.steps = {rotated_attentive_step(a_, kLargestN)};
      return w;
    }
    if (extra_token_takes_a_share()) {
      w.asserted =
          "Of the input's tokens alone: for some n, u and c no parameters give A(X) = softmax(Xu (Xu - c 1)^T) for "
          "every X (URPE, Theorem 3), since the extra token takes a share of each row.";
      w.difference =
          "With the extra token A has n + 1 rows and columns, and the condition's matrix n: here A is read without "
          "that token's. " +
          in_base_2;
      w.quantifiers = sizes("exists", 1) + line("exists", u) + line("exists", c) + heads("forall") + line("exists", X);
      w.body = "[[A(h, X)[i + 1][j + 1] for j in 1..n] for i in 1..n] != " + condition;
      try {
        w.steps = {not_attentive_beside_extra_step(a_)};
      } catch (const std::domain_error& irrational) {
        w.without = irrational.what();
      }
      return w;
    }
    if (!answer.holds) {
      w.without = "the question is not decided: " + answer.reason;
      return w;
    }
    w.difference = in_base_2;
    if (w.holds) {
      w.asserted =
          "For each n, u and c some parameters give A(X) = softmax(Xu (Xu - c 1)^T) for every X (URPE, Theorem 3).";
      w.quantifiers = sizes("forall", 1) + line("forall", u) + line("forall", c) +
                      line("exists", "h in values where is_described(h, n, d) and h.base = 2") + line("forall", X);
      w.body = "A(h, X) = " + condition;
    } else {
      w.asserted =
          "For some n, u and c no parameters give A(X) = softmax(Xu (Xu - c 1)^T) for every X (URPE, Theorem 3).";
      w.quantifiers = sizes("exists", 1) + line("exists", u) + line("exists", c) + heads("forall") + line("exists", X);
      w.body = "A(h, X) != " + condition;
    }
    if (sinusoidal_ && is_plain_but_for(&Attention::encoding)) {
      w = about_the_sinusoids(std::move(w), false);
      w.difference += " " + in_base_2;
      w.quantifiers = line("forall", "s in reals from sine_of_1[1] to sine_of_1[2]") +
                      line("forall", "c in reals from cosine_of_1[1] to cosine_of_1[2]") +
                      line("exists", "u in vectors(2)") + line("exists", "b in reals") +
                      line("forall", "h in values where is_described(h, 2, 2)") + line("exists", "X in matrices(2, 2)");
      w.body = "A(with_sinusoids(h, s, c), X) != softmax_matrix(2, key_side_scores(X, u, b))";
      w.steps = {sinusoidal_not_attentive(seen_)};
      return w;
    }
    if (sinusoidal_) {
      w.without = "beside other words the sinusoids stay in the scores, and are irrational";
      return w;
    }
    try {
      w.steps = {w.holds ? attentive_step(a_, kLargestN) : not_attentive_step(a_)};
    } catch (const std::domain_error& irrational) {
      w.without = irrational.what();
    }
    return w;
  }

  WrittenAnswer permutations() const {
    const bool holds = permutation_equivariant(a_);
    const char* q = holds ? "forall" : "exists";
    WrittenAnswer w = begun("permutation_equivariant", holds, a_);
    w.asserted = holds ? "A permutation of the tokens permutes the outputs alike, for every parameter."
                       : "For some parameters a permutation of the tokens does more than permute the outputs.";
    if (sinusoidal_) return about_the_sinusoids(std::move(w), true);
    w.quantifiers = sizes(q, 1) + heads(q) + line(q, "X in matrices(n, d)") + line(q, "p in permutations(n)");
    w.body = std::string("layer(h, in_order(X, p)) ") + (holds ? "=" : "!=") + " in_order(layer(h, X), p)";
    Property property{holds, "", {}};
    if (!holds) property.witness = order_matters(a_);
    if (!holds && !property.witness && !a_.numbers_may_be_irrational()) {
      w.without = "no instance was found among those that were tried";
      return w;
    }
    fill(
        w, property, 3,  // of two tokens the distances are the same after an exchange

        [&] { return holds ? permutation_step(a_, kLargestN) : permutation_step(a_, *property.witness); },
        [&](const Witness& each) {
          Value::List order = {2, 1};
          for (long i = 3; i <= static_cast<long>(each.X.size()); ++i) order.emplace_back(i);
          return theory::witness("X", Value::matrix(each.X), theory::witness("p", Value(order), theory::evaluate()));
        });
    return w;
  }

 private:
  /// Whether one word is another than the first, and of the rest only what A does not see.
  template <class Word>
  bool is_plain_but_for(Word Attention::*word) const {
    Attention plain;
    plain.*word = a_.*word;
    const bool is_another = !(plain == Attention());
    plain.values = a_.values;
    plain.gate = a_.gate;
    return is_another && plain == a_;
  }

  /// At one token: the extra one has a weight above 0 in its row, and nothing is done to the row afterwards.
  bool extra_token_takes_a_share() const {
    return a_.extra_token != Attention::ExtraToken::none && a_.normalizer == Attention::Normalizer::softmax &&
           a_.factor == Attention::Factor::none && a_.difference == Attention::Difference::none &&
           a_.talking == Attention::Talking::none &&
           (a_.mask == Attention::Mask::none || a_.mask == Attention::Mask::causal) && !sinusoidal_;
  }

  static WrittenAnswer begun(const char* question, bool holds, const Attention& a) {
    WrittenAnswer w;
    w.question = question;
    w.holds = holds;
    w.definitions = written_definitions(a);
    return w;
  }

  WrittenAnswer about_the_sum(const char* question, bool holds) const {
    WrittenAnswer w = begun(question, holds, seen_);
    if (sinusoidal_)
      w.difference = "X stands for the sum of the input and the sinusoids, which is any matrix as the input is.";
    return w;
  }

  std::string definitions_with_sinusoids() const {
    const Value record = zero_parameters(seen_, 2, 2).record(seen_);
    std::string copy;
    for (const auto& [name, value] : std::get<Value::Record>(record.data())) copy += name + ": h." + name + ", ";
    const std::string N = seen_.extra_token == Attention::ExtraToken::bos ? "3" : "2";
    return written_definitions(a_) + "# The head with the sinusoids of its tokens.\ndef with_sinusoids(h, s, c) = {" +
           copy + "P: sinusoids(" + N + ", s, c)};\n";
  }

  // n = d = 2, for every (s, c) in a rectangle that contains (sin 1, cos 1).
  WrittenAnswer about_the_sinusoids(WrittenAnswer w, bool order) const {
    w.definitions = definitions_with_sinusoids();
    w.difference =
        "The language has no sine: the statement is about n = d = 2 and every (s, c) in a rectangle that contains (sin "
        "1, cos 1), whose ends are partial sums of their series.";
    w.quantifiers = line("forall", "s in reals from sine_of_1[1] to sine_of_1[2]") +
                    line("forall", "c in reals from cosine_of_1[1] to cosine_of_1[2]") +
                    line("exists", "h in values where is_described(h, 2, 2)");
    if (order) {
      w.quantifiers += line("exists", "X in matrices(2, 2)") + line("exists", "p in permutations(2)");
      w.body = "layer(with_sinusoids(h, s, c), in_order(X, p)) != in_order(layer(with_sinusoids(h, s, c), X), p)";
    } else {
      w.quantifiers += line("exists", "x in vectors(2)");
      w.body = "not identical_rows(layer(with_sinusoids(h, s, c), repeat_row(x, 2)))";
    }
    w.steps = {sinusoidal_heads(seen_, order)};
    return w;
  }

  // The step of a property; where it fails and has no exact witness, those that an enclosure may accept.
  template <class Make, class Irrational>
  void fill(WrittenAnswer& w, const Property& property, long from, Make make, Irrational irrational) const {
    if (property.holds || property.witness) {
      try {
        w.steps = {make()};
      } catch (const std::domain_error& words) {
        w.without = words.what();
      }
      return;
    }
    for (const Witness& each : irrational_witnesses(seen_, from, 4 * kMostTries)) {
      const std::optional<Step> then = irrational(each);
      if (then && w.steps.size() < kMostTries) w.steps.push_back(at(seen_, each, *then));
    }
    w.without = "no instance was found among those that were tried";
  }

  const Attention a_, seen_;
  const bool sinusoidal_;
};

}  // namespace

std::vector<WrittenAnswer> written_answers(const Attention& attention) {
  const Writer writer(attention);
  return {writer.right_stochastic(), writer.identical_rows(), writer.position_aware(),
          writer.causal(),           writer.attentive(),      writer.permutations()};
}

std::string claim_text(const WrittenAnswer& answer, const std::string& id, const std::string& about) {
  std::string question = answer.question;
  for (char& c : question)
    if (c == '_') c = ' ';
  const std::string difference = "Ours: an answer of attest audit, not a printed sentence.";
  return "claim {\n  \"id\": \"" + id + "\",\n  \"title\": \"" + about + ": " + question +
         "\",\n  \"source\": \"attest audit\",\n  \"printed\": \"" + answer.asserted + "\",\n  \"difference\": \"" +
         difference + (answer.difference.empty() ? "" : " ") + answer.difference + "\"\n}\nuse \"" + answer.used +
         "\";\n\n" + answer.definitions + "\nstatement printed =\n" + answer.quantifiers + "    " + answer.body + ";\n";
}

std::optional<Theorem> theorem_for(const Attention& attention, const std::string& question) {
  for (const Claim& claim : registry()) {
    const std::string prefix = "variants.";
    if (!claim.id.starts_with(prefix) || !(published(claim.id.substr(prefix.size())) == attention)) continue;
    for (const theory::Certificate& certificate : claim.construct({.brief = true}).certificates) {
      const auto* proof = std::get_if<Step::Proof>(&certificate.steps.rule);
      const bool says =
          certificate.statement == "property_" + question || certificate.statement == "property_not_" + question;
      if (proof && says) return Theorem{claim.id, certificate.statement, proof->file, proof->theorem};
    }
  }
  return std::nullopt;
}

}  // namespace attest::constructions
