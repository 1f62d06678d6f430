// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/cluster.hpp"

#include <algorithm>
#include <map>

namespace attest::verify::validate {

namespace {

/// Lanes of registers and rows of tiles: what an index may be a remainder of.
constexpr std::int64_t kPeriods[] = {2, 4, 8, 16, 32, 64, 128};

std::string number(std::int64_t n) { return std::to_string(n); }

/// Whether the indices are those with some remainders to a period that occurs at least three times; in words.
std::string periodic(const std::vector<bool>& has, std::int64_t length, const std::string& many) {
  for (const std::int64_t period : kPeriods) {
    if (3 * period > length) break;
    const auto begin = has.begin();
    std::int64_t members = std::count(begin, begin + period, true), first = 0, last = 0;
    bool same = members > 0 && members < period;
    for (std::int64_t i = period; i < length && same; ++i)
      same = has[static_cast<std::size_t>(i)] == has[static_cast<std::size_t>(i % period)];
    if (!same) continue;
    while (!has[static_cast<std::size_t>(first)]) ++first;
    last = period - 1;
    while (!has[static_cast<std::size_t>(last)]) --last;
    if (members != last - first + 1) continue;
    return many + " " + number(first) + (last > first ? " to " + number(last) : "") + " of every " + number(period);
  }
  return "";
}

std::vector<std::int64_t> dense(const std::map<std::int64_t, std::int64_t>& counts, std::int64_t length) {
  std::vector<std::int64_t> result(static_cast<std::size_t>(length));
  for (const auto& [index, count] : counts) result[static_cast<std::size_t>(index)] = count;
  return result;
}

}  // namespace

std::string indices_in_words(const std::vector<std::int64_t>& counts, std::int64_t length, const std::string& one,
                             const std::string& many) {
  std::vector<bool> has(static_cast<std::size_t>(length));
  std::int64_t members = 0, first = length, last = 0;
  for (std::int64_t i = 0; i < std::min<std::int64_t>(length, static_cast<std::int64_t>(counts.size())); ++i) {
    if (counts[static_cast<std::size_t>(i)] == 0) continue;
    has[static_cast<std::size_t>(i)] = true;
    ++members, first = std::min(first, i), last = i;
  }
  if (members == length) return length == 1 ? "the one " + one : "every " + one;
  const std::string of = " (of " + number(length) + ")";
  if (members == 1) return one + " " + number(first) + of;
  if (members == last - first + 1) {
    if (last == length - 1) return many + " from " + number(first) + " on" + of;
    return many + " " + number(first) + " to " + number(last) + of;
  }
  if (const std::string words = periodic(has, length, many); !words.empty()) return words + of;
  if (members + 1 == length) {
    const auto missing = std::find(has.begin(), has.end(), false) - has.begin();
    return "every " + one + " but " + number(missing) + of;
  }
  return number(members) + " of " + number(length) + " " + many + ", " + number(first) + " to " + number(last);
}

std::string cluster_words(const judge::Judgement& judgement, const std::vector<std::int64_t>& sizes) {
  const judge::Places& at = judgement.outside_at;
  if (at.queries.empty()) return "";
  std::string words;
  const auto add = [&](const std::vector<std::int64_t>& counts, std::int64_t length, const char* one,
                       const char* many) {
    if (length > 1) words += (words.empty() ? "" : "; ") + indices_in_words(counts, length, one, many);
  };
  add(dense(at.batches, sizes[0]), sizes[0], "batch", "batches");
  add(dense(at.heads, sizes[1]), sizes[1], "head", "heads");
  add(at.queries, sizes[2], "query", "queries");
  add(at.columns, sizes[5], "column", "columns");
  return words;
}

}  // namespace attest::verify::validate
