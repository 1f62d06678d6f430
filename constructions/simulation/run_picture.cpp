// SPDX-License-Identifier: Apache-2.0
#include "constructions/simulation/run_picture.hpp"

#include <set>
#include <sstream>

#include "theory/error.hpp"

namespace attest::constructions::simulation {

namespace {

constexpr int kColumn = 110, kRow = 28, kLeft = 60, kTop = 44, kBoxWidth = 52, kBoxHeight = 18;

std::string shortened(const theory::Rational& x) {
  const std::string text = x.to_string();
  return text.size() <= 7 ? text : text.substr(0, 6) + "~";
}

}  // namespace

std::string run_picture(const theory::machines::PcocProgram& program, const theory::machines::PcocTrace& trace) {
  if (program.machines > 64) {
    throw InputError("picture", "expected at most 64 machines, found " + std::to_string(program.machines));
  }
  const int columns = static_cast<int>(program.rounds.size()) + 1, rows = static_cast<int>(program.machines);
  const int width = kLeft + columns * kColumn, height = kTop + rows * kRow + 12;
  std::ostringstream svg;
  svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << ' ' << height
      << "\" font-family=\"sans-serif\" font-size=\"11\">\n";
  const auto x = [](int column) { return kLeft + column * kColumn; };
  const auto y = [](std::size_t row) { return kTop + static_cast<int>(row) * kRow; };
  for (int c = 0; c < columns; ++c) {
    svg << "<text x=\"" << x(c) + kBoxWidth / 2 << "\" y=\"" << kTop - 20 << "\" text-anchor=\"middle\">"
        << (c == 0 ? std::string("input") : "round " + std::to_string(c)) << "</text>\n";
  }
  for (int c = 1; c < columns; ++c) {
    const auto& receive = program.rounds[static_cast<std::size_t>(c - 1)].receive;
    for (std::size_t i = 0; i < receive.size(); ++i) {
      std::set<std::size_t> sources;
      for (const auto& source : receive[i]) {
        if (source) sources.insert(source->machine - 1);
      }
      for (const std::size_t source : sources) {
        svg << "<line x1=\"" << x(c - 1) + kBoxWidth << "\" y1=\"" << y(source) << "\" x2=\"" << x(c) << "\" y2=\""
            << y(i) << "\" stroke=\"" << (source == i ? "#bbbbbb" : "#3366aa") << "\"/>\n";
      }
    }
  }
  for (int c = 0; c < columns; ++c) {
    const auto& memory = c == 0 ? trace.input : trace.rounds[static_cast<std::size_t>(c - 1)].computed;
    for (std::size_t i = 0; i < memory.size(); ++i) {
      const bool changed =
          c > 0 && memory[i].front() !=
                       (c == 1 ? trace.input : trace.rounds[static_cast<std::size_t>(c - 2)].computed)[i].front();
      svg << "<rect x=\"" << x(c) << "\" y=\"" << y(i) - kBoxHeight / 2 << "\" width=\"" << kBoxWidth << "\" height=\""
          << kBoxHeight << "\" fill=\"" << (changed ? "#fff0c0" : "#f4f4f4") << "\" stroke=\"#888888\"/>\n<text x=\""
          << x(c) + kBoxWidth / 2 << "\" y=\"" << y(i) + 4 << "\" text-anchor=\"middle\">"
          << shortened(memory[i].front()) << "</text>\n";
    }
  }
  for (std::size_t i = 0; i < program.machines; ++i) {
    svg << "<text x=\"8\" y=\"" << y(i) + 4 << "\">" << i + 1 << "</text>\n";
  }
  svg << "</svg>\n";
  return svg.str();
}

}  // namespace attest::constructions::simulation
