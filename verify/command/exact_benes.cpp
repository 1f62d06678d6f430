// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <ostream>

#include "constructions/positional/benes_looping.hpp"
#include "constructions/positional/benes_picture.hpp"
#include "theory/error.hpp"
#include "verify/command/exact.hpp"
#include "verify/json/node.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::command {

using json::Node;
using json::parse_strictly;
using system::read_file;
using system::write_file;

namespace benes = constructions::benes;

namespace {

// The labels of larger networks are not listed: nobody reads them.
constexpr std::size_t kLargestListed = 1024;

std::vector<std::uint32_t> read_permutation(const std::string& file) {
  const json::Value text = parse_strictly(read_file(file), file);
  const Node root(text, file);
  root.expect_keys({"permutation"});
  const std::vector<Node> entries = root.at("permutation").list();
  const std::size_t n = entries.size();
  if (n == 0 || (n & (n - 1)) != 0) {
    root.at("permutation").fail("expected a power of two of labels, found " + std::to_string(n));
  }
  std::vector<std::uint32_t> permutation;
  std::vector<bool> taken(n, false);
  for (const Node& entry : entries) {
    const long image = entry.integer(0, static_cast<long>(n) - 1);
    if (taken[static_cast<std::size_t>(image)])
      entry.fail("expected a label that no other entry has, found " + std::to_string(image) + " again");
    taken[static_cast<std::size_t>(image)] = true;
    permutation.push_back(static_cast<std::uint32_t>(image));
  }
  return permutation;
}

}  // namespace

int exact_benes(const std::string& file, const std::string& picture, unsigned threads, bool json, std::ostream& out) {
  const std::vector<std::uint32_t> permutation = read_permutation(file);
  const std::size_t n = permutation.size();
  if (!picture.empty() && (n < 2 || n > 32))
    throw InputError(file, "expected 2 to 32 labels for a picture, found " + std::to_string(n));
  const benes::Settings settings = benes::route(permutation, threads);
  if (benes::replay(settings) != permutation)
    throw std::logic_error("the settings, replayed, do not give the permutation");
  if (!picture.empty()) write_file(picture, benes::picture(settings));

  const bool listed = n <= kLargestListed;
  const auto paths = listed ? benes::paths(settings) : std::vector<std::vector<std::uint32_t>>();
  if (json) {
    nlohmann::ordered_json object = {
        {"n", n}, {"layers", n == 1 ? 0 : 2 * settings.k()}, {"columns", settings.columns()}, {"replayed", true}};
    if (listed) object["paths"] = paths;
    out << object.dump() << "\n";
    return 0;
  }
  out << "n = " << n << " labels, " << settings.columns()
      << " columns of exchanges; replayed: the settings give the permutation\n";
  for (std::size_t i = 0; i < paths.size(); ++i) {
    out << "packet " << i << " to " << permutation[i] << ":";
    for (std::uint32_t label : paths[i]) out << " " << label;
    out << "\n";
  }
  if (!listed) out << "paths are listed up to " << kLargestListed << " labels\n";
  return 0;
}

}  // namespace attest::verify::command
