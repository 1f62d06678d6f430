// SPDX-License-Identifier: Apache-2.0
#include "constructions/srpe/reber.hpp"

#include <algorithm>

namespace attest::constructions {

using theory::Rational;

namespace {

struct Edge {
  int from;
  char letter;
  int to;
};
constexpr int kStart = 1, kAccepting = 9;
constexpr Edge kGrammar[] = {{1, 'T', 2}, {1, 'P', 4}, {2, 'S', 2}, {2, 'X', 3}, {3, 'X', 4}, {3, 'S', 8}, {4, 'T', 5},
                             {5, 'T', 5}, {5, 'V', 6}, {6, 'P', 7}, {6, 'V', 8}, {7, 'X', 4}, {7, 'S', 8}, {8, 'E', 9}};

std::vector<Edge> edges_from(int state) {
  std::vector<Edge> edges;
  for (const Edge& edge : kGrammar)
    if (edge.from == state) edges.push_back(edge);
  return edges;
}

void grow(const ReberString& begun, int state, std::size_t longest, std::vector<ReberString>& complete) {
  if (state == kAccepting) {
    complete.push_back(begun);
    return;
  }
  if (begun.text.size() == longest) return;
  const std::vector<Edge> edges = edges_from(state);
  for (const Edge& edge : edges)
    grow({begun.text + edge.letter, begun.probability / Rational(static_cast<long>(edges.size()))}, edge.to, longest,
         complete);
}

}  // namespace

std::vector<ReberString> reber_strings(long longest) {
  std::vector<ReberString> complete;
  if (longest > 0) grow({"B", 1}, kStart, static_cast<std::size_t>(longest), complete);
  std::stable_sort(complete.begin(), complete.end(),
                   [](const ReberString& a, const ReberString& b) { return a.text.size() < b.text.size(); });
  return complete;
}

std::string draw_reber_string(Draw& draw) {
  std::string text = "B";
  for (int state = kStart; state != kAccepting;) {
    const std::vector<Edge> edges = edges_from(state);
    const Edge& edge = edges[static_cast<std::size_t>(draw.integer(0, static_cast<long>(edges.size()) - 1))];
    text += edge.letter;
    state = edge.to;
  }
  return text;
}

ReberExample embedded_reber(char label, const std::string& first, const std::string& second) {
  const char other = label == 'P' ? 'T' : 'P';
  return {label + first + other + second, label};
}

char label_from_neighbours(const std::string& input) {
  const std::size_t end = input.find('E');
  if (end == std::string::npos || end + 1 == input.size()) return '?';
  return input[end + 1] == 'P' ? 'T' : input[end + 1] == 'T' ? 'P' : '?';
}

}  // namespace attest::constructions
