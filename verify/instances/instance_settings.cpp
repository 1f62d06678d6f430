// SPDX-License-Identifier: Apache-2.0
// The words of instances in files and on the command line.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "kernels/problem.hpp"
#include "theory/error.hpp"
#include "verify/instances/instance_file.hpp"

namespace attest::verify::instances {

using arrays::printable;

namespace {

/// The enumerator between `first` and `last` whose word is `value`.
template <class Enumerator>
Enumerator choose(const std::string& value, const char* (*word)(std::uint32_t), Enumerator first, Enumerator last,
                  const std::string& place) {
  std::string known;
  for (std::uint32_t choice = first; choice <= static_cast<std::uint32_t>(last); ++choice) {
    if (value == word(choice)) return static_cast<Enumerator>(choice);
    known += (known.empty() ? "" : ", ") + std::string(word(choice));
  }
  throw InputError(place, "expected one of " + known + ", found " + printable(value));
}

std::int64_t integer(const std::string& value, std::int64_t least, const std::string& place) {
  std::int64_t number = 0;
  const char* const end = value.data() + value.size();
  const auto [next, error] = std::from_chars(value.data(), end, number);
  // Sizes are multiplied with one another.
  constexpr std::int64_t greatest = std::int64_t{1} << 40;
  if (error != std::errc() || next != end || number < least || number > greatest)
    throw InputError(place,
                     "expected an integer from " + std::to_string(least) + " to 2^40, found " + printable(value));
  return number;
}

double finite(const std::string& value, const std::string& place) {
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (value.empty() || *end != '\0' || !std::isfinite(number))
    throw InputError(place, "expected a finite number, decimal or hexadecimal, found " + printable(value));
  return number;
}

/// "LEFT,RIGHT", each a number of keys or -1 for a side without an end.
void set_window(InstanceSettings& settings, const std::string& value, const std::string& place) {
  const std::size_t comma = value.find(',');
  if (comma == std::string::npos)
    throw InputError(place, "expected LEFT,RIGHT, numbers of keys or -1 for all, found " + printable(value));
  const auto side = [&](const std::string& text) {
    const std::int64_t keys = integer(text, -1, place);
    return keys < 0 ? ATTEST_WINDOW_OPEN : std::min(keys, ATTEST_WINDOW_OPEN);
  };
  settings.window_left = side(value.substr(0, comma));
  settings.window_right = side(value.substr(comma + 1));
}

/// The share of the weights that is dropped.
double share(const std::string& value, const std::string& place) {
  const double p = finite(value, place);
  if (!(p >= 0 && p < 1)) throw InputError(place, "expected a number from 0 to less than 1, found " + printable(value));
  return p;
}

/// Whether the last query sees the last key.
bool is_bottom_right(const std::string& value, const std::string& place) {
  if (value != "top-left" && value != "bottom-right")
    throw InputError(place, "expected top-left or bottom-right, found " + printable(value));
  return value == "bottom-right";
}

bool is_bshd(const std::string& value, const std::string& place) {
  if (value != "bshd" && value != "bhsd") throw InputError(place, "expected bshd or bhsd, found " + printable(value));
  return value == "bshd";
}

}  // namespace

void InstanceSettings::set(const std::string& key, const std::string& value, const std::string& place) {
  using namespace kernels;
  if (key == "operation")
    operation = choose(value, operation_name, ATTEST_ATTENTION, ATTEST_HARDMAX, place);
  else if (key == "dtype")
    dtype = choose(value, dtype_name, ATTEST_FLOAT64, ATTEST_FLOAT8_E5M2, place);
  else if (key == "ties")
    ties = choose(value, ties_name, ATTEST_TIES_UNIFORM, ATTEST_TIES_ALL, place);
  else if (key == "mask")
    mask = choose(value, mask_name, ATTEST_MASK_NONE, ATTEST_MASK_WINDOW, place);
  else if (key == "bias")
    bias = choose(value, term_name, ATTEST_TERM_NONE, ATTEST_TERM_BUCKETS, place);
  else if (key == "factor")
    factor = choose(value, term_name, ATTEST_TERM_NONE, ATTEST_TERM_DENSE, place);
  else if (key == "scale")
    scale = finite(value, place);
  else if (key == "diagonal")
    diagonal = integer(value, -(std::int64_t{1} << 40), place);
  else if (key == "window")
    set_window(*this, value, place);
  else if (key == "softcap")
    softcap = finite(value, place);
  else if (key == "dropout")
    keep_scale = 1 / (1 - share(value, place));
  else if (key == "keep_scale")
    keep_scale = finite(value, place);
  else if (key == "align")
    bottom_right = is_bottom_right(value, place);
  else if (key == "layout")
    heads_after_rows = is_bshd(value, place);
  else if (key == "batches")
    batches = integer(value, 0, place);
  else if (key == "heads")
    heads = integer(value, 0, place);
  else if (key == "kv_heads")
    kv_heads = integer(value, 1, place);
  else if (key == "queries")
    queries = integer(value, 0, place);
  else if (key == "name")
    name = printable(value);
  else
    throw InputError(place,
                     "expected one of operation, dtype, ties, scale, mask, diagonal, align, window, softcap, dropout, "
                     "keep_scale, layout, "
                     "bias, factor, batches, heads, kv_heads, queries, name");
}

}  // namespace attest::verify::instances
