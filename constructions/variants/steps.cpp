// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/steps.hpp"

#include "constructions/for_every.hpp"
#include "constructions/variants/evaluate.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Two heads: all simple, and drawn.
std::vector<Value> heads(const Attention& a, long n, long d, Draw& draw) {
  return {zero_parameters(a, n, d).record(a), drawn_parameters(a, n, d, draw).record(a)};
}

// Natural numbers for linear attention, whose features are irrational below 0.
RationalMatrix drawn_input(long n, long d, Draw& draw) {
  RationalMatrix X = constant_matrix(n, d, 0);
  for (RationalVector& row : X)
    for (Rational& x : row) x = draw.integer(0, 2);
  X.front().front() = 1;  // not 0, which is an instance of its own
  return X;
}

std::vector<Value> some_inputs(long n, long d, Draw& draw) {
  return {Value::matrix(constant_matrix(n, d, 0)), Value::matrix(drawn_input(n, d, draw))};
}

Step at(const Attention& a, const Witness& w, Step then) {
  const long n = static_cast<long>(w.X.size()), d = static_cast<long>(w.X.front().size());
  return witness("n", n, witness("d", d, witness("h", w.parameters.record(a), std::move(then))));
}

}  // namespace

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
    const Parameters p = *position_aware_parameters(a, n, d);
    const RationalVector v = row_sums(attention_matrix(a, p, constant_matrix(n, d, 0)));
    return witness("h", p.record(a), witness("v", Value::vector(v), box("X", theory::whole_line, theory::evaluate())));
  });
}

// At X = 0 two row sums agree.
Step not_position_aware_step(const Attention& a, long largest_n) {
  Draw draw(73);
  return for_every_size(2, largest_n, [&](long n, long d) {
    return instances("h", heads(a, n, d, draw),
                     witness("X", Value::matrix(constant_matrix(n, d, 0)), theory::evaluate()));
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

// The sinusoids of n = 2, d = 2 are (0, 1) and (sin 1, cos 1): what is shown is shown for every (s, c) of a rectangle
// that contains (sin 1, cos 1).
Step for_sinusoids(const Witness& w, Step then) {
  Parameters p = w.parameters;
  p.P.clear();
  const auto rectangle = [](const char* name, const char* from, const char* to, Step inside) {
    return box(name, {{from, to}}, std::move(inside));
  };
  return rectangle("s", "4241/5040", "101/120",
                   rectangle("c", "389/720", "13/24", witness("h", p.record(Attention{}), std::move(then))));
}

}  // namespace

Step sinusoidal_identical_rows() {
  const Witness w{zero_parameters(Attention{}, 2, 2), {}, {}};
  return for_sinusoids(w, witness("x", Value::vector({0, 0}), theory::evaluate()));
}

Step sinusoidal_causal() {
  Witness w{zero_parameters(Attention{}, 2, 2), {}, {}};
  w.parameters.WV = {{1, 0}, {0, 1}};
  return for_sinusoids(w, witness("X", Value::matrix(constant_matrix(2, 2, 0)),
                                  witness("i", 1, witness("Y", Value::matrix({{1, 1}}), theory::evaluate()))));
}

}  // namespace attest::constructions
