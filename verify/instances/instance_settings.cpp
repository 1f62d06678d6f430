// SPDX-License-Identifier: Apache-2.0
// The words of instances in files and on the command line.
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
    mask = choose(value, mask_name, ATTEST_MASK_NONE, ATTEST_MASK_BYTES, place);
  else if (key == "bias")
    bias = choose(value, term_name, ATTEST_TERM_NONE, ATTEST_TERM_BUCKETS, place);
  else if (key == "factor")
    factor = choose(value, term_name, ATTEST_TERM_NONE, ATTEST_TERM_DENSE, place);
  else if (key == "scale")
    scale = finite(value, place);
  else if (key == "diagonal")
    diagonal = integer(value, -(std::int64_t{1} << 40), place);
  else if (key == "batches")
    batches = integer(value, 0, place);
  else if (key == "heads")
    heads = integer(value, 0, place);
  else if (key == "queries")
    queries = integer(value, 0, place);
  else if (key == "name")
    name = printable(value);
  else
    throw InputError(place,
                     "expected one of operation, dtype, ties, scale, mask, diagonal, bias, factor, batches, heads, "
                     "queries, name");
}

}  // namespace attest::verify::instances
