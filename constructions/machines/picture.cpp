// SPDX-License-Identifier: Apache-2.0
#include "constructions/machines/picture.hpp"

#include <map>
#include <sstream>
#include <vector>

#include "theory/error.hpp"

namespace attest::constructions::machines {

namespace {

constexpr std::size_t kMostMachines = 32, kMostRounds = 32, kShownSlots = 4;
// Contrasts to white and to black are at least 4.4.
constexpr const char* kGrey = "#767676";
constexpr const char* kEdge = "#0a7ea4";

/// What both models have in common: memories in words, column by column, and the numbers of variables on the edges.
struct Run {
  std::string title;
  std::vector<std::vector<std::string>> memories;                                     ///< [column][machine]
  std::vector<std::map<std::pair<std::size_t, std::size_t>, std::size_t>> variables;  ///< [round]: (from, to), from 0
};

std::string cell(const std::vector<std::string>& slots) {
  std::string text;
  for (std::size_t j = 0; j < slots.size() && j < kShownSlots; ++j) text += (j > 0 ? ", " : "") + slots[j];
  return slots.size() > kShownSlots ? text + ", ..." : text;
}

std::vector<std::string> cells(const theory::machines::Memory& memory) {
  std::vector<std::string> texts;
  for (const auto& slots : memory) {
    std::vector<std::string> words;
    for (const auto& value : slots) words.push_back(value.to_string());
    texts.push_back(cell(words));
  }
  return texts;
}

std::vector<std::string> cells(const std::vector<theory::machines::Held>& memory) {
  std::vector<std::string> texts;
  for (const auto& slots : memory) {
    std::vector<std::string> words;
    for (const auto& value : slots) words.push_back(value ? value->to_string() : "-");
    texts.push_back(cell(words));
  }
  return texts;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '&') {
      result += "&amp;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result += c;
    }
  }
  return result;
}

std::string draw(const Run& run) {
  const std::size_t n = run.memories.front().size(), rounds = run.variables.size();
  if (n > kMostMachines || rounds > kMostRounds) {
    throw InputError("picture of a run", "expected up to 32 machines and 32 rounds, found " + std::to_string(n) +
                                             " and " + std::to_string(rounds));
  }
  constexpr unsigned left = 90, top = 50, row = 44, column = 190, box_width = 110, box_height = 26;
  const auto x = [&](std::size_t c) { return left + static_cast<unsigned>(c) * column; };
  const auto y = [&](std::size_t i) { return top + static_cast<unsigned>(i) * row; };
  const std::string title = escaped(run.title);
  std::ostringstream out;
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << x(rounds) + box_width + 20 << " "
      << y(n - 1) + 50 << "\" role=\"img\" aria-label=\"" << title << "\">\n<title>" << title
      << "</title>\n<desc>A column for the start and for each round. Boxes hold the machines' memories, lines are "
         "variables "
         "that are sent, with their number where there are several.</desc>\n<g font-family=\"sans-serif\" "
         "font-size=\"12\">\n";
  for (std::size_t r = 0; r < rounds; ++r) {
    for (const auto& [ends, count] : run.variables[r]) {
      const unsigned x1 = x(r) + box_width, y1 = y(ends.first), x2 = x(r + 1), y2 = y(ends.second);
      out << "<line x1=\"" << x1 << "\" y1=\"" << y1 << "\" x2=\"" << x2 << "\" y2=\"" << y2 << "\" stroke=\"" << kEdge
          << "\" stroke-opacity=\"0.8\" stroke-width=\"" << (count < 6 ? 1 + 0.5 * static_cast<double>(count) : 4)
          << "\"/>\n";
      if (count > 1)
        out << "<text x=\"" << (2 * x1 + x2) / 3 << "\" y=\"" << (2 * y1 + y2) / 3 - 4 << "\" fill=\"" << kEdge << "\">"
            << count << "</text>\n";
    }
  }
  for (std::size_t c = 0; c <= rounds; ++c) {
    out << "<text x=\"" << x(c) << "\" y=\"20\" fill=\"" << kGrey << "\">"
        << (c == 0 ? "start" : "round " + std::to_string(c)) << "</text>\n";
    for (std::size_t i = 0; i < n; ++i) {
      out << "<rect x=\"" << x(c) << "\" y=\"" << y(i) - box_height / 2 << "\" width=\"" << box_width << "\" height=\""
          << box_height << "\" rx=\"4\" fill=\"#ffffff\" stroke=\"" << kGrey << "\"/><text x=\"" << x(c) + 6
          << "\" y=\"" << y(i) + 4 << "\" fill=\"#000000\">" << escaped(run.memories[c][i]) << "</text>\n";
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    out << "<text x=\"8\" y=\"" << y(i) + 4 << "\" fill=\"" << kGrey << "\">machine " << i + 1 << "</text>\n";
  out << "</g>\n</svg>\n";
  return out.str();
}

}  // namespace

std::string picture(const theory::machines::PcocProgram& program, const theory::machines::PcocTrace& trace) {
  Run run{program.title.empty() ? "A PCOC program" : program.title, {cells(trace.input)}, {}};
  for (std::size_t r = 0; r < trace.rounds.size(); ++r) {
    run.memories.push_back(cells(trace.rounds[r].computed));
    auto& variables = run.variables.emplace_back();
    const auto& receive = program.rounds[r].receive;
    for (std::size_t i = 0; i < receive.size(); ++i) {
      for (const auto& source : receive[i]) {
        if (source) ++variables[{source->machine - 1, i}];
      }
    }
  }
  return draw(run);
}

std::string picture(const theory::machines::MpcProgram& program, const theory::machines::MpcTrace& trace) {
  Run run{program.title.empty() ? "An MPC program" : program.title, {cells(trace.input)}, {}};
  for (const auto& round : trace.rounds) {
    run.memories.push_back(cells(round.received));
    auto& variables = run.variables.emplace_back();
    for (const auto& message : round.messages) variables[{message.from - 1, message.to - 1}] += message.words.size();
  }
  return draw(run);
}

}  // namespace attest::constructions::machines
