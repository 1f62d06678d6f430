// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/packed_head.hpp"

#include <algorithm>
#include <cmath>

namespace attest::verify::judge {

namespace {

std::int64_t round_up(std::int64_t size, std::int64_t step) { return (size + step - 1) / step * step; }

}  // namespace

double unit_for(double greatest) {
  return greatest == 0 ? 1 : std::ldexp(1.0, std::clamp(std::ilogb(greatest) + 1, -1000, 1000));
}

PackedHead::PackedHead(const Head& head, const simd::Code& code, bool with_floats)
    : panel(code.panel),
      key_columns(round_up(head.keys, 2 * panel)),
      value_columns(round_up(head.value_width, 2 * panel)),
      keys(key_columns * head.width),
      values(value_columns * head.keys),
      key_magnitudes(with_floats ? key_columns * head.width : 0),
      value_magnitudes(with_floats ? value_columns * head.keys : 0) {
  double greatest = 0;
  for (const double k : head.key) greatest = std::max(greatest, std::fabs(k));
  key_unit = unit_for(greatest);
  for (const Head::Column& column : head.columns) value_units.push_back(unit_for(column.greatest));

  const std::int64_t wide = 2 * panel;
  for (std::int64_t j = 0; j < head.keys; ++j) {
    const double* key = head.key.data() + j * head.width;
    double* to = keys.data() + j / panel * panel * head.width + j % panel;
    float* magnitude = key_magnitudes.data() + j / wide * wide * head.width + j % wide;
    for (std::int64_t c = 0; c < head.width; ++c) {
      to[c * panel] = key[c];
      if (with_floats) magnitude[c * wide] = static_cast<float>(std::fabs(key[c]) / key_unit);
    }
  }
  for (std::int64_t j = 0; j < head.keys; ++j)
    for (std::int64_t c = 0; c < head.value_width; ++c) {
      const double v = head.value[static_cast<std::size_t>(j * head.value_width + c)];
      values[c / panel * panel * head.keys + j * panel + c % panel] = v;
      if (with_floats)
        value_magnitudes[c / wide * wide * head.keys + j * wide + c % wide] =
            static_cast<float>(std::fabs(v) / value_units[static_cast<std::size_t>(c)]);
    }
}

}  // namespace attest::verify::judge
