// SPDX-License-Identifier: Apache-2.0
// URPE, Lemma 10: the sweep, its last block, and a contextual mapping without a sweep.
#include "verify/command/construct_sweep.hpp"

#include <algorithm>
#include <ostream>

#include "theory/error.hpp"
#include "verify/command/construct_lemmas.hpp"
#include "verify/command/exact_output.hpp"

namespace attest::verify::command {

using constructions::GridKind;
using theory::Rational;
using theory::Value;
using theory::Vector;
using Json = nlohmann::ordered_json;

namespace {

// Runs of a block, over all inputs: a second or two.
constexpr std::size_t kMostRuns = 200000;

Json trace_of(const Sweep& sweep, const Rows& X) {
  Json states = Json::array();
  const std::vector<Rows> trace = theory::transformer_trace(sweep.network, constructions::positioned(X, sweep.u));
  for (const Rows& state : trace) states.push_back({{"X", to_json(state)}, {"values", to_json(sweep.values(state))}});
  return {{"X", to_json(X)}, {"states", states}};
}

void print_trace(const Sweep& sweep, const Rows& X, std::ostream& out) {
  const std::vector<Rows> trace = theory::transformer_trace(sweep.network, constructions::positioned(X, sweep.u));
  out << "X = " << in_words(X) << "\n  X + u 1^T: " << in_words(trace[0]) << ", values "
      << in_words(sweep.values(trace[0])) << '\n';
  for (std::size_t k = 1; k < trace.size(); ++k) {
    out << "  block " << k << " (" << sweep.names[k - 1] << "): ";
    if (trace[k] == trace[k - 1]) {
      out << "nothing\n";
    } else {
      out << in_words(trace[k]) << ", values " << in_words(sweep.values(trace[k])) << '\n';
    }
  }
}

struct Images {
  std::vector<Rational> sorted;
  Rational least_distance() const {
    std::optional<Rational> least;
    for (std::size_t k = 1; k < sorted.size(); ++k) {
      const Rational distance = sorted[k] - sorted[k - 1];
      if (distance > 0) least = least ? min(*least, distance) : distance;
    }
    return least.value_or(0);
  }
};

// The network at every input of the grid (as many as a second allows, evenly spread), beside its definition.
Comparison run(const Sweep& sweep, std::size_t inputs, Images& images) {
  const std::size_t affordable = std::max<std::size_t>(kMostRuns / (sweep.network.size() * sweep.u.size()), 16);
  const std::size_t step = sweep.needs_every_input ? 1 : (inputs + affordable - 1) / affordable;
  Comparison comparison;
  for (std::size_t number = 0; number < inputs; number += step) {
    const Rows X = sweep.grid.point(number);
    const Rows Y = theory::transformer(sweep.network, constructions::positioned(X, sweep.u));
    const Vector<Rational> values = sweep.values(Y), expected = sweep.expected(X);
    comparison.add(X, Rows::from_rows({values}), Rows::from_rows({expected}));
    if (step == 1) images.sorted.insert(images.sorted.end(), values.begin(), values.end());
  }
  std::sort(images.sorted.begin(), images.sorted.end());
  return comparison;
}

Json place_to_json(const constructions::TokenOfInput& place) {
  return {{"X", to_json(Rows::from_rows(place.X))}, {"token", place.token + 1}};
}

// Where the images alone are known: the first two places of the least value that occurs twice.
constructions::Collision located(const Sweep& sweep, std::size_t inputs, const Rational& value) {
  std::vector<constructions::TokenOfInput> found;
  for (std::size_t number = 0; number < inputs && found.size() < 2; ++number) {
    const Rows X = sweep.grid.point(number);
    const Vector<Rational> values =
        sweep.values(theory::transformer(sweep.network, constructions::positioned(X, sweep.u)));
    for (std::size_t i = 0; i < values.size() && found.size() < 2; ++i) {
      if (values[i] == value) found.push_back({number, i, X.to_rows()});
    }
  }
  return {value, found.at(0), found.at(1)};
}

constructions::ContextualResult decide(const Sweep& sweep, std::size_t inputs, const Images& images) {
  if (!sweep.needs_every_input) {
    constructions::ContextualOptions options;
    options.most_inputs = inputs;
    return check_contextual_mapping(*sweep.construction, options);
  }
  constructions::ContextualResult result{inputs, images.sorted.size(), 0, {}, constructions::Integers::unbounded};
  for (std::size_t k = 0; k < images.sorted.size(); ++k) {
    const bool is_fresh = k == 0 || images.sorted[k] != images.sorted[k - 1];
    result.distinct += is_fresh;
    if (!is_fresh && !result.collision) result.collision = located(sweep, inputs, images.sorted[k]);
  }
  return result;
}

LemmaClaim claim_of(const Sweep& sweep) {
  const std::string m = std::to_string(sweep.grid.m), n = std::to_string(sweep.u.size()),
                    d = std::to_string(sweep.z.size());
  LemmaClaim claim{"A contextual mapping of a grid",
                   "Luo et al. 2022 (URPE), Lemma 10 and Definition 9",
                   "These blocks send the tokens of all inputs of the grid to numbers that all differ.",
                   "use \"contextual_mapping\";",
                   "",
                   ""};
  claim.definitions = "def z = " + in_the_language(Value::vector(sweep.z)) +
                      ";\ndef u = " + in_the_language(Value::vector(sweep.u)) +
                      ";\ndef blocks = " + in_the_language(constructions::value_of(sweep.blocks)) + ";\n";
  std::string image = "modified_network(positioned(X, u), blocks, \"uniform\")";
  if (sweep.literal_factor) {
    // The last step of the proof without hardmax, as in urpe.lemma-10-global-shift.
    claim.definitions +=
        "def last(Y) = let y = apply(Y, z) in matadd(Y, matmul([[e] for e in apply(outer(y, y), y)], [[if j = 1 then " +
        sweep.literal_factor->to_string() + " else 0 for j in 1.." + d + "]]));\n";
    image = "last(" + image + ")";
  }
  claim.formula = "is_contextual_mapping([apply(" + image + ", z) for X in grid_inputs(" +
                  (sweep.grid.closed ? "closed" : "half_open") + "_grid(" + m + "), " + n + ", " + d + ")])";
  claim.runs = static_cast<std::size_t>(sweep.grid.size().to_long()) * sweep.u.size() * sweep.network.size();
  return claim;
}

Json report_of(const SweepOptions& options, const Sweep& sweep, const constructions::ContextualResult& result,
               const Comparison& comparison, const Images& images) {
  Json blocks = Json::array();
  for (std::size_t k = 0; k < sweep.network.size(); ++k) {
    Json entry = {{"what", sweep.names[k]}, {"heads", sweep.network[k].heads.size()}};
    if (sweep.construction && k < sweep.construction->shifts.size()) {
      const auto& shift = sweep.construction->shifts[k];
      entry["from"] = to_json(shift.from);
      entry["to"] = to_json(shift.to);
      entry["a"] = to_json(shift.multiplier);
    }
    blocks.push_back(entry);
  }
  Json report = {{"schema", "attest.construction/1"},
                 {"name", "sweep"},
                 {"lemma", "URPE Lemma 10"},
                 {"version", options.version},
                 {"grid", sweep.grid.closed ? "closed" : "half-open"},
                 {"n", sweep.u.size()},
                 {"d", sweep.z.size()},
                 {"delta", to_json(Rational(1, sweep.grid.m))},
                 {"u", to_json(sweep.u)},
                 {"z", to_json(sweep.z)},
                 {"inputs", result.inputs},
                 {"blocks", blocks},
                 {"verification", comparison.to_json()},
                 {"contextual_mapping", result.is_contextual_mapping()},
                 {"values", result.values},
                 {"distinct", result.distinct},
                 {"collision", nullptr},
                 {"least_distance", nullptr},
                 {"least", nullptr},
                 {"greatest", nullptr}};
  if (result.collision)
    report["collision"] = {{"value", to_json(result.collision->value)},
                           {"first", place_to_json(result.collision->first)},
                           {"second", place_to_json(result.collision->second)}};
  if (!images.sorted.empty()) {
    report["least_distance"] = to_json(images.least_distance());
    report["least"] = to_json(images.sorted.front());
    report["greatest"] = to_json(images.sorted.back());
  }
  return report;
}

void print_blocks(const Sweep& sweep, std::ostream& out) {
  constexpr std::size_t most = 40;
  for (std::size_t k = 0; k < std::min(sweep.network.size(), most); ++k)
    out << "  block " << k + 1 << ": " << sweep.names[k] << '\n';
  if (sweep.network.size() > most) out << "  ... (--json lists all " << sweep.network.size() << ")\n";
}

}  // namespace

int construct_sweep(const SweepOptions& options, std::ostream& out) {
  const Sweep sweep = build_sweep(options);
  const std::vector<Rows> own = read_inputs(options.inputs, sweep.u.size(), sweep.z.size());
  const auto inputs = static_cast<std::size_t>(sweep.grid.size().to_long());
  Images images;
  const Comparison comparison = run(sweep, inputs, images);
  const constructions::ContextualResult result = decide(sweep, inputs, images);

  Json report = report_of(options, sweep, result, comparison, images);
  report["traces"] = Json::array();
  for (const Rows& X : own) report["traces"].push_back(trace_of(sweep, X));
  const Rows start = constructions::positioned(own.empty() ? sweep.grid.point(0) : own.front(), sweep.u);
  write_lemma_network(options, sweep.network, start, claim_of(sweep), report);
  if (options.json) {
    out << report.dump() << '\n';
    return 0;
  }
  out << "Lemma 10 (" << options.version << "): " << (sweep.grid.closed ? "{0, ..., 1}" : "{0, ..., 1 - delta}") << "^("
      << sweep.u.size() << " x " << sweep.z.size() << "), delta = 1/" << sweep.grid.m << ", " << inputs
      << " inputs; u = " << in_words(sweep.u) << ", z = " << in_words(sweep.z) << '\n';
  print_blocks(sweep, out);
  for (const Rows& X : own) print_trace(sweep, X, out);
  comparison.print("the definition of the sweep, values X z", out);
  out << "contextual mapping: " << (result.is_contextual_mapping() ? "yes" : "no") << ", " << result.distinct
      << " of the " << result.values << " values of all tokens of all inputs are distinct\n";
  if (result.collision) {
    const auto& [value, first, second] = *result.collision;
    out << "  " << value << " is the value of token " << first.token + 1
        << " at X = " << in_words(Rows::from_rows(first.X)) << " and of token " << second.token + 1
        << " at X = " << in_words(Rows::from_rows(second.X)) << '\n';
  }
  if (!images.sorted.empty())
    out << "least distance of two different values: " << images.least_distance() << "; they lie from "
        << images.sorted.front() << " to " << images.sorted.back() << '\n';
  print_files(report, out);
  return 0;
}

}  // namespace attest::verify::command
