// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/steps.hpp"

#include <algorithm>
#include <stdexcept>

#include "constructions/for_every.hpp"
#include "constructions/variants/evaluate.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Natural numbers for linear attention, whose features are irrational below 0.
RationalMatrix drawn_input(long n, long d, Draw& draw) {
  RationalMatrix X = constant_matrix(n, d, 0);
  for (RationalVector& row : X)
    for (Rational& x : row) x = draw.integer(0, 2);
  X.front().front() = 1;  // not 0, which is an instance of its own
  return X;
}

bool same(const Value& a, const Value& b) { return a.to_json() == b.to_json(); }

// Where scores may be irrational: whether everything is rational at these parameters and what may be asked of them.
bool is_rational(const Attention& a, const Parameters& p, const std::vector<RationalMatrix>& inputs) {
  try {
    for (const RationalMatrix& X : inputs) attention_layer(a, p, X);
    return true;
  } catch (const std::domain_error&) {
    return false;
  }
}

// Two heads: all simple, and drawn. Equal enclosures are not known to be equal, so a draw at which an entry is
// irrational is made again, a few times.
std::vector<Parameters> head_parameters(const Attention& a, long n, long d, Draw& draw) {
  const Parameters zero = zero_parameters(a, n, d);
  if (!a.numbers_may_be_irrational()) {
    for (;;) {  // a certificate lists no value twice
      const Parameters drawn = drawn_parameters(a, n, d, draw);
      if (!same(zero.record(a), drawn.record(a))) return {zero, drawn};
    }
  }
  std::vector<RationalMatrix> inputs = {constant_matrix(n, d, 0)};
  for (long i = 0; i < 3; ++i) inputs.push_back(drawn_input(n, d, draw));
  std::vector<Parameters> found;
  if (is_rational(a, zero, inputs)) found.push_back(zero);
  for (int attempt = 0; attempt < 20; ++attempt) {
    Parameters p = drawn_parameters(a, n, d, draw);
    std::vector<RationalMatrix*> weights = {&p.WQ, &p.WQ2};  // without them less is irrational
    if (a.qk_norm == Attention::QkNorm::rms) weights.insert(weights.end(), {&p.WK, &p.WK2});
    for (RationalMatrix* W : weights)
      for (RationalVector& row : *W)
        for (Rational& x : row) x = 0;
    if (!is_rational(a, p, inputs) || (!found.empty() && same(found.front().record(a), p.record(a)))) continue;
    found.push_back(std::move(p));
    break;
  }
  if (found.empty()) throw std::domain_error("entries are irrational at every head that was tried");
  return found;
}

std::vector<Value> heads(const Attention& a, long n, long d, Draw& draw) {
  std::vector<Value> records;
  for (const Parameters& p : head_parameters(a, n, d, draw)) records.push_back(p.record(a));
  return records;
}

// The input at which the attention sees tokens 0: minus the encodings that are added to it.
RationalMatrix unseen_input(const Attention& a, const Parameters& p, long n, long d) {
  RationalMatrix X = constant_matrix(n, d, 0);
  if (a.encoding != Attention::Encoding::learned) return X;
  const std::size_t extra = p.P.size() - X.size();
  for (std::size_t i = 0; i < X.size(); ++i)
    for (std::size_t k = 0; k < X[i].size(); ++k) X[i][k] = -p.P[i + extra][k];
  return X;
}

Step at(const Attention& a, const Witness& w, Step then) {
  const long n = static_cast<long>(w.X.size()), d = static_cast<long>(w.X.front().size());
  return witness("n", n, witness("d", d, witness("h", w.parameters.record(a), std::move(then))));
}

}  // namespace

std::vector<Value> some_inputs(long n, long d, Draw& draw) {
  return {Value::matrix(constant_matrix(n, d, 0)), Value::matrix(drawn_input(n, d, draw))};
}

Step for_every_size(long from, long to, const std::function<Step(long n, long d)>& step) {
  return for_every("n", from, to, [&](long n) { return range("d", 1, 2, std::vector<Step>{step(n, 1), step(n, 2)}); });
}

Step right_stochastic_step(const Attention& a, const Property& property, long largest_n) {
  if (property.witness)
    return at(a, *property.witness, witness("X", Value::matrix(property.witness->X), theory::evaluate()));
  Draw draw(71);
  return for_every_size(1, largest_n, [&](long n, long d) {
    return instances("h", heads(a, n, d, draw), instances("X", some_inputs(n, d, draw), theory::evaluate()));
  });
}

Step identical_rows_step(const Attention& a, const Property& property, long largest_n) {
  if (property.witness)
    return at(a, *property.witness, witness("x", Value::vector(property.witness->X.front()), theory::evaluate()));
  Draw draw(72);
  return for_every_size(1, largest_n, [&](long n, long d) {
    const std::vector<Value> rows = {Value::vector(RationalVector(static_cast<std::size_t>(d), 0)),
                                     Value::vector(drawn_input(1, d, draw).front())};
    return instances("h", heads(a, n, d, draw), instances("x", rows, theory::evaluate()));
  });
}

// Every real X at once: with query and key weights 0 nothing of X is left.
Step position_aware_step(const Attention& a, long largest_n) {
  return for_every_size(1, largest_n, [&](long n, long d) {
    const std::optional<Parameters> aware = position_aware_parameters(a, n, d);
    if (!aware) throw std::domain_error("the row sums are irrational, and v is written in exact numbers");
    const Parameters& p = *aware;
    const RationalVector v = row_sums(attention_matrix(a, p, constant_matrix(n, d, 0)));
    return witness("h", p.record(a), witness("v", Value::vector(v), box("X", theory::whole_line, theory::evaluate())));
  });
}

// At X = 0, or minus the encodings, two row sums agree.
Step not_position_aware_step(const Attention& a, long largest_n) {
  Draw draw(73);
  return for_every_size(2, largest_n, [&](long n, long d) {
    std::vector<Value> records;
    std::vector<Step> cases;
    for (const Parameters& p : head_parameters(a, n, d, draw)) {
      records.push_back(p.record(a));
      cases.push_back(witness("X", Value::matrix(unseen_input(a, p, n, d)), theory::evaluate()));
    }
    if (a.encoding != Attention::Encoding::learned) return instances("h", std::move(records), std::move(cases.front()));
    return instances("h", std::move(records), std::move(cases));
  });
}

// Every later token at once: masked tokens meet nothing but 0.
Step causal_step(const Attention& a, const Property& property, long largest_n) {
  if (property.witness) {
    const Witness& w = *property.witness;
    return at(
        a, w,
        witness("X", Value::matrix(w.X), witness("i", 1, witness("Y", Value::matrix(w.later), theory::evaluate()))));
  }
  Draw draw(74);
  return for_every_size(2, largest_n, [&](long n, long d) {
    return instances(
        "h", heads(a, n, d, draw),
        instances("X", some_inputs(n, d, draw), exhaustive("i", box("Y", theory::whole_line, theory::evaluate()))));
  });
}

namespace {

Step for_sinusoids(const Witness& w, Step then, const Attention& a = {}) {
  Parameters p = w.parameters;
  p.P.clear();
  return in_rectangle(witness("h", p.record(a), std::move(then)));
}

}  // namespace

Step in_rectangle(Step inside) {
  const auto between = [](const char* name, const char* from, const char* to, Step then) {
    return box(name, {{from, to}}, std::move(then));
  };
  return between("s", "4241/5040", "101/120", between("c", "389/720", "13/24", std::move(inside)));
}

Step sinusoidal_identical_rows() {
  const Witness w{zero_parameters(Attention{}, 2, 2), {}, {}};
  return for_sinusoids(w, witness("x", Value::vector({0, 0}), theory::evaluate()));
}

Step permutation_step(const Attention& a, long largest_n) {
  Draw draw(75);
  return for_every_size(1, largest_n, [&](long n, long d) {
    return instances("h", heads(a, n, d, draw),
                     instances("X", some_inputs(n, d, draw), exhaustive("p", theory::evaluate())));
  });
}

Step permutation_step(const Attention& a, const Witness& w) {
  Value::List order = {2, 1};
  for (long i = 3; i <= static_cast<long>(w.X.size()); ++i) order.emplace_back(i);
  return at(a, w, witness("X", Value::matrix(w.X), witness("p", Value(order), theory::evaluate())));
}

Step sinusoidal_heads(const Attention& a, bool order) {
  Step then =
      order ? witness("X", Value::matrix({{0, 0}, {0, 0}}), witness("p", Value(Value::List{2, 1}), theory::evaluate()))
            : witness("x", Value::vector({0, 0}), theory::evaluate());
  return for_sinusoids(Witness{zero_parameters(a, 2, 2), {}, {}}, std::move(then), a);
}

Step sinusoidal_causal() {
  Witness w{zero_parameters(Attention{}, 2, 2), {}, {}};
  w.parameters.WV = {{1, 0}, {0, 1}};
  return for_sinusoids(w, witness("X", Value::matrix(constant_matrix(2, 2, 0)),
                                  witness("i", 1, witness("Y", Value::matrix({{1, 1}}), theory::evaluate()))));
}

}  // namespace attest::constructions
