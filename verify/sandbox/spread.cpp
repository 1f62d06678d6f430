// SPDX-License-Identifier: Apache-2.0
#include "verify/sandbox/spread.hpp"

#include <cstring>

namespace attest::verify::sandbox {

Spread::Spread(const std::array<std::int64_t, 4>& axes, const attest_tensor& dense, std::int64_t element)
    : axes_(axes), dense_(dense), element_(element) {}

std::int64_t Spread::bytes() const { return records() == 0 ? 0 : records() * record() - gap_ * element_; }

attest_tensor Spread::tensor(void* data) const {
  const std::int64_t head = record() / element_, row = axes_[1] * head, batch = axes_[2] * row;
  return {data, axes_[0] == 1 ? 0 : batch, axes_[1] == 1 ? 0 : head, axes_[2] == 1 ? 0 : row};
}

template <typename Visit>
void Spread::for_each_row(const Visit& visit) const {
  std::int64_t apart = 0;
  for (std::int64_t b = 0; b < axes_[0]; ++b)
    for (std::int64_t r = 0; r < axes_[2]; ++r)
      for (std::int64_t h = 0; h < axes_[1]; ++h, apart += record())
        visit((b * dense_.batch + h * dense_.head + r * dense_.row) * element_, apart);
}

void Spread::spread(const std::byte* dense, std::byte* apart) const {
  for_each_row([&](std::int64_t from, std::int64_t to) {
    std::memcpy(apart + to, dense + from, static_cast<std::size_t>(columns()));
  });
}

void Spread::gather(const std::byte* apart, std::byte* dense) const {
  for_each_row([&](std::int64_t to, std::int64_t from) {
    std::memcpy(dense + to, apart + from, static_cast<std::size_t>(columns()));
  });
}

std::optional<std::int64_t> Spread::damage(const std::byte* apart, std::byte filling) const {
  for (std::int64_t k = 0; k + 1 < records(); ++k)
    for (std::int64_t at = k * record() + columns(); at < (k + 1) * record(); ++at)
      if (apart[at] != filling) return at;
  return {};
}

}  // namespace attest::verify::sandbox
