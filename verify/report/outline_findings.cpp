// SPDX-License-Identifier: Apache-2.0
// The findings at the top. Their words and their order are docs/gallery.md's: an entry that names its claim with a
// statement, the status that it speaks of and an exhibit, "(`urpe.biases`: printed false, exhibit 1; ...)", is a card,
// unless this run says another thing of that statement.
#include <charconv>

#include "verify/report/outline_parts.hpp"
#include "verify/report/page.hpp"

namespace attest::verify::report {

using results::ClaimResult;
using results::Results;
using results::StatementResult;

namespace {

constexpr std::size_t cards_at_most = 10;

struct Entry {
  Line title, words;
  std::string id, statement, status;
  std::size_t exhibit = 0;
};

/// Reads ": printed false, exhibit 2" up to the first ';' or ')'.
bool read_verdict(std::string words, Entry& entry) {
  if (!words.starts_with(": ")) return false;
  words = words.substr(2, words.find_first_of(";)") - 2);
  const std::size_t blank = words.find(' '), comma = words.find(", exhibit ");
  if (blank == std::string::npos || comma == std::string::npos || comma < blank) return false;
  entry.statement = words.substr(0, blank);
  entry.status = words.substr(blank + 1, comma - blank - 1);
  const char* const end = words.data() + words.size();
  const auto read = std::from_chars(words.data() + comma + 10, end, entry.exhibit);
  return read.ec == std::errc() && read.ptr == end;
}

bool read_entry(const Line& line, Entry& entry) {
  if (line.size() < 4 || line.front().kind != Span::Kind::strong) return false;
  std::size_t open = line.size();
  for (std::size_t i = 1; i + 2 < line.size(); ++i)
    if (line[i].text.ends_with(" (") && line[i + 1].kind == Span::Kind::code) open = i;
  if (open == line.size() || !read_verdict(line[open + 2].text, entry)) return false;
  entry.id = line[open + 1].text;
  entry.title = {line.front()};
  entry.words.assign(line.begin() + 1, line.begin() + long(open) + 1);
  entry.words.back().text.resize(entry.words.back().text.size() - 2);
  std::string& first = entry.words.front().text;  // what joined it to the title
  first.erase(0, std::min(first.find_first_not_of(".,: "), first.size()));
  return true;
}

void read_entries(const Blocks& blocks, std::vector<Entry>& entries) {
  for (const Block& block : blocks) {
    Entry entry;
    if (const auto* part = std::get_if<Section>(&block.node))
      read_entries(part->blocks, entries);
    else if (const auto* words = std::get_if<Paragraph>(&block.node); words && read_entry(words->line, entry))
      entries.push_back(std::move(entry));
  }
}

const ClaimResult* find(const Results& results, const std::string& id) {
  for (const ClaimResult& claim : results.claims)
    if (claim.id == id) return &claim;
  return nullptr;
}

}  // namespace

Section findings(const Results& results, const std::string& gallery) {
  std::vector<Entry> entries;
  read_entries(read_page(gallery), entries);
  Panels cards;
  for (const Entry& entry : entries) {
    const ClaimResult* claim = find(results, entry.id);
    const StatementResult* statement = claim ? claim->find(entry.statement) : nullptr;
    if (!statement || statement->status != entry.status || !statement->alarm.empty()) continue;
    if (entry.exhibit == 0 || entry.exhibit > claim->exhibits.size()) continue;
    if (cards.panels.size() == cards_at_most) break;
    Section card{"", entry.title, {}, Section::Tone::card};
    card.title.front().kind = Span::Kind::text;
    card.blocks.push_back(
        {Figure{"finding-" + std::to_string(cards.panels.size() + 1), claim->exhibits[entry.exhibit - 1], false, {}}});
    card.blocks.push_back(paragraph(entry.words));
    Line from = {{Span::Kind::link, claim->id, anchor(claim->id)}, text(" ")};
    for (Span& span : verdict(statement)) from.push_back(std::move(span));
    card.blocks.push_back(paragraph(std::move(from)));
    cards.panels.push_back(std::move(card));
  }
  Section all{"findings", {text("Findings that would surprise an author")}, {}, Section::Tone::plain};
  if (!cards.panels.empty()) all.blocks = {{std::move(cards)}};
  return all;
}

}  // namespace attest::verify::report
