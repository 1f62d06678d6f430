// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/svg_errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <vector>

#include "verify/report/markup.hpp"

namespace attest::verify::validate {

using judge::Judgement;
using report::escaped;

namespace {

constexpr const char *inside = "#1b5fae", *outside = "#b3201c", *ink = "#1d1f23", *soft = "#5a5f69", *rule = "#d5d7dc";

std::string coordinate(double x) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.1f", x);
  return digits;
}

std::string words(double x, double y, const char* anchor, const std::string& text, const char* colour = ink) {
  return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" text-anchor=\"" + anchor + "\" fill=\"" +
         colour + "\">" + escaped(text) + "</text>\n";
}

std::string rectangle(double x, double y, double width, double height, const std::string& fill,
                      const std::string& title) {
  return "<rect x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" width=\"" + coordinate(width) + "\" height=\"" +
         coordinate(height) + "\" fill=\"" + fill + "\"><title>" + escaped(title) + "</title></rect>\n";
}

std::string opening(double width, double height) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + coordinate(width) + "\" viewBox=\"0 0 " +
         coordinate(width) + " " + coordinate(height) +
         "\" font-size=\"12\" font-family=\"system-ui, DejaVu Sans, sans-serif\">\n";
}

struct Tick {
  double bar;  ///< in bars from the left
  std::string label;
};

/// Bars of logarithmic height over an axis; those from `first_outside` on are drawn as outside.
std::string histogram(std::span<const std::int64_t> counts, const std::vector<std::string>& titles,
                      const std::vector<Tick>& ticks, const std::string& label, std::size_t first_outside) {
  constexpr double left = 64, top = 12, width = 640, height = 180;
  const std::int64_t most = std::max<std::int64_t>(1, *std::ranges::max_element(counts));
  // One element has a height, too.
  const double decades = std::floor(std::log10(static_cast<double>(most))) + 1;
  const auto rise = [&](std::int64_t count) {
    return count == 0 ? 0 : (std::log10(static_cast<double>(count)) + 0.3) / (decades + 0.3) * height;
  };
  std::string out = opening(left + width + 16, top + height + 46);
  std::int64_t power = 1;
  for (int decade = 0; decade <= static_cast<int>(decades); ++decade, power *= 10) {
    const double y = top + height - rise(power);
    out += "<line x1=\"" + coordinate(left) + "\" x2=\"" + coordinate(left + width) + "\" y1=\"" + coordinate(y) +
           "\" y2=\"" + coordinate(y) + "\" stroke=\"" + rule + "\"/>\n" +
           words(left - 8, y + 4, "end", std::to_string(power), soft);
  }
  const double step = width / static_cast<double>(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0)
      out +=
          rectangle(left + step * static_cast<double>(i) + 1, top + height - rise(counts[i]), step - 2, rise(counts[i]),
                    i >= first_outside ? outside : inside, std::to_string(counts[i]) + " elements: " + titles[i]);
  for (const Tick& tick : ticks) out += words(left + step * tick.bar, top + height + 16, "middle", tick.label, soft);
  out += words(left + width / 2, top + height + 36, "middle", label);
  return out + "</svg>";
}

/// Of a share from 0 to 1 in 16 steps, then of what is outside.
constexpr int levels = 16;
std::string level_colour(int level) {
  if (level >= levels) return outside;
  const double part = static_cast<double>(level) / (levels - 1);
  const auto mix = [part](int from, int to) { return static_cast<int>(std::lround(from + part * (to - from))); };
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", mix(0xf3, 0x1b), mix(0xf3, 0x5f), mix(0xf0, 0xae));
  return text;
}

}  // namespace

std::string svg_share_histogram(const Judgement& judgement) {
  std::vector<std::string> titles;
  for (std::size_t k = 0; k + 1 < judgement.share_histogram.size(); ++k)
    titles.push_back("error from " + coordinate(5.0 * static_cast<double>(k)) + " % to " +
                     coordinate(5.0 * static_cast<double>(k + 1)) + " % of the bound");
  titles.push_back("error at the bound or beyond, or NaN");
  return histogram(judgement.share_histogram, titles,
                   {{0, "0"}, {5, "25 %"}, {10, "50 %"}, {15, "75 %"}, {20, "100 %"}},
                   "error as a share of its bound (last bar: 100 % and more); number of elements, logarithmic",
                   judgement.share_histogram.size() - 1);
}

std::string svg_ulp_histogram(const Judgement& judgement) {
  constexpr int least = -8;  // [k] reaches up to 2^(k - 8) ulps
  std::vector<std::string> titles{"no error at all"};
  std::vector<Tick> ticks{{0.5, "0"}};
  const int last = static_cast<int>(judgement.ulp_histogram.size()) - 1;
  for (int k = 1; k < last; ++k) {
    titles.push_back("up to 2^" + std::to_string(k + least) + " ulps");
    if ((k + least) % 4 == 0) ticks.push_back({k + 1.0, k + least == 0 ? "1" : "2^" + std::to_string(k + least)});
  }
  titles.push_back("more than 2^" + std::to_string(last - 1 + least) + " ulps, or NaN");
  return histogram(judgement.ulp_histogram, titles, ticks,
                   "error in ulps of the output's format (first bar: none); number of elements, logarithmic",
                   judgement.ulp_histogram.size());
}

std::string svg_share_map(const Judgement& judgement) {
  constexpr double left = 80, top = 26, width = 624;
  const auto rows = static_cast<double>(judgement.map_rows), columns = static_cast<double>(judgement.map_columns);
  const double cell = std::clamp(240 / std::max(rows, 1.0), 4.0, 24.0), step = width / std::max(columns, 1.0);
  const double height = cell * rows;
  std::array<std::string, levels + 1> paths;
  for (std::int64_t row = 0; row < judgement.map_rows; ++row)
    for (std::int64_t column = 0; column < judgement.map_columns; ++column) {
      const double share = judgement.map[static_cast<std::size_t>(row * judgement.map_columns + column)];
      const int level = share < 1 ? std::max(0, static_cast<int>(share * levels)) : levels;
      paths[static_cast<std::size_t>(level)] += "M" + coordinate(left + step * static_cast<double>(column)) + " " +
                                                coordinate(top + cell * static_cast<double>(row)) + "h" +
                                                coordinate(step) + "v" + coordinate(cell) + "h-" + coordinate(step) +
                                                "z";
    }
  std::string out = opening(left + width + 16, top + height + 52);
  out += words(left, top - 10, "start", "first query", soft) +
         words(left + width, top - 10, "end", "last query", soft) +
         words(left - 8, top + 12, "end", "first head", soft);
  if (judgement.map_rows > 1) out += words(left - 8, top + height - 2, "end", "last head", soft);
  for (int level = 0; level <= levels; ++level)
    if (const std::string& path = paths[static_cast<std::size_t>(level)]; !path.empty())
      out += "<path fill=\"" + level_colour(level) + "\" d=\"" + path + "\"/>\n";
  const double y = top + height + 18;
  for (int level = 0; level <= levels; ++level) out += rectangle(left + 12 * level, y, 12, 12, level_colour(level), "");
  out += words(left + 12 * (levels + 1) + 10, y + 10, "start", "greatest share of the bound, from 0 to 1; red: beyond");
  return out + "</svg>";
}

}  // namespace attest::verify::validate
