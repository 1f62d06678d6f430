// SPDX-License-Identifier: Apache-2.0
// URPE, Lemma 7 and eq. 15.
#include <algorithm>
#include <ostream>

#include "constructions/urpe/lemma_networks.hpp"
#include "constructions/urpe/modified_blocks.hpp"
#include "theory/error.hpp"
#include "verify/command/construct_lemmas.hpp"
#include "verify/command/exact_output.hpp"

namespace attest::verify::command {

using theory::Rational;
using theory::Value;
using Json = nlohmann::ordered_json;

namespace {

Rows rounded(const Rows& X, long m) {
  return X.map([&](const Rational& t) { return floor(Rational(m) * t) / Rational(m); });
}

// Tokens whose entries are k/(4m) and its successors, 0 after 1: for each k = 0, ..., 4 m, so that every column meets
// every quarter of a step, or, where that takes long, for some of them, evenly spread.
std::vector<Rows> quarters(std::size_t d, long m) {
  constexpr long runs = 200000;
  const long entries = static_cast<long>(d), places = 4 * m + 1;
  const long affordable = std::max(runs / (m * entries * entries), 16L), step = (places + affordable - 1) / affordable;
  std::vector<Rows> inputs;
  for (long k = 0; k < places; k += step)
    inputs.push_back(Rows::from_function(
        {1, d}, [&](std::size_t, std::size_t j) { return Rational((k + static_cast<long>(j)) % places, 4 * m); }));
  return inputs;
}

void require_in_the_cube(const std::vector<Rows>& inputs) {
  for (const Rows& X : inputs) {
    for (const auto& row : X.to_rows()) {
      for (const Rational& t : row) {
        if (t < 0 || t > 1) throw InputError("--x", "expected entries from 0 to 1, found " + t.to_string());
      }
    }
  }
}

LemmaClaim claim_of(const std::vector<theory::ModifiedBlock>& blocks, std::size_t d, long m,
                    const std::vector<Rows>& inputs) {
  Value::List listed;
  for (const Rows& X : inputs) listed.push_back(value_of(X));
  const std::string steps = std::to_string(m);
  return {"Rounding down with modified blocks",
          "Luo et al. 2022 (URPE), Lemma 7 and eq. 15",
          "d / delta modified blocks round every entry of these inputs down to a multiple of delta.",
          "use \"modified_blocks\";",
          "def blocks = " + in_the_language(constructions::value_of(blocks)) +
              ";\ndef inputs = " + in_the_language(Value(std::move(listed))) + ";\n",
          "is_modified_network(blocks, " + std::to_string(d) + ", 2, 1, 1) and len(blocks) = " + std::to_string(d) +
              " * " + steps + " and all(modified_network(X, blocks, \"uniform\") = [[floor(" + steps + " * t) / " +
              steps + " for t in row] for row in X] for X in inputs)",
          inputs.size() * blocks.size()};
}

}  // namespace

int construct_quantizer(const QuantizerOptions& options, std::ostream& out) {
  const Rational delta = Rational::parse(options.delta, "--delta");
  const long m = cells_of(delta, "--delta");
  constexpr long most_blocks = 10000;
  if (m > most_blocks / options.d)
    throw InputError("--d, --delta", "expected at most " + std::to_string(most_blocks) +
                                         " blocks, found d / delta = " + (Rational(options.d) / delta).to_string());
  const auto d = static_cast<std::size_t>(options.d);
  std::vector<Rows> inputs = read_inputs(options.inputs, 0, d);
  require_in_the_cube(inputs);
  if (inputs.empty()) inputs = quarters(d, m);
  const auto blocks = constructions::quantizer(options.d, m, options.count_from);
  const Network network = constructions::engine_blocks(blocks);

  Comparison comparison;
  for (const Rows& X : inputs) comparison.add(X, theory::transformer(network, X), rounded(X, m));
  Json report = {{"schema", "attest.construction/1"}, {"name", "quantizer"},
                 {"lemma", "URPE Lemma 7"},           {"d", options.d},
                 {"delta", to_json(delta)},           {"count_from", options.count_from},
                 {"blocks", blocks.size()},           {"verification", comparison.to_json()}};
  write_lemma_network(options, network, inputs.front(), claim_of(blocks, d, m, inputs), report);
  if (options.json) {
    out << report.dump() << '\n';
    return 0;
  }
  out << "Lemma 7: " << blocks.size() << " blocks without heads, one hidden unit each, d = " << options.d
      << ", delta = " << delta
      << "; block (r-1)/delta + k takes t - k delta off column r where 0 <= t - k delta < delta, k = "
      << options.count_from << ", ..., " << options.count_from + m - 1 << '\n';
  if (!options.inputs.empty()) {
    for (const Rows& X : inputs)
      out << "X = " << in_words(X) << ": network " << in_words(theory::transformer(network, X)) << ", rounded down "
          << in_words(rounded(X, m)) << '\n';
  }
  comparison.print("delta floor(t / delta), entry by entry", out);
  print_files(report, out);
  return 0;
}

}  // namespace attest::verify::command
