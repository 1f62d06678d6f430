// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/shared_rows.hpp"

#include <cstring>

#include "kernels/problem.hpp"

namespace attest::verify::instances {

namespace {

/// `bytes` of heads of so many rows.
void share(std::byte* heads, std::int64_t bytes, std::int64_t rows, std::int64_t row) {
  for (std::byte* at = heads; rows > 0 && row > 0 && at < heads + bytes; at += rows * row)
    for (std::int64_t r = 1; r < rows; ++r) std::memcpy(at + r * row, at, static_cast<std::size_t>(row));
}

}  // namespace

void share_rows(FloatArray& array) {
  const std::int64_t element = kernels::size_of(array.dtype());
  share(static_cast<std::byte*>(array.data()), array.size() * element, array.shape()[2], array.shape()[3] * element);
}

void share_rows_of_queries(Instance& in) {
  for (std::vector<std::uint8_t>* bytes : {&in.mask, &in.dropout.keep})
    share(reinterpret_cast<std::byte*>(bytes->data()), static_cast<std::int64_t>(bytes->size()), in.queries, in.keys);
  for (Term* term : {&in.bias, &in.factor})
    if (term->kind == ATTEST_TERM_DENSE) share_rows(term->values);
}

}  // namespace attest::verify::instances
