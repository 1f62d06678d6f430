// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <oneapi/dnnl/dnnl.hpp>

namespace attest::bench {

/// The processor, for every user of oneDNN here.
inline dnnl::engine& onednn_engine() {
  static dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
  return cpu;
}

}  // namespace attest::bench
