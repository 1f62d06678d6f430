// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/invariance.hpp"

#include <cstring>
#include <set>

#include "kernels/problem.hpp"
#include "theory/error.hpp"
#include "verify/arrays/stored_array.hpp"
#include "verify/validate/window.hpp"

namespace attest::verify::validate {

using arrays::printable;
using instances::FloatArray;
using instances::Instance;
using instances::Outputs;
using instances::Term;

namespace {

constexpr int kOtherProcesses = 2;

/// A part of an output's axes: batches, heads and queries from ..., as many as the other outputs have.
struct Corner {
  std::int64_t batch = 0, head = 0, query = 0;
};

/// Compares `part` with what lies at a corner of `whole`; "" or how many elements differ and which first.
std::string difference(const char* name, const FloatArray& whole, const FloatArray& part, const Corner& at) {
  const std::vector<std::int64_t>&lengths = whole.shape(), &own = part.shape();
  const std::int64_t columns = lengths.size() == 4 ? lengths[3] : 1, element = kernels::size_of(whole.dtype());
  std::int64_t different = 0;
  std::string first;
  for (std::int64_t b = 0; b < own[0]; ++b)
    for (std::int64_t h = 0; h < own[1]; ++h)
      for (std::int64_t i = 0; i < own[2]; ++i)
        for (std::int64_t c = 0; c < columns; ++c) {
          const std::int64_t there =
              (((at.batch + b) * lengths[1] + at.head + h) * lengths[2] + at.query + i) * columns + c;
          const std::int64_t here = ((b * own[1] + h) * own[2] + i) * columns + c;
          if (std::memcmp(static_cast<const std::byte*>(whole.data()) + there * element,
                          static_cast<const std::byte*>(part.data()) + here * element,
                          static_cast<std::size_t>(element)) == 0)
            continue;
          if (different++ == 0) first = arrays::coordinates(there, lengths);
        }
  return different == 0 ? ""
                        : std::to_string(different) + (different == 1 ? " element of " : " elements of ") + name +
                              ", the first at " + first;
}

std::string difference(const Outputs& whole, const Outputs& part, const Corner& at) {
  std::string words = difference("output", whole.output, part.output, at);
  if (words.empty() && whole.row_sum && part.row_sum) words = difference("row_sum", *whole.row_sum, *part.row_sum, at);
  if (words.empty() && whole.log_sum_exp && part.log_sum_exp)
    words = difference("log_sum_exp", *whole.log_sum_exp, *part.log_sum_exp, at);
  return words;
}

/// Zeros wherever an array [batches or 1, heads or 1, ...] is not that batch entry's and head's.
void clear_others(FloatArray& array, std::int64_t batch, std::int64_t head) {
  const std::vector<std::int64_t>& shape = array.shape();
  if (array.size() == 0) return;
  const std::int64_t inner = array.size() / (shape[0] * shape[1]);
  for (std::int64_t b = 0; b < shape[0]; ++b)
    for (std::int64_t h = 0; h < shape[1]; ++h) {
      if ((shape[0] == 1 || b == batch) && (shape[1] == 1 || h == head)) continue;
      for (std::int64_t k = 0; k < inner; ++k) array.set((b * shape[1] + h) * inner + k, 0);
    }
}

/// The same of one number or stretch a head.
void clear_other_heads(FloatArray& array, std::int64_t head) {
  const std::int64_t heads = array.shape()[0];
  const std::int64_t inner = heads > 0 ? array.size() / heads : 0;
  for (std::int64_t h = 0; h < heads && heads > 1; ++h)
    for (std::int64_t k = 0; h != head && k < inner; ++k) array.set(h * inner + k, 0);
}

void clear_others(Term& term, std::int64_t batch, std::int64_t head) {
  if (term.kind == ATTEST_TERM_DENSE) clear_others(term.values, batch, head);
  if (term.kind == ATTEST_TERM_TOEPLITZ || term.kind == ATTEST_TERM_ALIBI) clear_other_heads(term.values, head);
}

Instance alone_among_zeros(const Instance& in, std::int64_t batch, std::int64_t head) {
  Instance x = in;
  if (x.width > 0) {
    clear_others(x.query, batch, head);
    clear_others(x.key, batch, x.kv_head(head));
  }
  clear_others(x.value, batch, x.kv_head(head));
  clear_others(x.bias, batch, head);
  clear_others(x.factor, batch, head);
  if (x.sinks) clear_other_heads(*x.sinks, head);
  return x;
}

/// The one entry's outputs.
FloatArray entry_of(const FloatArray& array, std::int64_t batch, std::int64_t head) {
  std::vector<std::int64_t> shape = array.shape();
  const std::int64_t heads = shape[1];
  shape[0] = shape[1] = 1;
  FloatArray one(array.dtype(), shape);
  const std::int64_t element = kernels::size_of(array.dtype());
  if (one.size() > 0)
    std::memcpy(one.data(), static_cast<const std::byte*>(array.data()) + (batch * heads + head) * one.size() * element,
                static_cast<std::size_t>(one.size() * element));
  return one;
}
Outputs entry_of(const Outputs& outputs, std::int64_t batch, std::int64_t head) {
  Outputs one{entry_of(outputs.output, batch, head), {}, {}};
  if (outputs.row_sum) one.row_sum = entry_of(*outputs.row_sum, batch, head);
  if (outputs.log_sum_exp) one.log_sum_exp = entry_of(*outputs.log_sum_exp, batch, head);
  return one;
}

std::string number(std::int64_t n) { return std::to_string(n); }

}  // namespace

Invariances Invariances::parse(const std::vector<std::string>& words, const std::string& place) {
  Invariances result;
  for (const std::string& word : words) {
    bool* const one = word == "batch"        ? &result.batch
                      : word == "queries"    ? &result.queries
                      : word == "neighbours" ? &result.neighbours
                      : word == "runs"       ? &result.runs
                                             : nullptr;
    if (one == nullptr)
      throw InputError(place, "expected batch, queries, neighbours or runs, found " + printable(word));
    *one = true;
  }
  return result;
}

std::vector<std::string> broken_invariances(const Invariances& declared, const Instance& in, const Outputs& outputs,
                                            const Compute& compute) {
  std::vector<std::string> lines;
  const auto compare = [&](const Instance& changed, const Corner& at, const std::string& what) {
    const std::optional<Outputs> part = compute(changed);
    const std::string words = part ? difference(outputs, *part, at) : "";
    if (!words.empty()) lines.push_back("not invariant: " + what + " other bits: " + words);
    return words.empty();
  };
  if (declared.batch && in.batches > 1)
    for (const std::int64_t b : {std::int64_t{0}, in.batches - 1})
      if (!compare(window(in, Axis::batches, b, 1), {b, 0, 0}, "batch entry " + number(b) + " alone has")) break;
  // ALiBi's distances are those of the indices, which a part has others of.
  if (declared.queries && in.queries > 1 && in.bias.kind != ATTEST_TERM_ALIBI)
    for (const std::int64_t i : std::set<std::int64_t>{0, in.queries / 2, in.queries - 1})
      if (!compare(window(in, Axis::queries, i, 1), {0, 0, i}, "query " + number(i) + " alone has")) break;
  if (declared.neighbours && in.batches * in.heads > 1)
    for (const auto& [b, h] : {std::pair{std::int64_t{0}, std::int64_t{0}}, {in.batches - 1, in.heads - 1}}) {
      const std::optional<Outputs> all = compute(alone_among_zeros(in, b, h));
      const std::string words = all ? difference(outputs, entry_of(*all, b, h), {b, h, 0}) : "";
      if (words.empty()) continue;
      lines.push_back("not invariant: with zeros in all others, batch entry " + number(b) + ", head " + number(h) +
                      " has other bits: " + words);
      break;
    }
  if (declared.runs)
    for (int run = 0; run < kOtherProcesses; ++run)
      if (!compare(in, {}, "another process gives")) break;
  return lines;
}

}  // namespace attest::verify::validate
