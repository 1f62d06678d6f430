// SPDX-License-Identifier: Apache-2.0
#include "verify/sandbox/spread.hpp"

#include <cstring>

namespace attest::verify::sandbox {

Spread::Spread(const std::array<std::int64_t, 4>& axes, const attest_tensor& dense, std::int64_t element,
               const RowOrder& order)
    : axes_(axes), dense_(dense), element_(element), order_(order) {}

std::int64_t Spread::bytes() const { return records() == 0 ? 0 : records() * record() - gap_ * element_; }

attest_tensor Spread::tensor(void* data) const {
  const std::int64_t one = record() / element_, row = order_.by_head ? one : axes_[1] * one,
                     head = order_.by_head ? rows() * one : one, batch = axes_[1] * rows() * one;
  const bool backwards = order_.backwards && rows() > 1;
  auto* const first = static_cast<std::byte*>(data) + (backwards ? (rows() - 1) * row * element_ : 0);
  return {first, axes_[0] == 1 ? 0 : batch, axes_[1] == 1 ? 0 : head, rows() <= 1 ? 0 : backwards ? -row : row};
}

template <typename Visit>
void Spread::for_each_row(const Visit& visit) const {
  for (std::int64_t b = 0; b < axes_[0]; ++b)
    for (std::int64_t r = 0; r < rows(); ++r)
      for (std::int64_t h = 0; h < axes_[1]; ++h) {
        const std::int64_t at = order_.backwards ? rows() - 1 - r : r;
        const std::int64_t in_batch = order_.by_head ? h * rows() + at : at * axes_[1] + h;
        visit((b * dense_.batch + h * dense_.head + r * dense_.row) * element_,
              (b * axes_[1] * rows() + in_batch) * record());
      }
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
