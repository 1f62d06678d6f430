// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/routing_picture.hpp"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <vector>

#include "theory/error.hpp"

namespace attest::constructions::routing {

namespace {

// Contrasts to white and to black are at least 4.4.
constexpr const char* kGrey = "#767676";
constexpr const char* kFragmentation = "#0a7ea4";
constexpr const char* kCollection = "#b8562a";
constexpr const char* kTooMuch = "#d6336c";

std::string opening(unsigned width, unsigned height, const std::string& title, const std::string& description) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + std::to_string(width) + " " +
         std::to_string(height) + "\" role=\"img\" aria-label=\"" + title + "\">\n<title>" + title +
         "</title>\n<desc>" + description + "</desc>\n";
}

std::vector<std::vector<std::uint32_t>> held_in_layers(const Trace& trace) {
  std::vector<std::vector<std::uint32_t>> held;
  for (const auto& place : trace.place) {
    auto& layer = held.emplace_back(std::size_t{1} << trace.k, 0);
    for (const std::uint32_t label : place) ++layer[label];
  }
  return held;
}

/// Where the nodes of the flow's picture stand, in units of the viewBox.
struct Grid {
  static constexpr unsigned left = 60, top = 60, right = 40, bottom = 40;
  unsigned label_gap = 54, layer_gap = 150;

  unsigned x(std::size_t layer) const { return left + static_cast<unsigned>(layer) * layer_gap; }
  unsigned y(std::size_t label) const { return top + static_cast<unsigned>(label) * label_gap; }
};

void draw_edge(std::ostream& out, const Grid& grid, std::size_t layer, std::size_t from, std::size_t to,
               std::uint32_t count, std::uint32_t most, const char* colour) {
  const unsigned x1 = grid.x(layer), y1 = grid.y(from), x2 = grid.x(layer + 1), y2 = grid.y(to);
  const double width = count == 0 ? 1 : 1.5 + 6.0 * count / most;
  out << "<line x1=\"" << x1 << "\" y1=\"" << y1 << "\" x2=\"" << x2 << "\" y2=\"" << y2 << "\" stroke=\""
      << (count == 0 ? kGrey : colour) << "\" stroke-width=\"" << width << "\" stroke-opacity=\""
      << (count == 0 ? 0.3 : 0.8) << "\"/>\n";
  if (count == 0) return;
  // A third of the way, above the line.
  out << "<text x=\"" << (2 * x1 + x2) / 3 << "\" y=\"" << (2 * y1 + y2) / 3 - 6 << "\" fill=\"" << colour << "\">"
      << count << "</text>\n";
}

}  // namespace

std::string flow_picture(const Trace& trace) {
  if (trace.k < 1 || trace.k > 4)
    throw InputError("picture of the flow", "expected 2 to 16 machines, found " + std::to_string(trace.machines));
  const Grid grid;
  const std::size_t n = std::size_t{1} << trace.k, layers = trace.place.size();
  const auto held = held_in_layers(trace);
  std::uint32_t most = 1;
  for (const StepMemory& step : trace.steps) {
    for (std::size_t i = 0; i < n; ++i) most = std::max({most, step.stayed[i], step.went[i]});
  }
  std::ostringstream out;
  out << opening(grid.x(layers - 1) + Grid::right, grid.y(n - 1) + Grid::bottom,
                 "Flow of messages through the Benes network of " + std::to_string(n) + " labels",
                 "Nodes hold as many tuples as is written in them; edges carry as many as stands beside them.");
  out << "<g font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n";
  for (std::size_t l = 1; l < layers; ++l) {
    const char* colour = l < trace.k ? kFragmentation : kCollection;
    const std::uint32_t stride = std::uint32_t{1} << (l < trace.k ? trace.k - l : l - trace.k);
    out << "<text x=\"" << (grid.x(l - 1) + grid.x(l)) / 2 << "\" y=\"24\" fill=\"" << colour << "\">step " << l << ": "
        << (l < trace.k ? "fragmentation" : "collection") << "</text>\n";
    for (std::size_t i = 0; i < n; ++i) {
      draw_edge(out, grid, l - 1, i, i, trace.steps[l - 1].stayed[i], most, colour);
      draw_edge(out, grid, l - 1, i, i ^ stride, trace.steps[l - 1].went[i], most, colour);
    }
  }
  for (std::size_t l = 0; l < layers; ++l) {
    for (std::size_t i = 0; i < n; ++i) {
      const bool dummy = i >= trace.machines;
      out << "<g><title>layer " << l + 1 << ", label " << i << (dummy ? " (a dummy machine)" : "") << ": " << held[l][i]
          << " tuples</title><circle cx=\"" << grid.x(l) << "\" cy=\"" << grid.y(i)
          << "\" r=\"15\" fill=\"#ffffff\" stroke=\"" << kGrey << "\"" << (dummy ? " stroke-dasharray=\"3 3\"" : "")
          << "/><text x=\"" << grid.x(l) << "\" y=\"" << grid.y(i) + 5 << "\" fill=\"#000000\">" << held[l][i]
          << "</text></g>\n";
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    out << "<text x=\"" << grid.x(0) - 34 << "\" y=\"" << grid.y(i) + 5 << "\" fill=\"" << kGrey << "\">" << i
        << "</text>\n";
  }
  out << "</g>\n</svg>\n";
  return out.str();
}

std::string memory_picture(const Trace& trace) {
  const std::size_t n = std::size_t{1} << trace.k;
  if (n > 64)
    throw InputError("picture of the memory", "expected up to 64 machines, found " + std::to_string(trace.machines));
  const auto held = held_in_layers(trace);
  const std::uint32_t most = std::max({trace.most_held(), trace.s, std::uint32_t{1}});
  constexpr unsigned left = 130, top = 30, row = 64, bar_height = 46, right = 60;
  const unsigned bar = n <= 16 ? 24 : 12, width = left + static_cast<unsigned>(n) * (bar + 4) + right;
  std::ostringstream out;
  out << opening(
      width, top + static_cast<unsigned>(held.size()) * row + 30,
      "Tuples held by each of " + std::to_string(n) + " machines after each step",
      "The dashed line is s, the largest number that a machine sends or receives; bars above it are marked.");
  out << "<g font-family=\"sans-serif\" font-size=\"12\" fill=\"" << kGrey << "\">\n";
  for (std::size_t l = 0; l < held.size(); ++l) {
    const unsigned base = top + static_cast<unsigned>(l) * row + bar_height;
    out << "<text x=\"8\" y=\"" << base << "\">" << (l == 0 ? "at the start" : "after step " + std::to_string(l))
        << "</text>\n";
    for (std::size_t i = 0; i < n; ++i) {
      const unsigned height = held[l][i] * bar_height / most, x = left + static_cast<unsigned>(i) * (bar + 4);
      const char* colour = held[l][i] > trace.s ? kTooMuch : l < trace.k ? kFragmentation : kCollection;
      out << "<g><title>machine " << i << ": " << held[l][i] << "</title><rect x=\"" << x << "\" y=\"" << base - height
          << "\" width=\"" << bar << "\" height=\"" << height << "\" fill=\"" << colour << "\"/></g>\n";
      if (n <= 16)
        out << "<text x=\"" << x + bar / 2 << "\" y=\"" << base + 13 << "\" text-anchor=\"middle\">" << held[l][i]
            << "</text>\n";
    }
    const unsigned line = base - trace.s * bar_height / most;
    out << "<line x1=\"" << left - 6 << "\" y1=\"" << line << "\" x2=\"" << width - right << "\" y2=\"" << line
        << "\" stroke=\"" << kGrey << "\" stroke-dasharray=\"4 3\"/>\n<text x=\"" << width - right + 6 << "\" y=\""
        << line + 4 << "\">s = " << trace.s << "</text>\n";
  }
  if (n <= 16) {
    for (std::size_t i = 0; i < n; ++i) {
      out << "<text x=\"" << left + static_cast<unsigned>(i) * (bar + 4) + bar / 2
          << "\" y=\"18\" text-anchor=\"middle\">" << i << "</text>\n";
    }
  }
  out << "</g>\n</svg>\n";
  return out.str();
}

}  // namespace attest::constructions::routing
