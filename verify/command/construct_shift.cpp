// SPDX-License-Identifier: Apache-2.0
// URPE, Lemma 6 and eqs. 13 and 14.
#include <algorithm>
#include <ostream>

#include "constructions/urpe/lemma_networks.hpp"
#include "constructions/urpe/modified_blocks.hpp"
#include "theory/error.hpp"
#include "verify/command/construct_lemmas.hpp"
#include "verify/command/exact_output.hpp"

namespace attest::verify::command {

using theory::ModifiedBlock;
using theory::Rational;
using theory::Value;
using theory::Vector;
using theory::Weighting;
using Json = nlohmann::ordered_json;

namespace {

struct Shift {
  Vector<Rational> z;
  Rational a, from, to;

  Vector<Rational> projections(const Rows& X) const {
    Vector<Rational> s;
    for (std::size_t i = 0; i < X.rows(); ++i) s.push_back(dot(X.row(i), z));
    return s;
  }
  // X + a Psi(X; from, to).
  Rows operator()(const Rows& X) const {
    const Vector<Rational> s = projections(X);
    const auto [least, greatest] = std::minmax_element(s.begin(), s.end());
    Rows Y = X;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (from < s[i] && s[i] < to) Y(i, 0) += a * (*greatest - *least);
    }
    return Y;
  }
  bool has_a_token_at_an_end(const Rows& X) const {
    const Vector<Rational> s = projections(X);
    return std::any_of(s.begin(), s.end(), [&](const Rational& e) { return e == from || e == to; });
  }
};

Shift read_shift(const ShiftOptions& options) {
  Shift shift{read_numbers(options.z, "--z"), Rational::parse(options.a, "--a"),
              Rational::parse(options.from, "--from"), Rational::parse(options.to, "--to")};
  if (shift.from >= shift.to)
    throw InputError("--from, --to", "expected --from below --to, found " + options.from + " and " + options.to);
  return shift;
}

// All X of n tokens s z / (z z^T), s below, at the lower end, inside, at the upper end and above.
std::vector<Rows> inputs_around(const Shift& shift, std::size_t n) {
  const Rational width = shift.to - shift.from, square = dot(shift.z, shift.z);
  const Vector<Rational> places = {shift.from - width, shift.from, (shift.from + shift.to) / Rational(2), shift.to,
                                   shift.to + width};
  std::size_t count = 1;
  for (std::size_t i = 0; i < n; ++i) count *= places.size();
  std::vector<Rows> inputs;
  for (std::size_t number = 0; number < count; ++number) {
    Rows X({n, shift.z.size()});
    std::size_t rest = number;
    for (std::size_t i = 0; i < n; ++i, rest /= places.size()) {
      if (square == 0) continue;
      for (std::size_t j = 0; j < shift.z.size(); ++j) X(i, j) = places[rest % places.size()] * shift.z[j] / square;
    }
    inputs.push_back(std::move(X));
  }
  return inputs;
}

Weighting weighting_of(const std::string& ties) {
  return ties == "uniform" ? Weighting::hardmax_uniform
         : ties == "first" ? Weighting::hardmax_first
                           : Weighting::hardmax_all;
}

LemmaClaim claim_of(const Shift& shift, const ModifiedBlock& block, const std::string& ties,
                    const std::vector<Rows>& inputs) {
  Value::List listed;
  for (const Rows& X : inputs) {
    if (!shift.has_a_token_at_an_end(X)) listed.push_back(value_of(X));
  }
  LemmaClaim claim{
      "A selective shift as one modified block",
      "Luo et al. 2022 (URPE), Lemma 6 and eqs. 13 and 14",
      "One modified block with two heads is X + a Psi(X; b, b') at these inputs, none of which has a token "
      "at b or b'.",
      "use \"modified_blocks\";\nuse \"selective_shift\";",
      "",
      ""};
  claim.definitions = "def block = " + in_the_language(constructions::value_of(block)) +
                      ";\ndef z = " + in_the_language(Value::vector(shift.z)) + ";\ndef shifted(X) = matadd(X, [[(" +
                      shift.a.to_string() + ") * e for e in row] for row in selective_shift(X, z, " +
                      shift.from.to_string() + ", " + shift.to.to_string() +
                      ")]);\ndef inputs = " + in_the_language(Value(std::move(listed))) + ";\n";
  claim.formula = "is_modified_block(block, " + std::to_string(shift.z.size()) +
                  ", 2, 1, 1) and all(modified_block(X, block, \"" + ties + "\") = shifted(X) for X in inputs)";
  return claim;
}

}  // namespace

int construct_shift(const ShiftOptions& options, std::ostream& out) {
  const Shift shift = read_shift(options);
  const bool is_printed = options.version == "printed";
  const ModifiedBlock block = constructions::selective_shift_block(
      shift.z, shift.a, shift.from, shift.to,
      is_printed ? theory::ModifiedHead::Shift::key : theory::ModifiedHead::Shift::query);
  const Network network = {constructions::engine_block(block, weighting_of(options.ties))};
  std::vector<Rows> inputs = read_inputs(options.inputs, 0, shift.z.size());
  if (inputs.empty()) inputs = inputs_around(shift, static_cast<std::size_t>(options.n));

  Comparison away, at_ends;
  for (const Rows& X : inputs) {
    const Rows Y = theory::transformer(network, X);
    (shift.has_a_token_at_an_end(X) ? at_ends : away).add(X, Y, shift(X));
  }
  Json report = {{"schema", "attest.construction/1"},
                 {"name", "shift"},
                 {"lemma", "URPE Lemma 6"},
                 {"version", options.version},
                 {"ties", options.ties},
                 {"z", to_json(shift.z)},
                 {"a", to_json(shift.a)},
                 {"from", to_json(shift.from)},
                 {"to", to_json(shift.to)},
                 {"blocks", 1},
                 {"away_from_the_ends", away.to_json()},
                 {"at_the_ends", at_ends.to_json()}};
  write_lemma_network(options, network, inputs.front(), claim_of(shift, block, options.ties, inputs), report);
  if (options.json) {
    out << report.dump() << '\n';
    return 0;
  }
  out << "Lemma 6 (" << options.version << "): X + a Psi(X; b, b'), z = " << in_words(shift.z) << ", a = " << shift.a
      << ", b = " << shift.from << ", b' = " << shift.to << "\n"
      << "one block, two heads of dimension 1: u = WV = z, thresholds b and b' on the "
      << (is_printed ? "key" : "query") << ", a and -a in WO; ties: " << options.ties << '\n';
  if (!options.inputs.empty()) {
    for (const Rows& X : inputs)
      out << "X = " << in_words(X) << ", X z = " << in_words(shift.projections(X)) << ": network "
          << in_words(theory::transformer(network, X)) << ", X + a Psi " << in_words(shift(X)) << '\n';
  }
  if (away.inputs > 0) away.print("X + a Psi(X; b, b'), no token at b or b'", out);
  if (at_ends.inputs > 0) at_ends.print("X + a Psi(X; b, b'), some token at b or b'", out);
  print_files(report, out);
  return 0;
}

}  // namespace attest::verify::command
