// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/attest_kernel.h"

namespace attest::cuda::standalone {

/// What an instance is like: sizes, terms and mask. Batches, heads, queries, keys, width, value_width.
struct Case {
  const char* name;
  std::int64_t batches, heads, queries, keys, width, value_width;
  attest_term_kind bias, factor;
  attest_mask_kind mask;
  std::int64_t diagonal;
};

/// The cases that an operation's kernels are run on: each head dimension, lengths around the edges of tiles, every kind
/// of term and mask.
std::vector<Case> cases_of(attest_operation operation);

/// Bytes of an array and what they are.
struct Array {
  std::string name;
  std::uint32_t dtype = 0;  ///< attest_dtype, or one of the two below
  std::vector<std::int64_t> shape;
  std::vector<std::byte> bytes;
};
inline constexpr std::uint32_t kInt32 = 100, kBytes = 101;

/// A case with its numbers, and the arrays that a kernel writes. The same bits everywhere for the same case, dtype and
/// seed.
class Instance {
 public:
  Instance(const Case& shape, attest_operation operation, attest_dtype dtype, attest_ties ties, std::uint64_t seed);

  /// The problem over these arrays. Outputs are filled with NaN.
  attest_problem problem();
  const std::vector<Array>& inputs() const { return inputs_; }
  const std::vector<Array>& outputs() const { return outputs_; }
  std::vector<Array>& outputs() { return outputs_; }
  const Case& shape() const { return case_; }
  attest_operation operation() const { return operation_; }
  attest_dtype dtype() const { return dtype_; }
  attest_ties ties() const { return ties_; }
  double scale() const { return scale_; }

 private:
  void add(const char* name, std::uint32_t dtype, std::vector<std::int64_t> shape);
  void add_term(const char* name, attest_term_kind kind);

  Case case_;
  attest_operation operation_;
  attest_dtype dtype_;
  attest_ties ties_;
  std::uint64_t seed_;
  double scale_;
  std::vector<Array> inputs_, outputs_;
};

/// The text of a .safetensors file of the schema attest.instance/1: the instance and what the kernel `name` computed.
std::string to_safetensors(const Instance& instance, const std::string& name);

}  // namespace attest::cuda::standalone
