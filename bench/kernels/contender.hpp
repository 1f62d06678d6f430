// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/attest_kernel.h"

namespace attest::bench {

/// What is computed: attention, RPE (Toeplitz B) or URPE (Toeplitz B and C), as in URPE eqs. 1, 4, 8, queries = keys =
/// length and value_width = width.
struct Setting {
  std::int64_t batches, heads, length, width;
  attest_operation operation;
  attest_dtype dtype;
  int threads;

  std::string shape() const;
  /// Multiplications and additions of the two matrix products.
  double operations() const {
    return 4.0 * static_cast<double>(batches * heads) * static_cast<double>(length * length) *
           static_cast<double>(width);
  }
};

/// The numbers of a setting: normal-like query, key and value as floats that the dtype represents exactly, [batches,
/// heads, length, width]; B and C as families [heads, 2 length - 1] over i - j. They do not depend on the operation.
struct Inputs {
  explicit Inputs(const Setting& setting);
  std::vector<float> query, key, value, bias, factor;
  std::vector<std::uint16_t> query_bits, key_bits, value_bits;  ///< bfloat16 alone: the same numbers as their bits
};

/// One implementation, ready to run again and again on the same inputs, which outlive it.
class Contender {
 public:
  virtual ~Contender() = default;
  /// Seconds that one run took.
  virtual double run() = 0;
  /// The output of the last run, [batches, heads, length, width].
  virtual std::vector<float> output() = 0;
  /// Bytes of the inputs and the output that it keeps itself; the rest of its memory is what the method costs.
  virtual std::size_t held() const = 0;
};

/// A way to make a contender. make() throws Absent with the reason where a library is not there or does not do the
/// setting.
struct Maker {
  std::string name;
  std::unique_ptr<Contender> (*make)(const Setting&, const Inputs&);
};

struct Absent {
  std::string reason;
};

std::unique_ptr<Contender> make_ours(const Setting&, const Inputs&);
std::unique_ptr<Contender> make_onednn(const Setting&, const Inputs&);
std::unique_ptr<Contender> make_onednn_blocked(const Setting&, const Inputs&);
std::unique_ptr<Contender> make_openblas(const Setting&, const Inputs&);
std::unique_ptr<Contender> make_eigen(const Setting&, const Inputs&);
std::unique_ptr<Contender> make_onnxruntime(const Setting&, const Inputs&);
std::unique_ptr<Contender> make_torch(const Setting&, const Inputs&);       ///< composed of its products and softmax
std::unique_ptr<Contender> make_torch_sdpa(const Setting&, const Inputs&);  ///< scaled_dot_product_attention
std::unique_ptr<Contender> make_torch_flex(const Setting&, const Inputs&);  ///< FlexAttention
std::unique_ptr<Contender> make_jax(const Setting&, const Inputs&);

/// Our own and the peers, in the order of the tables.
const std::vector<Maker>& makers();

/// bfloat16 bits of floats, rounded to nearest even.
std::vector<std::uint16_t> to_bfloat16(const std::vector<float>& values);
std::vector<float> from_bfloat16(const std::vector<std::uint16_t>& bits);

/// B or C of one head spread to length x length, as the peers want it.
void spread(const Setting& setting, const float* family, float* matrix);

/// Seconds since some moment: of the clock, or, after count_processor_time(), that this process has had of the
/// processor.
double now();
void count_processor_time();
bool counts_processor_time();

}  // namespace attest::bench
