// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/contextual_checks.hpp"

#include <algorithm>
#include <tuple>

namespace attest::constructions {

namespace {

// n, m, d, from the smallest grid to the largest.
std::vector<std::tuple<long, long, long>> sizes(GridKind grid, long most) {
  std::vector<std::tuple<long, long, long>> found;
  for (long n = 1; n <= 5; ++n) {
    for (long m = 1; m <= 8; ++m) {
      for (long d = 1; d <= 3; ++d) {
        if (grid_size(grid, n, d, m, most) <= most) found.emplace_back(n, m, d);
      }
    }
  }
  std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    const auto size = [&](const auto& s) {
      return grid_size(grid, std::get<0>(s), std::get<2>(s), std::get<1>(s), most);
    };
    return size(a) < size(b);
  });
  return found;
}

std::string text(const RationalVector& u) {
  std::string entries;
  for (const theory::Rational& e : u) entries += (entries.empty() ? "" : ", ") + e.to_string();
  return "(" + entries + ")";
}

}  // namespace

EngineCheck distinct_on_grids(
    const std::string& what, const Effort& effort, Distinct which, GridKind grid,
    const std::function<ContextualConstruction(const RationalVector& u, long m, long d)>& construction) {
  const long most = effort.thorough ? 1 << 18 : effort.brief ? 100 : 1 << 12;
  std::uint64_t inputs = 0, grids = 0, largest = 0;
  for (const auto& [n, m, d] : sizes(grid, most)) {
    for (const RationalVector& u : position_vectors(n)) {
      if (!effort.may_continue()) break;
      ContextualConstruction c = construction(u, m, d);
      ContextualOptions options{.threads = effort.threads};
      if (which == Distinct::largest_position) {
        c.last.reset();
        options.token = static_cast<std::size_t>(std::max_element(u.begin(), u.end()) - u.begin());
      }
      const ContextualResult result = check_contextual_mapping(c, options);
      if (result.collision) {
        return {what, false,
                "n = " + std::to_string(n) + ", delta = 1/" + std::to_string(m) + ", d = " + std::to_string(d) +
                    ", u = " + text(u) + ": inputs " + std::to_string(result.collision->first.input) + " and " +
                    std::to_string(result.collision->second.input) + " share the value " +
                    result.collision->value.to_string()};
      }
      inputs += result.inputs;
      largest = std::max(largest, result.inputs);
      ++grids;
    }
  }
  return {what, true,
          std::string(effort.may_continue() ? "" : "stopped early, the smallest grids first: ") +
              "n <= 5, delta >= 1/8, d <= 3, grids of up to " + std::to_string(largest) +
              " inputs, each with several u: " + std::to_string(grids) + " constructions, " + std::to_string(inputs) +
              " inputs in all"};
}

}  // namespace attest::constructions
