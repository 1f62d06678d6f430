// SPDX-License-Identifier: Apache-2.0
#include "verify/report/page.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>

namespace attest::verify::report {
namespace {

std::string trimmed(const std::string& line) {
  const auto first = line.find_first_not_of(" \t\r");
  return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::size_t indent(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

/// Reads one line's bold, emphasis, code and links.
class LineReader {
 public:
  explicit LineReader(const std::string& source) : source_(source) {}

  Line read() {
    while (at_ < source_.size())
      if (!code() && !delimited("**", Span::Kind::strong) && !delimited("*", Span::Kind::emphasis) && !link())
        take_character();
    flush();
    return std::move(line_);
  }

 private:
  bool starts(const std::string& token) const { return source_.compare(at_, token.size(), token) == 0; }

  void flush() {
    if (!plain_.empty()) line_.push_back({Span::Kind::text, plain_, ""});
    plain_.clear();
  }

  void take_character() {
    const bool escaped = source_[at_] == '\\' && at_ + 1 < source_.size() && std::ispunct(uint8_t(source_[at_ + 1]));
    if (escaped) ++at_;
    plain_ += source_[at_++];
  }

  bool code() {
    const std::size_t run = std::min(source_.find_first_not_of('`', at_), source_.size()) - at_;
    const std::size_t end = run == 0 ? std::string::npos : source_.find(std::string(run, '`'), at_ + run);
    if (end == std::string::npos) return false;
    flush();
    std::string inside = source_.substr(at_ + run, end - at_ - run);
    line_.push_back({Span::Kind::code, run > 1 ? trimmed(inside) : inside, ""});
    at_ = end + run;
    return true;
  }

  bool delimited(const std::string& mark, Span::Kind kind) {
    if (!starts(mark)) return false;
    const std::size_t begin = at_ + mark.size(), end = source_.find(mark, begin);
    // "2 * 3 * 4" is a product: a mark opens only before a word and closes only behind one.
    if (end == std::string::npos || end == begin || source_[begin] == ' ' || source_[end - 1] == ' ') return false;
    flush();
    for (Span& span : LineReader(source_.substr(begin, end - begin)).read()) {
      if (span.kind == Span::Kind::text) span.kind = kind;
      line_.push_back(std::move(span));
    }
    at_ = end + mark.size();
    return true;
  }

  bool link() {
    if (!starts("[")) return false;
    const std::size_t close = source_.find("](", at_);
    const std::size_t end = close == std::string::npos ? close : source_.find(')', close);
    if (end == std::string::npos) return false;
    const std::string words = source_.substr(at_ + 1, close - at_ - 1);
    if (words.find('[') != std::string::npos) return false;
    flush();
    for (Span& span : LineReader(words).read()) line_.push_back(std::move(span));
    const std::string address = source_.substr(close + 2, end - close - 2);
    if (address != words && !address.starts_with('#')) plain_ = " (" + address + ")";
    at_ = end + 1;
    return true;
  }

  const std::string& source_;
  std::size_t at_ = 0;
  std::string plain_;
  Line line_;
};

Line read_line(const std::string& source) { return LineReader(source).read(); }

/// Reads the blocks of a page, line by line.
class PageReader {
 public:
  explicit PageReader(std::vector<std::string> lines) : lines_(std::move(lines)) {}

  /// Blocks up to the end, or up to a heading of `level` or higher.
  Blocks read(std::size_t level = 0) {
    Blocks blocks;
    while (at_ < lines_.size()) {
      if (trimmed(here()).empty()) {
        ++at_;
      } else if (const std::size_t heading = heading_level(here())) {
        if (heading <= level) break;
        Section section;
        section.title = read_line(trimmed(lines_[at_++].substr(heading)));
        section.blocks = read(heading);
        blocks.push_back({std::move(section)});
      } else if (here().starts_with("```")) {
        blocks.push_back({fenced()});
      } else if (indent(here()) >= 4) {
        blocks.push_back({indented()});
      } else if (item_width(here()) > 0) {
        blocks.push_back({list()});
      } else if (is_table()) {
        blocks.push_back({table()});
      } else {
        blocks.push_back({paragraph()});
      }
    }
    return blocks;
  }

 private:
  const std::string& here() const { return lines_[at_]; }

  static std::size_t heading_level(const std::string& line) {
    const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
    return level <= 6 && level < line.size() && line[level] == ' ' ? level : 0;
  }

  /// The width of a list item's marker with the blank behind it ("- ", "12. "), indentation included; 0 if there is
  /// none.
  static std::size_t item_width(const std::string& line) {
    std::size_t at = indent(line);
    if (at >= 4 || at == line.size()) return 0;
    if (line[at] == '-' || line[at] == '*' || line[at] == '+') {
      ++at;
    } else {
      const std::size_t digits = at;
      while (at < line.size() && std::isdigit(uint8_t(line[at]))) ++at;
      if (at == digits || at == line.size() || line[at++] != '.') return 0;
    }
    return at < line.size() && line[at] == ' ' ? at + 1 : 0;
  }

  Code fenced() {
    Code code;
    for (++at_; at_ < lines_.size() && !here().starts_with("```"); ++at_) code.text += here() + "\n";
    if (at_ < lines_.size()) ++at_;
    return code;
  }

  Code indented() {
    Code code;
    for (; at_ < lines_.size() && (indent(here()) >= 4 || trimmed(here()).empty()); ++at_)
      code.text += (here().size() >= 4 ? here().substr(4) : "") + "\n";
    code.text.erase(code.text.find_last_not_of('\n') + 2);
    return code;
  }

  List list() {
    List list;
    list.ordered = std::isdigit(uint8_t(here()[indent(here())]));
    while (at_ < lines_.size() && item_width(here()) > 0) {
      const std::size_t width = item_width(here());
      std::vector<std::string> item = {lines_[at_++].substr(width)};
      // An item goes on with every line that is indented as deep as its words, and with lazy lines of its paragraph.
      for (; at_ < lines_.size(); ++at_) {
        const bool blank = trimmed(here()).empty();
        if (blank && (at_ + 1 == lines_.size() || indent(lines_[at_ + 1]) < width)) break;
        if (!blank && indent(here()) < width && (item_width(here()) > 0 || opens_block())) break;
        item.push_back(here().substr(std::min(indent(here()), width)));
      }
      list.items.push_back(PageReader(std::move(item)).read());
      std::size_t next = at_;
      while (next < lines_.size() && trimmed(lines_[next]).empty()) ++next;
      if (next < lines_.size() && item_width(lines_[next]) > 0) at_ = next;
    }
    return list;
  }

  static std::vector<std::string> cells(const std::string& line) {
    std::string row = trimmed(line);
    row = row.substr(1, row.size() - (row.size() > 1 && row.ends_with('|') ? 2 : 1));
    std::vector<std::string> cells(1);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|')
        cells.back() += row[++i];
      else if (row[i] == '|')
        cells.emplace_back();
      else
        cells.back() += row[i];
    }
    for (std::string& cell : cells) cell = trimmed(cell);
    return cells;
  }

  bool is_table() const {
    return trimmed(here()).starts_with('|') && at_ + 1 < lines_.size() && trimmed(lines_[at_ + 1]).starts_with('|') &&
           lines_[at_ + 1].find_first_not_of("|-: \r") == std::string::npos;
  }

  Table table() {
    Table table;
    for (const std::string& cell : cells(here())) table.header.push_back(read_line(cell));
    for (at_ += 2; at_ < lines_.size() && trimmed(here()).starts_with('|'); ++at_) {
      std::vector<Line> row;
      for (const std::string& cell : cells(here())) row.push_back(read_line(cell));
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  bool opens_block() const { return heading_level(here()) > 0 || here().starts_with("```") || is_table(); }

  Paragraph paragraph() {
    std::string words = trimmed(lines_[at_++]);
    for (; at_ < lines_.size() && !trimmed(here()).empty() && !opens_block() && item_width(here()) == 0; ++at_)
      words += " " + trimmed(here());
    return {read_line(words)};
  }

  std::vector<std::string> lines_;
  std::size_t at_ = 0;
};

}  // namespace

Blocks read_page(const std::string& markdown) {
  std::vector<std::string> lines;
  std::istringstream in(markdown);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return PageReader(std::move(lines)).read();
}

}  // namespace attest::verify::report
