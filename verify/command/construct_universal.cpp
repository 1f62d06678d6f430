// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>

#include "constructions/universal/lp_plan.hpp"
#include "constructions/universal/quantizer.hpp"
#include "constructions/universal/rounding.hpp"
#include "constructions/universal/urpe_network.hpp"
#include "theory/error.hpp"
#include "verify/command/construct.hpp"
#include "verify/command/exact_output.hpp"
#include "verify/command/network_export.hpp"

namespace attest::verify::command {

namespace {

using constructions::Agreement;
using constructions::FloatFormat;
using constructions::Layout;
using theory::Block;
using theory::Matrix;
using theory::Rational;
using Json = nlohmann::ordered_json;
using Network = std::vector<Block<Rational>>;

// In front the quantizer, which the grid does not need; then what equals f on the grid.
struct Built {
  Rational strip;
  Network quantizer, rest;

  Network all() const {
    Network blocks = quantizer;
    blocks.insert(blocks.end(), rest.begin(), rest.end());
    return blocks;
  }
};

// What is known of the integral of ||f - g||_p^p over the cube.
struct LpBound {
  Rational on_cells, on_strips;
};

Rational greatest_output(const UniversalTarget& target) {
  Rational greatest = 0;
  for (const Matrix<Rational>& Y : target.table.outputs) {
    for (std::size_t i = 0; i < Y.rows(); ++i) {
      for (const Rational& entry : Y.row(i)) greatest = max(greatest, abs(entry));
    }
  }
  return greatest;
}

// A margin of one's own.
std::optional<Rational> chosen_strip(const std::optional<std::string>& text, const constructions::Grid& grid) {
  if (!text) return std::nullopt;
  Rational strip = Rational::parse(*text, "--strip");
  if (strip <= 0 || strip >= Rational(1, grid.m))
    throw InputError("--strip", "expected a width above 0 and below delta = " + Rational(1, grid.m).to_string() +
                                    ", found " + strip.to_string());
  return strip;
}

Built build(const UniversalTarget& target, Layout layout, long p, const std::optional<Rational>& strip,
            std::optional<LpBound>& bound) {
  const constructions::Grid& grid = target.grid;
  Built built{strip.value_or(Rational(1, 1024 * grid.m)), {}, urpe_network(grid, target.table.outputs, layout)};
  if (target.lipschitz) {
    const Rational entries(static_cast<long>(grid.n * grid.d)), slack = *target.lipschitz / Rational(grid.m);
    // Both layouts are one function (relabel.hpp); one layer has the narrower enclosure.
    const Network one_block = urpe_network(grid, target.table.outputs, Layout::wide);
    const Rational size = greatest_output(target) + slack,
                   top = constructions::bound_on_cube(one_block, grid.n, grid.d);
    const Rational on_cells = entries * pow(slack, p);
    // The strips are to add little beside the cells, and little where the cells add nothing.
    if (!strip) built.strip = strip_within(grid, top, size, p, (on_cells == 0 ? Rational(1) : on_cells) / 64);
    bound = LpBound{on_cells, strip_error(grid, built.strip, top, size, p)};
  }
  built.quantizer = quantizer(grid.d, grid.m, built.strip, layout);
  return built;
}

void require_equal_on_grid(const Network& blocks, const constructions::Table& table) {
  for (std::size_t k = 0; k < table.inputs.size(); ++k) {
    if (theory::transformer(blocks, table.inputs[k]) != table.outputs[k]) {
      throw std::logic_error("construct universal: the network is wrong at grid point " + std::to_string(k + 1));
    }
  }
}

Json weights_report(const Network& blocks) {
  Rational largest = 0;
  std::optional<Rational> smallest;
  std::size_t nonzero = 0, bits = 0, not_doubles = 0;
  for (const Rational& weight : all_weights(blocks)) {
    if (weight == 0) continue;
    ++nonzero;
    not_doubles += !is_double(weight);
    largest = max(largest, abs(weight));
    smallest = smallest ? min(*smallest, abs(weight)) : abs(weight);
    bits = std::max(bits, fmpz_bits(fmpq_numref(weight.raw())) + fmpz_bits(fmpq_denref(weight.raw())));
  }
  return {{"nonzero", nonzero},
          {"largest", to_json(largest)},
          {"smallest_nonzero", to_json(smallest.value_or(0))},
          {"most_bits", bits},
          {"not_float64", not_doubles}};
}

const char* words(Agreement agreement) {
  switch (agreement) {
    case Agreement::exact:
      return "exact";
    case Agreement::decodable:
      return "decodable";
    case Agreement::lost:
      return "lost";
  }
  throw std::logic_error("an agreement of no kind");
}

// The widest significand that is simulated.
constexpr long kMostBits = 64;

Json precision_report(const Network& blocks, const constructions::Table& table) {
  Json report = Json::object();
  for (const FloatFormat& format :
       {FloatFormat::float64(), FloatFormat::float32(), FloatFormat::float16(), FloatFormat::bfloat16()}) {
    report[format.name] = words(agreement(blocks, table, format));
  }
  const std::optional<long> least = least_bits(blocks, table, kMostBits);
  report["least_bits"] = least ? Json(*least) : Json(nullptr);
  return report;
}

// The simulation evaluates every grid point up to 64 times, and rounds after every operation.
constexpr std::size_t kSimulated = 60000;

std::size_t hidden_units(const Network& blocks) {
  std::size_t most = 0;
  for (const Block<Rational>& block : blocks) most = std::max(most, block.ffn.W1.columns());
  return most;
}

Json report_of(const UniversalTarget& target, const Built& built, const std::optional<LpBound>& bound, long p) {
  const constructions::Grid& grid = target.grid;
  const Network all = built.all();
  const Rational bad =
      Rational(1) - pow(Rational(1) - Rational(grid.m) * built.strip, static_cast<long>(grid.n * grid.d));
  Json report = {{"schema", "attest.construction/1"},
                 {"name", "universal"},
                 {"n", grid.n},
                 {"d", grid.d},
                 {"delta", to_json(Rational(1, grid.m))},
                 {"grid_points", target.table.inputs.size()},
                 {"equal_at", target.table.inputs.size()},
                 {"blocks", all.size()},
                 {"quantizer_blocks", built.quantizer.size()},
                 {"heads", 1},
                 {"hidden_units", hidden_units(all)},
                 {"weights", weights_report(all)},
                 {"strip", to_json(built.strip)},
                 {"measure_of_strips", to_json(bad)}};
  if (bound) {
    report["lp"] = {{"p", p},
                    {"on_cells", to_json(bound->on_cells)},
                    {"on_strips", to_json(bound->on_strips)},
                    {"integral_at_most", to_json(bound->on_cells + bound->on_strips)}};
  } else {
    report["lp"] = nullptr;
  }
  const std::size_t units = target.table.inputs.size() * all.size() * hidden_units(all);
  if (units <= kSimulated) {
    report["precision"] = {{"without_quantizer", precision_report(built.rest, target.table)},
                           {"with_quantizer", precision_report(all, target.table)}};
  } else {
    report["precision"] = nullptr;
  }
  return report;
}

std::string decimal(const Json& number) {
  const std::string text = number.is_string() ? number.get<std::string>() : number.dump();
  if (text.size() <= 24) return text;
  const Rational x = Rational::parse(text);
  return "about " + theory::Enclosure(x, 64).to_string(6);
}

void print_precision(const std::string& name, const Json& report, std::ostream& out) {
  out << "  " << name << ":";
  for (const char* format : {"float64", "float32", "float16", "bfloat16"}) {
    out << ' ' << format << ' ' << report[format].get<std::string>() << ';';
  }
  out << " enough from ";
  if (report["least_bits"].is_null()) {
    out << "above " << kMostBits << " bits\n";
  } else {
    out << report["least_bits"] << " bits to " << kMostBits << '\n';
  }
}

void print_network(const Json& r, std::ostream& out) {
  out << "f on the grid of " << r["grid_points"] << " points, n = " << r["n"] << ", d = " << r["d"]
      << ", delta = " << decimal(r["delta"]) << ": the network equals f at every one, exactly\n"
      << "blocks: " << r["blocks"] << " (" << r["quantizer_blocks"] << " of them round the input to the grid), at most "
      << r["heads"] << " head of dimension 1 and " << r["hidden_units"] << " hidden units each\n"
      << "weights: " << r["weights"]["nonzero"] << " not 0, largest " << decimal(r["weights"]["largest"])
      << ", smallest " << decimal(r["weights"]["smallest_nonzero"]) << ", at most " << r["weights"]["most_bits"]
      << " bits; " << r["weights"]["not_float64"] << " of them are no float64\n"
      << "strips of width " << decimal(r["strip"])
      << " before each grid hyperplane, where the network is not f's: measure " << decimal(r["measure_of_strips"])
      << '\n';
  if (r["lp"].is_null()) {
    out << "L^p error: not bounded, since no Lipschitz constant was given\n";
  } else {
    out << "integral of ||f - g||_p^p over [0,1]^(n x d), p = " << r["lp"]["p"] << ": at most "
        << decimal(r["lp"]["integral_at_most"]) << " (" << decimal(r["lp"]["on_cells"]) << " on the cells, "
        << decimal(r["lp"]["on_strips"]) << " on the strips)\n";
  }
  if (r["precision"].is_null()) {
    out << "precision: not simulated, the network is too large for it\n";
  } else {
    out << "f on the grid when every operation is rounded:\n";
    print_precision("without the quantizer", r["precision"]["without_quantizer"], out);
    print_precision("with it", r["precision"]["with_quantizer"], out);
  }
}

}  // namespace

int construct_universal(const UniversalOptions& options, std::ostream& out) {
  const UniversalTarget target = read_universal_target(options);
  const Layout layout = options.layout == "wide" ? Layout::wide : Layout::narrow;
  std::optional<LpBound> bound;
  const Built built = build(target, layout, options.p, chosen_strip(options.strip, target.grid), bound);
  const Network all = built.all();
  require_equal_on_grid(all, target.table);
  Json report = report_of(target, built, bound, options.p);

  const std::string json_file = options.out + ".json", tensor_file = options.out + ".safetensors";
  const std::string json_name = std::filesystem::path(json_file).filename().string();
  const SafetensorsExport tensors = network_to_safetensors(all, json_name);
  report["left_out_of_safetensors"] = tensors.left_out;
  report["files"] = {json_file, tensor_file};
  // All scores are 0, so the base of the softmax does not matter; in base 2 the engine evaluates it exactly.
  const std::string network =
      network_to_json(all, target.table.inputs.front(), theory::Weighting::softmax_2).dump(1) + "\n";
  write_both(json_file, network, tensor_file, tensors.text);
  if (options.json) {
    out << report.dump() << '\n';
    return 0;
  }
  print_network(report, out);
  out << "written: " << json_file << " (exact; attest exact transformer evaluates it), " << tensor_file;
  out << left_out_in_words(tensors.left_out.size()) << '\n';
  return 0;
}

}  // namespace attest::verify::command
