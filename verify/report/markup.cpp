// SPDX-License-Identifier: Apache-2.0
#include "verify/report/markup.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace attest::verify::report {
namespace {

constexpr std::array mathml_elements = {
    "math",        "mrow",   "mi",   "mo",   "mn",      "ms",      "mtext",    "mspace",     "mfrac",
    "msqrt",       "mroot",  "msub", "msup", "msubsup", "munder",  "mover",    "munderover", "mmultiscripts",
    "mprescripts", "mtable", "mtr",  "mtd",  "mstyle",  "mpadded", "mphantom", "merror"};
constexpr std::array svg_elements = {"svg",      "g",       "defs",    "title",          "desc",           "path",
                                     "rect",     "circle",  "ellipse", "line",           "polyline",       "polygon",
                                     "text",     "tspan",   "marker",  "linearGradient", "radialGradient", "stop",
                                     "clipPath", "pattern", "symbol"};

bool is_name_character(char c) { return std::isalnum(uint8_t(c)) || c == '-' || c == '_' || c == ':' || c == '.'; }

bool is_harmless_attribute(const std::string& name, const std::string& value) {
  std::string lower;
  for (const char c : name + "=" + value)
    if (!std::isspace(uint8_t(c))) lower += char(std::tolower(uint8_t(c)));
  if (name.starts_with("xmlns")) return true;
  if (lower.starts_with("on") || lower.find("href=") != std::string::npos || lower.starts_with("src")) return false;
  // Every address is refused but one of the element's own parts; so is whatever could hide one.
  for (std::size_t at = lower.find("url("); at != std::string::npos; at = lower.find("url(", at + 1))
    if (lower.compare(at, 5, "url(#") != 0) return false;
  for (const char* word : {"javascript:", "data:", "@import", "image(", "image-set(", "position:", "\\", "&#"})
    if (lower.find(word) != std::string::npos) return false;
  return true;
}

/// Walks over the tags of one element, from its opening to its close.
class Scanner {
 public:
  Scanner(std::string_view markup, Dialect dialect) : markup_(markup), dialect_(dialect) {}

  bool scan() {
    const std::size_t last = markup_.find_last_not_of(" \n");
    if (last == std::string_view::npos) return false;
    markup_ = markup_.substr(0, last + 1);
    skip_blanks();
    bool seen = false;
    while (at_ < markup_.size()) {
      if (markup_[at_] != '<') {
        if (open_.empty() || markup_[at_] == '>') return false;
        ++at_;
      } else if (at_ + 1 < markup_.size() && markup_[at_ + 1] == '/') {
        if (!closing_tag()) return false;
      } else {
        if (open_.empty() && seen) return false;
        seen = true;
        if (!opening_tag()) return false;
      }
    }
    return seen && open_.empty();
  }

 private:
  void skip_blanks() {
    while (at_ < markup_.size() && std::isspace(uint8_t(markup_[at_]))) ++at_;
  }
  bool take(char c) {
    if (at_ == markup_.size() || markup_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::string name() {
    const std::size_t begin = at_;
    while (at_ < markup_.size() && is_name_character(markup_[at_])) ++at_;
    return std::string(markup_.substr(begin, at_ - begin));
  }

  bool closing_tag() {
    at_ += 2;
    if (open_.empty() || name() != open_.back()) return false;
    open_.pop_back();
    skip_blanks();
    return take('>');
  }

  bool opening_tag() {
    ++at_;
    const std::string element = name();
    const auto known = [&](const auto& elements) {
      return std::find(elements.begin(), elements.end(), element) != elements.end();
    };
    if (dialect_ == Dialect::mathml ? !known(mathml_elements) : !known(svg_elements)) return false;
    if (open_.empty() && element != (dialect_ == Dialect::mathml ? "math" : "svg")) return false;
    for (skip_blanks(); at_ < markup_.size() && is_name_character(markup_[at_]); skip_blanks())
      if (!attribute()) return false;
    const bool empty = take('/');
    if (!empty) open_.push_back(element);
    return take('>');
  }

  bool attribute() {
    const std::string key = name();
    if (!take('=') || at_ == markup_.size()) return false;
    const char quote = markup_[at_++];
    const std::size_t end = quote == '"' || quote == '\'' ? markup_.find(quote, at_) : std::string_view::npos;
    if (end == std::string_view::npos) return false;
    const std::string value(markup_.substr(at_, end - at_));
    at_ = end + 1;
    return value.find('<') == std::string::npos && is_harmless_attribute(key, value);
  }

  std::string_view markup_;
  Dialect dialect_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
};

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  return result;
}

bool is_harmless(std::string_view markup, Dialect dialect) { return Scanner(markup, dialect).scan(); }

std::string without_optional_tags(const std::string& html) {
  static constexpr std::string_view optional[] = {"</td>", "</th>", "</tr>", "</li>", "</p>"};
  std::string out;
  out.reserve(html.size());
  for (std::size_t at = 0; at < html.size();) {
    const auto tag = html[at] != '<'
                         ? std::end(optional)
                         : std::find_if(std::begin(optional), std::end(optional),
                                        [&](std::string_view end) { return html.compare(at, end.size(), end) == 0; });
    if (tag == std::end(optional))
      out += html[at++];
    else
      at += tag->size();
  }
  return out;
}

}  // namespace attest::verify::report
