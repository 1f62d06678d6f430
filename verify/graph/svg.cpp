// SPDX-License-Identifier: Apache-2.0
// The drawing. A box says its standing in words and by a sign, so that no colour is needed to read it.
#include <algorithm>
#include <cmath>

#include "verify/graph/formats.hpp"

namespace attest::verify::graph {
namespace {

std::string text_of(const std::string& words) {
  std::string out;
  for (const char c : words)
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

std::string number(double x) { return std::to_string(std::lround(x)); }

const char* sign(const Standing& standing) {
  if (standing.own == "false") return "✗ ";
  if (standing.own == "gap") return "◫ ";
  if (standing.own == "open") return "? ";
  return standing.own == "supported" ? "≈ " : "✓ ";
}

/// "rests on Lemma 6 + 3": the first that its proof itself uses, else the first of all; "rests on 4 others" where a
/// name has no room.
std::string rests(const TheoryGraph& graph, const Standing& standing, const std::vector<std::size_t>& all,
                  const std::string& before, const std::string& after = "") {
  std::size_t first = all.front();
  for (const Use& use : standing.uses)
    if (std::find(all.begin(), all.end(), use.vertex) != all.end()) {
      first = use.vertex;
      break;
    }
  const std::string& name = graph.vertices[first].number;
  constexpr std::size_t longest = 28;
  for (const std::string& shown : {name, name.substr(0, name.find(','))}) {
    const std::string line = before + shown + (all.size() > 1 ? " + " + std::to_string(all.size() - 1) : "") + after;
    if (line.size() <= longest) return line;
  }
  return before + std::to_string(all.size()) + (all.size() > 1 ? " others" : " other") + after;
}

std::string last_line(const TheoryGraph& graph, const Standing& standing) {
  if (standing.own == "false")
    return standing.refuted.empty() ? "refuted" : rests(graph, standing, standing.refuted, "refuted; on ");
  if (!standing.refuted.empty()) return rests(graph, standing, standing.refuted, "rests on ");
  if (standing.own == "gap") return standing.own;
  if (!standing.gaps.empty()) return rests(graph, standing, standing.gaps, "rests on ", " (gap)");
  return standing.own + (standing.is_repaired ? ", repaired" : "");
}

std::string classes(const Standing& standing, bool is_guest) {
  std::string all = standing.own == "false"     ? "f"
                    : !standing.refuted.empty() ? "r"
                    : standing.own == "gap"     ? "g"
                    : standing.own == "open"    ? "o"
                                                : "h";
  if (standing.own == "gap" || (standing.own != "false" && !standing.gaps.empty())) all += " q";
  return all + (is_guest ? " x" : "");
}

std::string curve(const std::vector<Placement::Point>& points) {
  std::string out = "M" + number(points.front().x) + " " + number(points.front().y);
  for (std::size_t i = 1; i < points.size(); ++i) {
    const auto &a = points[i - 1], &b = points[i];
    if (number(a.x) == number(b.x)) {
      out += "V" + number(b.y);
    } else {
      const std::string middle = number((a.y + b.y) / 2);
      out +=
          "C" + number(a.x) + " " + middle + " " + number(b.x) + " " + middle + " " + number(b.x) + " " + number(b.y);
    }
  }
  return out;
}

constexpr const char* colours =
    R"css(:root{--page:#fcfcfa;--ink:#1d1f23;--soft:#5a5f69;--bad:#b3201c;--doubt:#875300;--good:#11692f;--on-fill:#fff;--box:#f2f3f1}
@media (prefers-color-scheme:dark){:root{--page:#16181c;--ink:#e6e7ea;--soft:#a6abb6;--bad:#ff938a;--doubt:#f0b95c;--good:#7bd394;--on-fill:#101216;--box:#1f2227}}
svg{background:var(--page);font-family:system-ui,"Segoe UI","DejaVu Sans",sans-serif}
)css";

}  // namespace

std::string svg_style() {
  return R"css(svg.graph { display: block; font-size: 11.5px; --dark: #474b54; --sound: color-mix(in oklab, var(--good) 9%, var(--page)); }
@media (prefers-color-scheme: dark) { svg.graph { --dark: #565b66; } }
svg.graph path { fill: none; stroke: var(--soft); stroke-width: 1.2; }
svg.graph path.d { stroke: var(--bad); stroke-width: 2; }
svg.graph rect { fill: var(--sound); stroke: var(--good); stroke-width: 1.3; }
svg.graph text { fill: var(--ink); stroke: none; }
svg.graph .n { font-weight: 700; }
svg.graph .s { font-size: 10.5px; font-style: italic; }
svg.graph .o rect { fill: var(--page); stroke: var(--soft); stroke-dasharray: 2 3; }
svg.graph .g rect { fill: color-mix(in oklab, var(--doubt) 14%, var(--page)); }
svg.graph .f rect { fill: var(--bad); stroke: var(--ink); stroke-width: 2.5; }
svg.graph .r rect { fill: var(--dark); stroke: var(--ink); }
svg.graph .q rect { stroke: var(--doubt); stroke-width: 2.5; stroke-dasharray: 7 3; }
svg.graph .f text { fill: var(--on-fill); }
svg.graph .r text { fill: #fff; }
svg.graph .x rect { rx: 14px; }
svg.graph .m rect { stroke: var(--link, var(--ink)); stroke-width: 4; stroke-dasharray: none; }
svg.graph a:hover rect, svg.graph a:focus-visible rect { stroke: var(--link, var(--ink)); stroke-width: 4; stroke-dasharray: none; }
)css";
}

std::string to_svg(const TheoryGraph& graph, const Placement& placement, const std::vector<Standing>& standings,
                   const DrawingOptions& options) {
  const std::string width = number(std::ceil(placement.width)), height = number(std::ceil(placement.height));
  std::string out = "<svg class=\"graph\"" +
                    std::string(options.stands_alone ? " xmlns=\"http://www.w3.org/2000/svg\"" : "") + " width=\"" +
                    width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + " " + height +
                    "\" role=\"group\" aria-label=\"" + text_of(options.name) + "\">\n";
  if (options.stands_alone) out += std::string("<style>") + colours + svg_style() + "</style>\n";
  for (const Placement::Line& line : placement.lines)
    for (const Use& use : standings[line.user].uses)
      if (use.vertex == line.used) {
        const auto& rests_on = standings[line.user].refuted;
        const bool carries =
            (standings[line.used].own == "false" || !standings[line.used].refuted.empty()) && !rests_on.empty();
        out += std::string("<path") + (carries ? " class=\"d\"" : "") + " d=\"" + curve(line.points) +
               (options.has_citations ? "\"><title>" + text_of(use.cites) + "</title></path>\n" : "\"/>\n");
      }
  for (const Placement::Box& box : placement.boxes) {
    const Vertex& vertex = graph.vertices[box.vertex];
    const Standing& standing = standings[box.vertex];
    const std::string link = options.links ? options.links(vertex, standing) : "";
    out += (link.empty() ? "<g" : "<a href=\"" + text_of(link) + "\"") + std::string(" class=\"") +
           classes(standing, box.is_guest) + (options.marked.contains(box.vertex) ? " m" : "") +
           "\" transform=\"translate(" + number(box.x) + " " + number(box.y) + ")\"><rect width=\"" +
           number(box_width) + "\" height=\"" + number(box.height) + "\" rx=\"3\"/>";
    double y = 16;
    const auto line = [&](const std::string& words, const char* style) {
      out += "<text" + std::string(style) + " x=\"7\" y=\"" + number(y) + "\">" + text_of(words) + "</text>";
      y += 13;
    };
    for (const std::string& words : box.number)
      line((&words == &box.number.front() ? sign(standing) : "") + words, " class=\"n\"");
    for (const std::string& words : box.title) line(words, "");
    out += "<text class=\"s\" x=\"7\" y=\"" + number(box.height - 7) + "\">" + text_of(last_line(graph, standing)) +
           "</text>" + (link.empty() ? "</g>" : "</a>") + "\n";
  }
  return out + "</svg>\n";
}

}  // namespace attest::verify::graph
