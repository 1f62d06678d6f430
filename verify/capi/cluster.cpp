// SPDX-License-Identifier: Apache-2.0
#include "verify/capi/cluster.hpp"

#include <algorithm>
#include <set>

namespace attest::verify::capi {

using judge::ElementVerdict;
using judge::Judgement;

namespace {

std::string joined(const std::set<std::int64_t>& numbers) {
  std::string words;
  for (const std::int64_t number : numbers) words += (words.empty() ? "" : ", ") + std::to_string(number);
  return words;
}

/// What the numbers from 0 to length - 1 that occur have in common, in words; empty if nothing.
std::string axis_words(const char* one, const char* many, const std::set<std::int64_t>& numbers, std::int64_t length) {
  const auto count = static_cast<std::int64_t>(numbers.size());
  const std::int64_t first = *numbers.begin(), last = *numbers.rbegin();
  if (length <= 1 || count == length) return "";
  if (count == 1) return std::string(one) + " " + std::to_string(first);
  if (last - first + 1 == count)
    return std::string(many) + " " + std::to_string(first) + " to " + std::to_string(last) + " of " +
           std::to_string(length);
  // The greatest power of two that all leave one rest of: a lane, a tile's row.
  for (std::int64_t modulus = 128; modulus > 1; modulus /= 2) {
    if (modulus > (last - first)) continue;
    const auto same = [&](std::int64_t number) { return number % modulus == first % modulus; };
    if (std::ranges::all_of(numbers, same))
      return std::string(many) + " " + std::to_string(first % modulus) + " modulo " + std::to_string(modulus);
  }
  if (count <= 4) return std::string(many) + " " + joined(numbers);
  if (last - first + 1 < length)
    return std::string(many) + " between " + std::to_string(first) + " and " + std::to_string(last) + " of " +
           std::to_string(length);
  return "";
}

}  // namespace

std::string cluster_words(const instances::Instance& in, const Judgement& judgement) {
  std::set<std::int64_t> batches, heads, queries, columns, parts;
  for (const ElementVerdict& element : judgement.outside_first) {
    batches.insert(element.batch);
    heads.insert(element.head);
    queries.insert(element.query);
    if (element.part == "output") columns.insert(element.column);
  }
  if (batches.empty()) return "";
  std::string words;
  const auto add = [&words](const std::string& more) {
    if (!more.empty()) words += (words.empty() ? "" : "; ") + more;
  };
  add(axis_words("batch", "batches", batches, in.batches));
  add(axis_words("head", "heads", heads, in.heads));
  add(axis_words("query", "queries", queries, in.queries));
  if (!columns.empty()) add(axis_words("column", "columns", columns, in.value_width));
  return words.empty() ? "on every axis" : words;
}

}  // namespace attest::verify::capi
