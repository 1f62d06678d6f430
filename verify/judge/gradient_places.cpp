// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/gradient_places.hpp"

namespace attest::verify::judge {

using instances::differentiated;
using instances::FloatArray;
using instances::gradient_parts;
using instances::Gradients;
using instances::Instance;
using instances::Term;

namespace {

const Term& term_of(const Instance& in, std::size_t part) { return part == bias_part ? in.bias : in.factor; }

/// The head, or batch, of an axis of `length` that h of `count` reads: its own, one for all, or its group's.
std::int64_t reads(std::int64_t h, std::int64_t count, std::int64_t length) { return h * length / count; }

}  // namespace

GradientShapes shapes_of(const Instance& in, const Gradients& computed) {
  GradientShapes shapes;
  for (std::size_t p = 0; p < part_count; ++p) {
    const FloatArray* array = differentiated(in, gradient_parts[p]);
    if (!array) continue;
    const std::optional<FloatArray>& found = computed.*gradient_parts[p].part;
    shapes[p] = found ? found->shape() : array->shape();
  }
  return shapes;
}

std::int64_t place(const Instance& in, const GradientShapes& shapes, std::size_t part, std::int64_t b, std::int64_t h,
                   std::int64_t k) {
  const GradientShape& shape = shapes[part];
  if (shape.size() == 4)
    return (reads(b, in.batches, shape[0]) * shape[1] + reads(h, in.heads, shape[1])) * shape[2] * shape[3] + k;
  if (part == sinks_part) return reads(h, in.heads, shape[0]);
  switch (term_of(in, part).kind) {
    case ATTEST_TERM_BUCKETS:
      return k * shape[1] + h;
    case ATTEST_TERM_ALIBI:
      return reads(h, in.heads, shape[0]);
    default:
      return reads(h, in.heads, shape[0]) * shape[1] + k;
  }
}

Place place_of(const Instance& in, const GradientShape& shape, std::size_t part, std::int64_t k) {
  const FloatArray& array = *differentiated(in, gradient_parts[part]);
  Place at{gradient_parts[part].name, 0, 0, 0, 0, array.dtype()};
  if (shape.size() == 4) {
    at.column = k % shape[3];
    at.query = k / shape[3] % shape[2];
    at.head = k / shape[3] / shape[2] % shape[1];
    at.batch = k / shape[3] / shape[2] / shape[1];
  } else if (shape.size() == 2) {
    const bool buckets = term_of(in, part).kind == ATTEST_TERM_BUCKETS;
    at.head = buckets ? k % shape[1] : k / shape[1];
    at.column = buckets ? k / shape[1] : k % shape[1];
  } else {
    at.head = k;
  }
  return at;
}

std::size_t size_of(const GradientShape& shape) {
  std::int64_t size = 1;
  for (const std::int64_t length : shape) size *= length;
  return static_cast<std::size_t>(size);
}

void mark_heads(const Instance& in, const GradientShape& shape, std::size_t part, std::int64_t k,
                std::vector<std::uint8_t>& heads) {
  const Place at = place_of(in, shape, part, k);
  const bool four = shape.size() == 4, buckets = shape.size() == 2 && term_of(in, part).kind == ATTEST_TERM_BUCKETS;
  const std::int64_t length = four ? shape[1] : buckets ? in.heads : shape[0];
  for (std::int64_t b = 0; b < in.batches; ++b)
    for (std::int64_t h = 0; h < in.heads; ++h)
      if ((!four || reads(b, in.batches, shape[0]) == at.batch) && reads(h, in.heads, length) == at.head)
        heads[static_cast<std::size_t>(b * in.heads + h)] = 1;
}

}  // namespace attest::verify::judge
