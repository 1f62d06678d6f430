// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/benes_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <sstream>
#include <vector>

#include "theory/error.hpp"

namespace attest::constructions::benes {

namespace {

// Lengths in units of the viewBox.
constexpr unsigned kLeft = 50, kRight = 70, kTop = 60, kBottom = 20;
constexpr unsigned kLayerGap = 100, kLabelGap = 30;
// Its contrast to white is 4.5, to black 4.6.
constexpr const char* kGrey = "#767676";

unsigned x_of(unsigned layer) { return kLeft + (layer - 1) * kLayerGap; }
unsigned y_of(std::uint32_t label) { return kTop + label * kLabelGap; }

using Colour = std::array<double, 3>;  // red, green, blue from 0 to 1

Colour hsl(double turn, double lightness) {
  constexpr double saturation = 0.75;
  const double chroma = saturation * std::fmin(lightness, 1 - lightness);
  const auto channel = [&](double offset) {
    const double k = std::fmod(offset + 12 * turn, 12);
    return lightness - chroma * std::fmax(-1, std::fmin(std::fmin(k - 3, 9 - k), 1));
  };
  return {channel(0), channel(8), channel(4)};
}

/// Relative luminance, as the Web Content Accessibility Guidelines 2 define it.
double luminance(const Colour& colour) {
  const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

/// The colour of this hue whose contrast to white, 1.05 / (l + 0.05), equals that to black, (l + 0.05) / 0.05.
std::string balanced_colour(double turn) {
  const double balanced = std::sqrt(1.05 * 0.05) - 0.05;
  double dark = 0, light = 1;
  for (int step = 0; step < 20; ++step) {
    const double middle = (dark + light) / 2;
    (luminance(hsl(turn, middle)) < balanced ? dark : light) = middle;
  }
  const Colour colour = hsl(turn, dark);
  std::array<char, 8> text;
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", static_cast<unsigned>(std::lround(255 * colour[0])),
                static_cast<unsigned>(std::lround(255 * colour[1])),
                static_cast<unsigned>(std::lround(255 * colour[2])));
  return text.data();
}

void draw_frame(std::ostream& out, const Settings& settings) {
  out << "<g fill=\"" << kGrey << "\" font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n";
  for (unsigned layer = 1; layer <= 2 * settings.k(); ++layer) {
    out << "<text x=\"" << x_of(layer) << "\" y=\"20\">layer " << layer << "</text>\n";
  }
  for (unsigned column = 1; column <= settings.columns(); ++column) {
    const unsigned digit = column <= settings.k() ? column : 2 * settings.k() - column;
    out << "<text x=\"" << x_of(column) + kLayerGap / 2 << "\" y=\"40\">digit " << digit << "</text>\n";
  }
  out << "</g>\n";
}

void draw_edges(std::ostream& out, const Settings& settings) {
  out << "<g stroke=\"" << kGrey << "\" stroke-width=\"1\" stroke-opacity=\"0.5\">\n";
  for (unsigned column = 1; column <= settings.columns(); ++column) {
    for (std::uint32_t label = 0; label < settings.labels(); ++label) {
      for (const std::uint32_t next : {label, label ^ settings.stride(column)}) {
        out << "<line x1=\"" << x_of(column) << "\" y1=\"" << y_of(label) << "\" x2=\"" << x_of(column + 1)
            << "\" y2=\"" << y_of(next) << "\"/>\n";
      }
    }
  }
  out << "</g>\n";
}

void draw_path(std::ostream& out, const std::vector<std::uint32_t>& path, const std::string& colour,
               const std::string& end) {
  out << "<g stroke=\"" << colour << "\" fill=\"" << colour << "\"><title>packet " << path.front() << " ends at label "
      << path.back() << "</title>\n<polyline fill=\"none\" stroke-width=\"3\" stroke-linejoin=\"round\" points=\"";
  for (unsigned layer = 1; layer <= path.size(); ++layer) {
    out << (layer > 1 ? " " : "") << x_of(layer) << "," << y_of(path[layer - 1]);
  }
  out << "\"/>\n";
  for (unsigned layer = 1; layer <= path.size(); ++layer) {
    out << "<circle cx=\"" << x_of(layer) << "\" cy=\"" << y_of(path[layer - 1]) << "\" r=\"4\" stroke=\"none\"/>\n";
  }
  const auto last = static_cast<unsigned>(path.size());
  out << "<g stroke=\"none\" font-family=\"sans-serif\" font-size=\"14\">\n<text x=\"" << x_of(1) - 12 << "\" y=\""
      << y_of(path.front()) + 5 << "\" text-anchor=\"end\">" << path.front() << "</text>\n<text x=\"" << x_of(last) + 12
      << "\" y=\"" << y_of(path.back()) + 5 << "\">" << end << "</text>\n</g>\n</g>\n";
}

void require_small(unsigned k) {
  if (k < 1 || k > 5)
    throw InputError("picture of a Benes network", "expected k from 1 to 5, found k = " + std::to_string(k));
}

/// `is_permutation`: beside each end stands where its packet began.
std::string draw(const Settings& settings, const std::vector<std::vector<std::uint32_t>>& routes,
                 const std::string& title, const std::string& description, bool is_permutation) {
  const unsigned width = x_of(2 * settings.k()) + kRight, height = y_of(settings.labels() - 1) + kBottom;
  std::ostringstream out;
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << " " << height
      << "\" role=\"img\" aria-label=\"" << title << "\">\n<title>" << title << "</title>\n<desc>" << description
      << "</desc>\n";
  draw_frame(out, settings);
  draw_edges(out, settings);
  for (std::size_t i = 0; i < routes.size(); ++i) {
    const std::string end = std::to_string(routes[i].back());
    draw_path(out, routes[i], balanced_colour(static_cast<double>(i) / static_cast<double>(routes.size())),
              is_permutation ? end + " (" + std::to_string(routes[i].front()) + ")" : end);
  }
  out << "</svg>\n";
  return out.str();
}

}  // namespace

std::string picture(const Settings& settings) {
  require_small(settings.k());
  return draw(settings, paths(settings),
              "Benes network with " + std::to_string(settings.labels()) + " labels and " +
                  std::to_string(2 * settings.k()) + " layers, routing a permutation",
              "Each packet's path is drawn in its own colour. On the left stands the label at which it starts, on the "
              "right the label at which it ends, with its start in parentheses.",
              true);
}

std::string picture_of_paths(unsigned k, const std::vector<std::vector<std::uint32_t>>& paths,
                             const std::string& title) {
  require_small(k);
  const Settings settings(k);
  for (const std::vector<std::uint32_t>& path : paths) {
    if (path.size() != 2 * k || std::any_of(path.begin(), path.end(), [&](auto i) { return i >= settings.labels(); }))
      throw InputError("paths in a Benes network", "expected " + std::to_string(2 * k) + " labels below " +
                                                       std::to_string(settings.labels()) + " in each");
  }
  return draw(settings, paths, title, "Each path is drawn in its own colour, with the labels of its ends.", false);
}

}  // namespace attest::constructions::benes
