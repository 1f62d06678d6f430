// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/array.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/formats.hpp"
#include "kernels/problem.hpp"

namespace attest::verify::instances {

namespace {

/// The value of a float of `exponent_bits` and `fraction_bits`, its bits in the low end. Infinity and NaN as in IEEE
/// formats, or, for E4M3, a NaN at all ones alone.
double decode(std::uint32_t bits, int exponent_bits, int fraction_bits, bool has_infinity) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const std::uint32_t fraction = bits & ((1u << fraction_bits) - 1),
                      field = bits >> fraction_bits & ((1u << exponent_bits) - 1);
  const double sign = bits >> (exponent_bits + fraction_bits) & 1 ? -1 : 1;
  const std::uint32_t top = (1u << exponent_bits) - 1;
  if (field == top && has_infinity)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  if (field == top && fraction == (1u << fraction_bits) - 1) return std::numeric_limits<double>::quiet_NaN();
  if (field == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
  return sign * std::ldexp((1u << fraction_bits) + fraction, static_cast<int>(field) - bias - fraction_bits);
}

double decode8(attest_dtype dtype, std::uint8_t bits) {
  return dtype == ATTEST_FLOAT8_E4M3 ? decode(bits, 4, 3, false) : decode(bits, 5, 2, true);
}

template <typename T>
T load(const void* from, std::int64_t index) {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(from) + index * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
  return value;
}

double element(attest_dtype dtype, const void* from, std::int64_t index) {
  switch (dtype) {
    case ATTEST_FLOAT64:
      return load<double>(from, index);
    case ATTEST_FLOAT32:
      return load<float>(from, index);
    case ATTEST_FLOAT16:
      return kernels::to_accumulator(kernels::Float16{load<std::uint16_t>(from, index)});
    case ATTEST_BFLOAT16:
      return kernels::to_accumulator(kernels::BFloat16{load<std::uint16_t>(from, index)});
    default:
      return decode8(dtype, load<std::uint8_t>(from, index));
  }
}

/// The bits of the number of an 8- or 16-bit format that round_to gave: the one of 2^bits that decodes to it.
std::uint16_t encode_small(attest_dtype dtype, double rounded) {
  const FloatFormat format = format_of(dtype);
  const int fraction_bits = format.precision - 1, bits = 8 * static_cast<int>(kernels::size_of(dtype));
  const std::uint32_t sign = std::signbit(rounded) ? 1u << (bits - 1) : 0;
  const std::uint32_t ones = (1u << (bits - 1)) - 1;
  const std::uint32_t fraction_mask = (1u << fraction_bits) - 1;
  if (std::isnan(rounded)) return static_cast<std::uint16_t>(sign | ones);
  if (std::isinf(rounded)) return static_cast<std::uint16_t>(sign | (ones & ~fraction_mask));
  const double magnitude = std::fabs(rounded);
  if (magnitude < std::ldexp(1.0, format.least_exponent))
    return static_cast<std::uint16_t>(
        sign | static_cast<std::uint32_t>(std::ldexp(magnitude, fraction_bits - format.least_exponent)));
  const int exponent = std::ilogb(magnitude);
  const auto significand = static_cast<std::uint32_t>(std::ldexp(magnitude, fraction_bits - exponent));
  return static_cast<std::uint16_t>(sign |
                                    static_cast<std::uint32_t>(exponent - format.least_exponent + 1) << fraction_bits |
                                    (significand & fraction_mask));
}

}  // namespace

FloatFormat format_of(attest_dtype dtype) {
  switch (dtype) {
    case ATTEST_FLOAT64:
      return {53, -1022, std::numeric_limits<double>::max()};
    case ATTEST_FLOAT32:
      return {24, -126, static_cast<double>(std::numeric_limits<float>::max())};
    case ATTEST_FLOAT16:
      return {11, -14, 65504};
    case ATTEST_BFLOAT16:
      return {8, -126, 0x1.fep127};
    case ATTEST_FLOAT8_E4M3:
      return {4, -6, 448};
    default:
      return {3, -14, 57344};
  }
}

double ulp(attest_dtype dtype, double value) {
  const FloatFormat format = format_of(dtype);
  const double magnitude = std::fabs(value);
  const int exponent =
      magnitude < std::ldexp(1.0, format.least_exponent) ? format.least_exponent : std::ilogb(magnitude);
  return std::ldexp(1.0, exponent - (format.precision - 1));
}

double round_to(attest_dtype dtype, double value) {
  if (dtype == ATTEST_FLOAT64 || !std::isfinite(value) || value == 0) {
    if (std::isinf(value) && dtype == ATTEST_FLOAT8_E4M3) return std::numeric_limits<double>::quiet_NaN();
    return value;
  }
  const double step = ulp(dtype, value);
  const double rounded = std::nearbyint(value / step) * step;  // both exact but for the rounding asked for
  if (std::fabs(rounded) <= format_of(dtype).greatest) return std::copysign(rounded, value);
  return dtype == ATTEST_FLOAT8_E4M3 ? std::numeric_limits<double>::quiet_NaN()
                                     : std::copysign(std::numeric_limits<double>::infinity(), value);
}

void to_doubles(attest_dtype dtype, const void* from, std::int64_t n, double* to) {
  for (std::int64_t i = 0; i < n; ++i) to[i] = element(dtype, from, i);
}

FloatArray::FloatArray(attest_dtype dtype, std::vector<std::int64_t> shape)
    : dtype_(dtype), shape_(std::move(shape)), size_(1) {
  for (std::int64_t length : shape_) size_ *= length;
  const std::int64_t line = sizeof(Line);
  bytes_.resize(static_cast<std::size_t>((size_ * kernels::size_of(dtype) + line - 1) / line));
}

double FloatArray::operator[](std::int64_t index) const { return element(dtype_, data(), index); }

void FloatArray::set(std::int64_t index, double value) {
  const double rounded = round_to(dtype_, value);
  auto* const to = reinterpret_cast<std::byte*>(bytes_.data()) + index * kernels::size_of(dtype_);
  const auto store = [to](auto bits) { std::memcpy(to, &bits, sizeof bits); };
  switch (dtype_) {
    case ATTEST_FLOAT64:
      return store(rounded);
    case ATTEST_FLOAT32:
      return store(static_cast<float>(rounded));
    case ATTEST_FLOAT16:
    case ATTEST_BFLOAT16:
      return store(encode_small(dtype_, rounded));
    default:
      return store(static_cast<std::uint8_t>(encode_small(dtype_, rounded)));
  }
}

}  // namespace attest::verify::instances
