// SPDX-License-Identifier: Apache-2.0
#include "verify/report/page.hpp"

#include <rapidcheck.h>

#include <catch2/catch.hpp>

using namespace attest::verify::report;

namespace {

/// A line with its marks written out: *emphasis*, **strong**, `code`.
std::string shown(const Line& line) {
  std::string out;
  for (const Span& span : line) {
    const std::string mark = span.kind == Span::Kind::strong     ? "**"
                             : span.kind == Span::Kind::emphasis ? "*"
                             : span.kind == Span::Kind::code     ? "`"
                                                                 : "";
    out += mark + span.text + mark;
  }
  return out;
}

template <class Kind>
const Kind& only(const Blocks& blocks) {
  REQUIRE(blocks.size() == 1);
  return std::get<Kind>(blocks[0].node);
}

std::string line(const std::string& markdown) { return shown(only<Paragraph>(read_page(markdown)).line); }

}  // namespace

TEST_CASE("lines: bold, emphasis, code, links, escapes") {
  CHECK(line("a **b** *c* `d*e`") == "a **b** *c* `d*e`");
  CHECK(line("2 * 3 * 4") == "2 * 3 * 4");
  CHECK(line("x **y") == "x **y");
  CHECK(line("``a ` b``") == "`a ` b`");
  CHECK(line("a\\*b\\*") == "a*b*");
  CHECK(line("see [the *page*](../a.md).") == "see the *page* (../a.md).");
  CHECK(line("[here](#there)") == "here");
  CHECK(line("x[1](2") == "x[1](2");
  CHECK(line("one\ntwo\n") == "one two");
}

TEST_CASE("headings hold what follows them") {
  const Blocks page = read_page("# One\na\n## Two\nb\n### Three\nc\n## Four\nd\n");
  const Section& one = only<Section>(page);
  CHECK(shown(one.title) == "One");
  REQUIRE(one.blocks.size() == 3);
  const Section& two = std::get<Section>(one.blocks[1].node);
  CHECK(shown(two.title) == "Two");
  CHECK(shown(std::get<Section>(two.blocks[1].node).title) == "Three");
  CHECK(shown(std::get<Section>(one.blocks[2].node).title) == "Four");
  CHECK(line("#hash") == "#hash");
}

TEST_CASE("lists, nested and with lines that go on") {
  const Blocks page = read_page("- a\n  goes on\n- b\n  1. c\n  2. d\n\n- e\n\nafter\n");
  REQUIRE(page.size() == 2);
  const List& list = std::get<List>(page[0].node);
  CHECK_FALSE(list.ordered);
  REQUIRE(list.items.size() == 3);
  CHECK(shown(only<Paragraph>(list.items[0]).line) == "a goes on");
  REQUIRE(list.items[1].size() == 2);
  const List& inner = std::get<List>(list.items[1][1].node);
  CHECK(inner.ordered);
  CHECK(inner.items.size() == 2);
  CHECK(line("-1 is no item") == "-1 is no item");
}

TEST_CASE("code keeps its lines") {
  CHECK(only<Code>(read_page("```cpp\na\n  # b\n```\n")).text == "a\n  # b\n");
  CHECK(only<Code>(read_page("    a\n\n      b\n")).text == "a\n\n  b\n");
  CHECK(only<Code>(read_page("```\nunclosed\n")).text == "unclosed\n");
}

TEST_CASE("tables") {
  const Table table = only<Table>(read_page("| a | b |\n| --- | :-: |\n| 1 | `x \\| y` |\n| 2 |\n"));
  REQUIRE(table.header.size() == 2);
  REQUIRE(table.rows.size() == 2);
  CHECK(shown(table.rows[0][1]) == "`x | y`");
  CHECK(line("| no table |") == "| no table |");
}

TEST_CASE("any text is read to its end") {
  // A reader that lost its way would not return, or would read beyond the end under a sanitizer.
  CHECK(rc::check("a page has blocks unless it is blank", [] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "#", " ", "\n", "- ", "    ", "```", "|", "---", "*", "**", "`", "[", "](", ")", "\\", "1. ", "word"));
    std::string page;
    for (const std::string& piece : pieces) page += piece;
    RC_ASSERT(read_page(page).empty() == (page.find_first_not_of(" \n") == std::string::npos));
  }));
}
