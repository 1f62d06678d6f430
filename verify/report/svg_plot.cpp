// SPDX-License-Identifier: Apache-2.0
// Curves over axes with round ticks, linear or logarithmic in y. Each curve has a colour and a dash pattern of its own.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "verify/report/html.hpp"
#include "verify/report/markup.hpp"

namespace attest::verify::report {
namespace {

using Plot = constructions::Exhibit::Plot;

constexpr double left = 78, right = 700, top = 16, bottom = 330;
constexpr const char* dashes[] = {"", "9 4", "2 3", "12 4 2 4", "5 5"};

/// In a legend four digits are enough; the points below a plot have all of them.
std::string rounded(double x) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, x, std::chars_format::general, 4).ptr};
}
std::string coordinate(double x) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, std::round(x * 10) / 10).ptr};
}

/// An axis: its range in drawing units (the logarithm where the axis is logarithmic) and its ticks.
struct Axis {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  bool log = false;
  std::vector<std::pair<double, std::string>> ticks;

  bool shows(double value) const { return std::isfinite(value) && (!log || value > 0); }
  double place(double value) const { return log ? std::log10(value) : value; }
  void include(double value) {
    if (!shows(value)) return;
    low = std::min(low, place(value));
    high = std::max(high, place(value));
  }

  /// Widens an empty range and puts ticks at 1, 2 or 5 times a power of ten (whole powers where logarithmic).
  void finish() {
    if (low > high) low = 0, high = 1;
    if (low == high) low -= 0.5, high += 0.5;
    double step = std::pow(10, std::floor(std::log10((high - low) / 4)));
    if (log)
      step = std::max(1.0, std::ceil((high - low) / 8));
    else if ((high - low) / step > 20)
      step *= 5;
    else if ((high - low) / step > 8)
      step *= 2;
    if (log) {
      low = std::floor(low);
      high = std::ceil(high);
    }
    for (double k = std::ceil(low / step); k * step <= high; ++k) {
      const double at = k * step;
      char digits[32];
      const auto end = std::to_chars(digits, digits + sizeof digits, at, std::chars_format::general, 6).ptr;
      ticks.emplace_back(at, log ? "10^" + std::string(digits, end) : std::string(digits, end));
    }
  }
};

std::string line(const char* kind, double x1, double y1, double x2, double y2) {
  return std::string("<line class=\"") + kind + "\" x1=\"" + coordinate(x1) + "\" y1=\"" + coordinate(y1) + "\" x2=\"" +
         coordinate(x2) + "\" y2=\"" + coordinate(y2) + "\"/>\n";
}

std::string words(double x, double y, const std::string& anchor, const std::string& text) {
  return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" text-anchor=\"" + anchor + "\">" +
         escaped(text) + "</text>\n";
}

/// "10^-3" with a raised exponent.
std::string tick_words(double x, double y, const std::string& anchor, const std::string& label) {
  const std::size_t hat = label.find('^');
  if (hat == std::string::npos) return words(x, y, anchor, label);
  return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" text-anchor=\"" + anchor +
         "\">10<tspan dy=\"-5\" font-size=\"10\">" + label.substr(hat + 1) + "</tspan></text>\n";
}

}  // namespace

std::string svg_plot(const Plot& plot, const std::string& title) {
  Axis x, y;
  y.log = plot.log_y;
  for (const auto& curve : plot.curves)
    for (const auto& [px, py] : curve.points)
      if (x.shows(px) && y.shows(py)) x.include(px), y.include(py);
  for (const auto& [at, label] : plot.marks) x.include(at);
  x.finish();
  y.finish();
  const auto sx = [&](double value) { return left + (x.place(value) - x.low) / (x.high - x.low) * (right - left); };
  const auto sy = [&](double at) { return bottom - (at - y.low) / (y.high - y.low) * (bottom - top); };

  const double legend = bottom + 62, height = legend + 20 * double(plot.curves.size() + plot.marks.size());
  std::string out = "<svg class=\"plot\" role=\"img\" aria-label=\"" +
                    escaped(title + ": " + plot.y_label + " against " + plot.x_label) + "\" viewBox=\"0 -26 720 " +
                    coordinate(height + 26) + "\">\n";
  for (const auto& [at, label] : y.ticks)
    out += line("grid", left, sy(at), right, sy(at)) + tick_words(left - 8, sy(at) + 4, "end", label);
  for (const auto& [at, label] : x.ticks)
    out += line("axis", sx(at), bottom, sx(at), bottom + 5) + words(sx(at), bottom + 20, "middle", label);
  out += line("axis", left, bottom, right, bottom) + line("axis", left, top, left, bottom);
  out += words((left + right) / 2, bottom + 42, "middle", plot.x_label);
  // Above the axis, where a long name finds room and nobody turns his head.
  out += words(2, -8, "start", plot.y_label + (plot.log_y ? " (logarithmic)" : ""));

  double entry = legend;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const std::string look = " style=\"stroke:var(--curve-" + std::to_string(i % 5 + 1) + ")\" stroke-dasharray=\"" +
                             dashes[(i + i / 5) % 5] + "\"";
    std::string path, dots;
    long before_x = 0, before_y = 0;  // in tenths, so that steps add up to the rounded points
    bool pen_down = false;            // A point that the scale cannot show breaks the curve.
    for (const auto& [px, py] : plot.curves[i].points) {
      const bool shown = x.shows(px) && y.shows(py);
      if (shown) {
        const std::string at = coordinate(sx(px)) + " " + coordinate(sy(y.place(py)));
        const long tenth_x = std::lround(sx(px) * 10), tenth_y = std::lround(sy(y.place(py)) * 10);
        path += pen_down ? "l" + coordinate(double(tenth_x - before_x) / 10) + " " +
                               coordinate(double(tenth_y - before_y) / 10)
                         : "M" + at;
        before_x = tenth_x, before_y = tenth_y;
        if (plot.curves[i].points.size() <= 40) dots += "M" + at + "h0";
      }
      pen_down = shown;
    }
    if (!path.empty()) out += "<path class=\"curve\"" + look + " d=\"" + path + "\"/>\n";
    if (!dots.empty())
      out +=
          "<path class=\"dots\" style=\"stroke:var(--curve-" + std::to_string(i % 5 + 1) + ")\" d=\"" + dots + "\"/>\n";
    out += "<path class=\"curve\"" + look + " d=\"M " + coordinate(left) + " " + coordinate(entry) + " h 36\"/>\n" +
           words(left + 46, entry + 4, "start", plot.curves[i].name);
    entry += 20;
  }
  for (const auto& [at, label] : plot.marks) {
    if (x.shows(at)) out += line("mark", sx(at), top, sx(at), bottom);
    out += line("mark", left + 18, entry - 8, left + 18, entry + 8) +
           words(left + 46, entry + 4, "start", label + " (at " + rounded(at) + ")");
    entry += 20;
  }
  return out + "</svg>\n";
}

}  // namespace attest::verify::report
